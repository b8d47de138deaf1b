import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod/mini'
import { type Note, notesContract } from '#features/notes/contract.ts'
import { templatesFeature } from '#features/templates/web.tsx'
import { LOCALES } from '#shared/locales.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { aNote, generateDialogHandlers } from '#test/screens/generateHandlers.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { type NoteRequest, type NoteRetryRequest, generateContract, noteTasksContract } from '../../contract.ts'
import { keepChoices } from '../start/generateChoices.ts'
import { generateFeature } from '../../web.tsx'
import { NoteTask } from './NoteTask.tsx'
import { useNoteTasks } from './useNoteTasks.ts'

/** A server with notes. `refusal` is the status that the next request to create or retry is refused with. */
function startServer(initial: Note[] = []) {
  const state = {
    notes: initial,
    refusal: 0,
    isDown: false,
    created: [] as z.output<typeof NoteRequest>[],
    retried: [] as z.output<typeof NoteRetryRequest>[],
    stopped: [] as string[],
  }
  const refuse = () => {
    if (state.refusal) throw new MockError(state.refusal)
    if (state.isDown) throw new MockError(503)
  }
  const lists = { files_trans: [], files_summ: [] }
  mockServer([
    handle(notesContract.queryNote, () => ({ data: state.notes })),
    handle(noteTasksContract.sumNewNote, ({ body }) => {
      state.created.push(body)
      refuse()
      const note = aNote({ note_id: 'n-2', data_post_id: String(body.post_id), task_status: 0, note_content: '' })
      state.notes = [...state.notes, note]
      return { data: note }
    }),
    handle(noteTasksContract.retrySumNote, ({ body }) => {
      state.retried.push(body)
      refuse()
      state.notes = state.notes.map((note) => ({ ...note, task_status: 0, data_post_id: String(body.post_id) }))
      return { data: state.notes[0]! }
    }),
    handle(noteTasksContract.cancelNote, ({ params }) => {
      state.stopped.push(params.note_id)
      state.notes = []
      return {}
    }),
    handle(generateContract.status, () => ({
      data_transsumm: lists,
      data_processing: [],
      data_processing_chatllm: [],
      data_processing_sum_new_note: [],
      data_complete_sum_new_note: [],
      data_processing_transsumm: { ...lists, files_outline: [] },
      data_tasks: [],
    })),
    ...generateDialogHandlers({ file: { is_trans: true } }),
  ])
  return state
}

async function show(content: React.ReactNode, locale?: (typeof LOCALES)[number]) {
  const view = await renderWithProviders(
    <FeatureScreen features={[generateFeature, templatesFeature]}>{content}</FeatureScreen>,
    locale ? { locale } : {},
  )
  await loadMessages('templates')
  return view
}

async function showNewNote(note?: Note, locale?: (typeof LOCALES)[number]) {
  const created: string[] = []
  const view = await show(null, locale)
  const open = async () => {
    act(() => openDialog('newNote', { fileId: FILE_ID, note, onCreated: (id) => created.push(id) }))
    return screen.findByRole('dialog')
  }
  const dialog = await open()
  const pick = async (shown = dialog) => {
    await view.user.click(within(shown).getByRole('button', { name: /^Template/ }))
    await view.user.click(await screen.findByRole('option', { name: /Interview/ }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  }
  const submit = (shown = dialog, name = 'Create note') => view.user.click(within(shown).getByRole('button', { name }))
  return { ...view, dialog, open, pick, submit, created }
}

beforeEach(() => signInAs('u1'))
afterEach(() => {
  closeDialogs('newNote')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('a new note (B§2, B§4)', () => {
  it('needs a template (Filelist_submit_notemplate), and is called like it unless the tab has a name', async () => {
    const state = startServer()
    const { user, dialog, pick, submit, created } = await showNewNote()
    await submit()
    expect(await within(dialog).findByText('Choose a template first.')).toBeTruthy()
    expect([state.created, await axeViolations()]).toEqual([[], []])
    await pick()
    const tabName = within(dialog).getByRole('textbox', { name: 'Tab name' })
    expect(tabName.getAttribute('placeholder')).toBe('Interview, questions and answers')
    await user.type(tabName, '  Answers ')
    await submit()
    await waitFor(() => expect(created).toEqual(['n-2']))
    expect(state.created).toMatchObject([{ summ_type: 'INTERVIEW', summ_type_type: 'system', tab_name: 'Answers' }])
    expect(JSON.parse(String(state.created[0]?.info))).toEqual({ llm: 'auto', support_mul_summ: true })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is not offered the automatic template, also where an earlier version has stored it', async () => {
    keepChoices({ noteTemplate: { id: 'AUTO-SELECT', type: 'system', name: 'Automatic' } })
    startServer()
    const { user, dialog } = await showNewNote()
    const field = within(dialog).getByRole('button', { name: /^Template/ })
    expect(field.textContent).toBe('No template chosenChoose')
    await user.click(field)
    await screen.findByRole('option', { name: /Interview/ })
    expect(screen.queryByRole('option', { name: /Automatic/ })).toBeNull()
  })

  it('is requested with the same post id until the server has answered, also after a reload', async () => {
    const state = startServer()
    const { user, dialog, open, pick, submit, unmount } = await showNewNote()
    await pick()
    state.isDown = true
    await submit()
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^Unstable network/)
    await submit()
    await waitFor(() => expect(state.created.length).toBeGreaterThan(1))
    unmount()
    closeDialogs('newNote')
    state.isDown = false
    const again = await showNewNote()
    await again.submit()
    await waitFor(() => expect(again.created).toEqual(['n-2']))
    expect(new Set(state.created.map(({ post_id }) => post_id)).size).toBe(1)
    // The next note is another one.
    const next = await again.open()
    await again.submit(next)
    await waitFor(() => expect(again.created).toHaveLength(2))
    expect(new Set(state.created.map(({ post_id }) => post_id)).size).toBe(2)
    expect([typeof user, typeof open]).toEqual(['object', 'function'])
  })

  it.each([
    [-3, /^A recording has 50 notes at most\./],
    [-11, /^Summary not available\. .*custom templates/],
    [-12, /^Summary not available\. .*no longer exists/],
    [-13, /^Summary not available\. .*does not include its template/],
    [-7, /^No speech found\./],
  ])('says why it was refused with %i, and keeps what was chosen', async (refusal, text) => {
    const state = startServer()
    const { dialog, pick, submit } = await showNewNote()
    await pick()
    state.refusal = refusal
    await submit()
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(text)
    state.refusal = 0
    await submit()
    await waitFor(() => expect(state.notes).toHaveLength(1))
  })

  it.each(LOCALES)('is translated to %s', async (locale) => {
    startServer()
    const { dialog } = await showNewNote(undefined, locale)
    expect(dialog.textContent).not.toMatch(/[a-z]+_[a-z]+/)
  })
})

function Notes() {
  const { notes = [] } = useNoteTasks(FILE_ID)
  return notes.map((note) => <NoteTask key={note.note_id} fileId={FILE_ID} note={note} />)
}

describe('a note that is being written', () => {
  it('is polled every three seconds until it is ready (B§9)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const state = startServer([aNote({ task_status: 0 })])
    await show(<Notes />)
    expect((await screen.findByRole('region', { name: 'Progress' })).textContent).toContain('Summarizing')
    expect(await axeViolations()).toEqual([])
    state.notes = [aNote()]
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(screen.queryByRole('region', { name: 'Progress' })).not.toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1500))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull())
  })

  it('can be cancelled', async () => {
    const state = startServer([aNote({ task_status: 0 })])
    const { user } = await show(<Notes />)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(state.stopped).toEqual(['n-1']))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull())
  })
})

describe('a note that failed', () => {
  it('is tried again with the original note, its type and its post id (B§4)', async () => {
    const state = startServer([aNote({ task_status: -3, error_code: '-3' })])
    const { user } = await show(<Notes />)
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('region', { name: 'Progress' })
    expect(state.retried).toMatchObject([
      { ori_note_id: 'n-1', ori_note_type: 'sum_multi_note', ori_post_id: 'p-1', post_id: 'p-1' },
    ])
    expect(state.retried[0]).not.toHaveProperty('summ_type')
  })

  it.each([-11, -12, -13])('with %i is written with another template, and its name stays', async (status) => {
    const state = startServer([aNote({ task_status: status, error_code: String(status), template: null })])
    const { user } = await show(<Notes />)
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Generate' }))
    const dialog = await screen.findByRole('dialog', { name: 'Choose another template' })
    await user.click(within(dialog).getByRole('button', { name: /^Template/ }))
    await user.click(await screen.findByRole('option', { name: /Interview/ }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    await user.click(within(dialog).getByRole('button', { name: 'Write again' }))
    await waitFor(() => expect(state.retried).toHaveLength(1))
    expect(state.retried[0]).toMatchObject({ summ_type: 'INTERVIEW', tab_name: 'Interview', ori_note_id: 'n-1' })
    expect(state.retried[0]?.post_id).not.toBe('p-1')
  })

  it('stays dismissed after Cancel', async () => {
    startServer([aNote({ task_status: -5, error_code: '-5' })])
    const { user } = await show(<Notes />)
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('says in a toast when it cannot be tried again', async () => {
    const state = startServer([aNote({ task_status: -3, error_code: '-3' })])
    const { user } = await show(<Notes />)
    state.refusal = -13
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect((await screen.findAllByText(/^Summary not available\. This note was not written: your plan/)).length).toBeGreaterThan(
      0,
    )
  })
})
