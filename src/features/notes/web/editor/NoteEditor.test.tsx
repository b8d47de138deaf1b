import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAs } from '#test/screens/signInAs.ts'
import { PlayerProvider } from '#features/files/web.tsx'
import { filesContract } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createNote } from '#test/screens/createNote.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { notesContract } from '../../contract.ts'
import { NoteEditor } from './NoteEditor.tsx'
import { readNoteDraft, storeNoteDraft } from './noteDraft.ts'

const MARKDOWN = '## To do\n\n- [ ] Send the budget. [6:14](#t=374000)\n'
const note = createNote({ note_content: MARKDOWN })

beforeAll(async () => {
  await loadMessages('notes')
})
beforeEach(() => {
  localStorage.clear()
  signInAs('anna')
  mockLayout()
  // The editor asks where the caret is, which jsdom does not know.
  document.elementFromPoint = () => null
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
  Range.prototype.getBoundingClientRect = () => new DOMRect()
})
afterEach(() => vi.unstubAllGlobals())

async function renderEditor({ refusal = 0 } = {}) {
  const state = { refusal, saved: [] as { content: string | undefined; base: string | undefined }[] }
  mockServer([
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/a',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
    handle(notesContract.updateNote, ({ body }) => {
      if (state.refusal !== 0) throw new MockError(state.refusal)
      state.saved.push({ content: body.note_content, base: body.base_version_id })
      return { data: createNote({ note_content: body.note_content ?? '', version_id: `v${state.saved.length + 2}` }) }
    }),
  ])
  const onClose = vi.fn<() => void>()
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={new MockAudioElement(minutes(48))}>
      <NoteEditor fileId={FILE_ID} note={note} onClose={onClose} />
    </PlayerProvider>,
  )
  await screen.findByRole('textbox', { name: 'Text of the note' })
  return { ...view, state, onClose }
}

/** Presses a button of the toolbar, which changes the text. jsdom has no editing of its own. */
const insertTime = async (user: Awaited<ReturnType<typeof renderEditor>>['user']) =>
  user.click(screen.getByRole('button', { name: 'Insert the player’s time' }))

describe('the editor of a note', () => {
  it('shows tasks, headings and times, and saves nothing that was not changed', async () => {
    const { user, state, onClose } = await renderEditor()
    expect(screen.getByRole('heading', { name: 'To do' })).toBeDefined()
    expect(screen.getByRole('checkbox')).toBeDefined()
    expect(screen.getByText('6:14').getAttribute('data-time')).toBe('374000')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(state.saved).toEqual([])
  })

  it('saves a change with the version that was edited', async () => {
    const { user, state, onClose } = await renderEditor()
    await user.click(screen.getByRole('checkbox'))
    expect(screen.getByText('Not saved yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(state.saved).toEqual([{ content: MARKDOWN.replace('[ ]', '[x]'), base: 'v2' }])
    expect(readNoteDraft(FILE_ID, note.note_id)).toBeUndefined()
  })

  it('saves by itself, and undoes', async () => {
    const { user, state } = await renderEditor()
    await insertTime(user)
    await waitFor(() => expect(state.saved).toHaveLength(1), { timeout: 5000 })
    expect(state.saved[0]?.content).toContain('[0:00](#t=0)')
    expect(await screen.findByText('Saved')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(state.saved.at(-1)?.content).toBe(MARKDOWN))
  })

  it('keeps what was typed when saving fails, and says so', async () => {
    const { user, state, onClose } = await renderEditor({ refusal: 500 })
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your text is kept in this browser.')
    expect(onClose).not.toHaveBeenCalled()
    expect(readNoteDraft(FILE_ID, note.note_id)?.markdown).toContain('[x]')
    state.refusal = 0
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(state.saved).toHaveLength(1))
  })

  it('lets the user decide when another window has changed the note', async () => {
    const { user, state } = await renderEditor({ refusal: -9 })
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect((await screen.findByRole('alert')).textContent).toContain('It was changed in another window.')
    state.refusal = 0
    await user.click(screen.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(state.saved).toEqual([{ content: expect.stringContaining('[x]'), base: undefined }]))
  })

  it('goes on with a text that was typed before a reload, and saves it', async () => {
    storeNoteDraft(FILE_ID, note.note_id, { markdown: 'Typed before\n', baseVersionId: 'v1' })
    const { state } = await renderEditor()
    expect(screen.getByText('Typed before')).toBeDefined()
    await waitFor(() => expect(state.saved).toEqual([{ content: 'Typed before\n', base: 'v1' }]), { timeout: 5000 })
  })

  it('saves when it is left', async () => {
    const { user, state, unmount } = await renderEditor()
    await user.click(screen.getByRole('checkbox'))
    act(() => unmount())
    await waitFor(() => expect(state.saved).toHaveLength(1))
  })
})
