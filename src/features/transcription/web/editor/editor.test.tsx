import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signInAs } from '#test/screens/signInAs.ts'
import { hasDrafts } from '#browser/storage/drafts.ts'
import { filesContract } from '#features/files/contract.ts'
import type { File, Segment } from '#features/files/contract.ts'
import { PlayerProvider, useFile } from '#features/files/web.tsx'
import { minutes } from '#shared/units.ts'
import { FILE_ID, createRecording, createSegment } from '#test/screens/createRecording.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { editingContract, wordListContract } from '../../contract.ts'
import type { EditOperation, SuggestedTerm, TranscriptChange } from '../../contract.ts'
import { applyEdits } from '../../rules.ts'
import { TranscriptView } from '../TranscriptView.tsx'
import { useTranscriptEditor } from './useTranscriptEditor.ts'

const SEGMENTS = [
  createSegment(1, 0, 'The vans leave at six'),
  createSegment(2, 10_000, "If the road to Casey's closes again"),
  createSegment(3, 20_000, 'Then it is thirty-four'),
]

beforeEach(async () => {
  signInAs('anna')
  mockLayout()
  await loadMessages('transcription')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

/** A server with one transcript that applies edits like the real one, keeps each as one step, and can fail. */
function createTranscriptServer() {
  const server = {
    segments: SEGMENTS as Segment[],
    version: 1,
    steps: [] as Segment[][],
    received: [] as { operations: EditOperation[]; base_version?: number | undefined }[],
    failure: undefined as 'network' | 'conflict' | undefined,
    suggestions: [] as SuggestedTerm[],
    terms: [] as string[],
    replacements: [] as object[],
  }
  const change = (segments: Segment[]): { data: TranscriptChange } => {
    const order = segments.map(({ id }) => id)
    server.segments = segments
    server.version++
    const data = { version: server.version, edit_id: 'e', changed: segments, removed: [], order, can_redo: false }
    return { data: { ...data, can_undo: server.steps.length > 0, suggested_terms: server.suggestions } }
  }
  const counts = { corrections: 1, corrected_time: 0, created_time: 0 }
  const term = { id: 'f'.repeat(32), folder_id: null, sounds_like: [], is_enabled: true, ...counts }
  const { requests } = mockServer([
    handle(filesContract.list, () => ({ data_file_total: 1, data_file_list: [readFile()], data_left_out: [] })),
    handle(editingContract.updateSource, ({ body }) => {
      if (server.failure === 'network') throw new MockError(503)
      if (server.failure === 'conflict' && body.base_version !== undefined) throw new MockError(-4090, 'conflict')
      server.received.push({ operations: body.operations ?? [], base_version: body.base_version })
      server.steps.push(server.segments)
      return change([...applyEdits(server.segments, body.operations ?? [], SEGMENTS).segments])
    }),
    handle(editingContract.undoEdit, () => change(server.steps.pop() ?? server.segments)),
    handle(editingContract.editHistory, ({ query }) => ({
      data: {
        version: server.version,
        can_undo: server.steps.length > 0,
        can_redo: false,
        machine_time: 0,
        next: null,
        edits: (query.segment === '3' ? [] : server.steps).map((_, index) => ({
          edit_id: String(index),
          version: index + 2,
          made_time: 1_795_252_320,
          source: 'person' as const,
          client: 'web',
          kind: 'set_text' as const,
          count: 1,
          segment: '2',
          change: { start_time: 10_000, before: "Casey's", after: 'Kasese' },
          is_undone: false,
          unapplied: [{ start_time: 20_000, before: 'seven', after: 'eleven' }],
        })),
      },
    })),
    handle(editingContract.findText, ({ body }) => {
      const lines = [{ start_time: 0, before: 'the road to ', match: body.find, after: ' closes' }]
      const page = body.after === undefined ? 1 : 2
      const id = String(page).repeat(32)
      const files = [{ file_id: id, filename: `Recording ${page}`, count: page, lines }]
      return { data: { files, total: page, next: page === 1 ? id : null } }
    }),
    handle(editingContract.replaceText, ({ body }) => {
      server.replacements.push(body)
      return { data: body.file_ids.map((file_id) => ({ file_id, edit_id: '0'.repeat(32), version: 2, count: 2 })) }
    }),
    handle(wordListContract.addTerm, ({ body }) => {
      server.terms.push(body.term)
      return { data: { ...term, term: body.term } }
    }),
  ])
  const readFile = (): File =>
    createRecording({ is_trans: true, trans_result: server.segments, extra_data: { transcript_version: server.version } })
  return Object.assign(server, { requests })
}

function Page({ isReadOnly }: { isReadOnly: boolean }) {
  const { file } = useFile(FILE_ID)
  return file ? <Transcript file={file} isReadOnly={isReadOnly} /> : null
}

function Transcript({ file, isReadOnly }: { file: File; isReadOnly: boolean }) {
  const editor = useTranscriptEditor(file, isReadOnly)
  return <TranscriptView fileId={FILE_ID} segments={editor?.segments ?? file.trans_result} editor={editor} empty={null} />
}

const renderPage = (isReadOnly = false) =>
  renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(1)} element={new MockAudioElement(minutes(1))}>
      <Page isReadOnly={isReadOnly} />
    </PlayerProvider>,
  )

async function renderEditor({ isReadOnly = false } = {}) {
  const server = createTranscriptServer()
  const view = await renderPage(isReadOnly)
  await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(3))
  return { ...view, server }
}

async function startEditing() {
  const view = await renderEditor()
  await view.user.click(screen.getByRole('button', { name: 'Edit' }))
  await screen.findByRole('toolbar', { name: 'Editing' })
  return view
}

const paragraphs = () => screen.getAllByRole('textbox', { name: 'Text of the paragraph' })
const texts = () => paragraphs().map((paragraph) => paragraph.textContent)
const putCaret = (paragraph: HTMLElement, at: number) =>
  act(() => {
    paragraph.focus()
    getSelection()?.collapse(paragraph.firstChild, at)
    fireEvent.keyUp(paragraph, { key: 'ArrowRight' })
  })
/** Replaces the text of a paragraph as if it was typed. */
const type = (paragraph: HTMLElement, text: string) => {
  paragraph.focus()
  paragraph.textContent = text
  fireEvent.input(paragraph)
}

describe('the editor of a transcript', () => {
  it('saves a paragraph when the focus leaves it, and marks its changed words', async () => {
    const { server, user } = await startEditing()
    const paragraph = paragraphs()[1]!
    act(() => type(paragraph, 'If the road to Kasese closes again'))
    act(() => paragraph.blur())
    await waitFor(() => expect(server.received).toHaveLength(1))
    expect(server.received[0]).toEqual({
      operations: [{ kind: 'set_text', segment: '2', content: 'If the road to Kasese closes again' }],
      base_version: 1,
    })
    await waitFor(() => expect(screen.getByText('Saved')).toBeDefined())
    expect(within(paragraphs()[1]!).getByText('Kasese').className).toContain('decoration-accent')
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.getByText('Kasese').title).toBe('Changed by you')
  })

  it('splits at the caret with Enter, and joins with Backspace at the start', async () => {
    const { server } = await startEditing()
    putCaret(paragraphs()[0]!, 9)
    fireEvent.keyDown(paragraphs()[0]!, { key: 'Enter' })
    await waitFor(() => expect(texts().slice(0, 2)).toEqual(['The vans', 'leave at six']))
    expect(document.activeElement).toBe(paragraphs()[1])
    await waitFor(() => expect(server.segments).toHaveLength(4))
    fireEvent.keyDown(paragraphs()[1]!, { key: 'Backspace' })
    await waitFor(() => expect(texts()[0]).toBe('The vans leave at six'))
    expect(document.activeElement).toBe(paragraphs()[0])
    await waitFor(() => expect(server.segments).toHaveLength(3))
  })

  it('undoes with the button, and does nothing when there is nothing to undo', async () => {
    const { server, user } = await startEditing()
    const undo = () => screen.getByRole('button', { name: /^Undo/ })
    expect(undo().getAttribute('aria-label')).toBe('Undo: Nothing to undo')
    putCaret(paragraphs()[1]!, 3)
    await user.click(screen.getByRole('button', { name: 'Merge with above' }))
    await waitFor(() => expect(texts()).toHaveLength(2))
    await waitFor(() => expect(undo().getAttribute('aria-label')).toBe('Undo'))
    await user.click(undo())
    await waitFor(() => expect(texts()).toEqual(SEGMENTS.map(({ content }) => content)))
    expect(server.steps).toEqual([])
  })

  it('sends an edit that was made while another one was on its way', async () => {
    const { server } = await startEditing()
    for (const [index, text] of ['The vans leave at seven', 'If the road to Kasese closes again'].entries()) {
      act(() => type(paragraphs()[index]!, text))
      act(() => paragraphs()[index]!.blur())
    }
    await waitFor(() => expect(screen.getByText('Saved')).toBeDefined())
    expect(server.received.map(({ base_version }) => base_version)).toEqual([1, 2])
  })

  it('makes an edit on top of the one that was saved at this moment, before the page shows its version', async () => {
    const { server } = await startEditing()
    act(() => type(paragraphs()[0]!, 'The vans leave at seven'))
    act(() => paragraphs()[0]!.blur())
    while (server.received.length === 0 || hasDrafts('anna')) await Promise.resolve()
    type(paragraphs()[0]!, 'The vans leave at eight')
    paragraphs()[0]!.blur()
    await waitFor(() => expect(server.received.map(({ base_version }) => base_version)).toEqual([1, 2]))
  })

  it('makes an edit on top of an undo that was answered at this moment', async () => {
    const { server } = await startEditing()
    act(() => type(paragraphs()[0]!, 'The vans leave at seven'))
    act(() => paragraphs()[0]!.blur())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined())
    const historyRequests = () => server.requests.filter((request) => request.includes('/history')).length
    const before = historyRequests()
    screen.getByRole('button', { name: 'Undo' }).click()
    // The page has the answer and asks for the history, but does not show the text yet.
    while (historyRequests() === before) await Promise.resolve()
    expect(texts()[0]).toBe('The vans leave at seven')
    type(paragraphs()[0]!, 'The vans leave at eight')
    paragraphs()[0]!.blur()
    await waitFor(() => expect(server.received.map(({ base_version }) => base_version)).toEqual([1, 3]))
  })

  it('sends edits that were not saved before a reload on top of those that were', async () => {
    const { server, unmount } = await startEditing()
    for (const [index, text] of ['The vans leave at seven', 'The vans leave at eight'].entries()) {
      act(() => type(paragraphs()[0]!, text))
      act(() => paragraphs()[0]!.blur())
      // The second one is not sent before the page is left.
      if (index === 1) server.failure = 'network'
    }
    await waitFor(() => expect(screen.getByText('Offline, kept in this browser')).toBeDefined())
    unmount()
    server.failure = undefined
    await renderPage()
    await waitFor(() => expect(server.received.map(({ base_version }) => base_version)).toEqual([1, 2]))
  })

  it('keeps edits in the browser while the server cannot be reached', async () => {
    const { server, unmount } = await startEditing()
    server.failure = 'network'
    act(() => type(paragraphs()[2]!, 'Then it is forty'))
    act(() => paragraphs()[2]!.blur())
    await waitFor(() => expect(screen.getByText('Offline, kept in this browser')).toBeDefined())
    unmount()
    server.failure = undefined
    await renderPage()
    await waitFor(() => expect(server.segments[2]!.content).toBe('Then it is forty'))
    expect(hasDrafts('anna')).toBe(false)
  })

  it('says when a paragraph was changed elsewhere, and offers to use the own text', async () => {
    const { server, user } = await startEditing()
    server.failure = 'conflict'
    act(() => type(paragraphs()[0]!, 'The vans leave at seven'))
    act(() => paragraphs()[0]!.blur())
    await user.click(await screen.findByRole('button', { name: 'Use mine' }))
    await waitFor(() => expect(server.segments[0]!.content).toBe('The vans leave at seven'))
    expect(server.received).toMatchObject([{ base_version: undefined }])
  })

  it('offers to remember a corrected name', async () => {
    const { server, user } = await startEditing()
    server.suggestions = [{ term: 'Kasese', sounds_like: "Casey's" }]
    act(() => type(paragraphs()[1]!, 'If the road to Kasese closes again'))
    act(() => paragraphs()[1]!.blur())
    await user.click(await screen.findByRole('button', { name: 'Everywhere' }))
    expect(await screen.findByText('Added “Kasese” to your word list')).toBeDefined()
    expect(server.terms).toEqual(['Kasese'])
  })

  it('lists the history, with what a new transcription did not contain, and shows the recognized text', async () => {
    const { user, container } = await startEditing()
    act(() => type(paragraphs()[1]!, 'If the road to Kasese closes again'))
    act(() => paragraphs()[1]!.blur())
    await waitFor(() => expect(screen.getByText('Saved')).toBeDefined())
    await user.click(screen.getByRole('button', { name: 'History' }))
    const panel = within(await screen.findByRole('complementary', { name: 'History' }))
    expect((await panel.findByText("Casey's")).tagName).toBe('DEL')
    expect(panel.getByText(/Not in the new transcript/).textContent).toContain('seven → eleven')
    await user.click(panel.getByRole('switch', { name: 'Show machine’s version' }))
    expect(await screen.findByText('Recognized text:')).toBeDefined()
    const { violations } = await axe.run(container)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  })

  it('lists the changes of the paragraph with the caret, and restores the recognized text as one edit', async () => {
    const { user, server } = await startEditing()
    const panel = () => within(screen.getByRole('complementary', { name: 'History' }))
    await user.click(screen.getByRole('button', { name: 'History' }))
    await screen.findByText('No changes yet.', { selector: 'p' })
    expect(panel().getByRole('button', { name: 'This paragraph' }).getAttribute('aria-disabled')).toBe('true')
    expect(panel().getByRole('button', { name: 'Restore' }).getAttribute('aria-disabled')).toBe('true')
    act(() => type(paragraphs()[1]!, 'If the road to Kasese closes again'))
    putCaret(paragraphs()[2]!, 0)
    await panel().findByText('Kasese', { exact: false })
    await user.click(panel().getByRole('button', { name: 'This paragraph' }))
    await panel().findByText('No changes yet.', { selector: 'p' })
    await waitFor(() => expect(server.requests.at(-1)).toContain('segment=3'))
    await user.click(panel().getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(texts()).toEqual(SEGMENTS.map(({ content }) => content)))
    expect(server.received.at(-1)!.operations).toEqual([{ kind: 'restore' }])
  })

  it('replaces the selected match, and goes on to the next one', async () => {
    const { server, user } = await startEditing()
    await user.click(screen.getByRole('button', { name: 'Find and replace' }))
    await user.type(screen.getByRole('textbox', { name: 'Find in transcript' }), 'the')
    await screen.findByText('1 of 3')
    await user.type(await screen.findByRole('textbox', { name: 'Replace with' }), 'the other{Enter}')
    await waitFor(() => expect(texts()[0]).toBe('the other vans leave at six'))
    expect(await screen.findByText('3 of 4')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await waitFor(() => expect(texts()[1]).toBe("If the other road to Casey's closes again"))
    expect(texts()[2]).toBe('Then it is thirty-four')
    await waitFor(() => expect(server.received.map(({ operations }) => operations[0]?.kind)).toEqual(['set_text', 'set_text']))
  })

  it('replaces what is searched for when Enter follows before its matches are shown', async () => {
    const { user } = await startEditing()
    await user.click(screen.getByRole('button', { name: 'Find and replace' }))
    const find = screen.getByRole('textbox', { name: 'Find in transcript' })
    const replace = await screen.findByRole('textbox', { name: 'Replace with' })
    await user.type(replace, 'two')
    await user.type(find, 'Casey')
    await screen.findByText('1 of 1')
    await act(async () => {
      flushSync(() => fireEvent.change(find, { target: { value: "Casey's" } }))
      fireEvent.submit(replace.closest('form')!)
    })
    await waitFor(() => expect(texts()[1]).toBe('If the road to two closes again'))
  })

  it('replaces a text in this recording as one edit', async () => {
    const { server, user } = await startEditing()
    await user.click(screen.getByRole('button', { name: 'Find and replace' }))
    await user.type(screen.getByRole('textbox', { name: 'Find in transcript' }), 'the')
    await user.type(await screen.findByRole('textbox', { name: 'Replace with' }), 'a')
    await user.click(within(screen.getByRole('search')).getByRole('button', { name: 'Whole words' }))
    await user.click(await screen.findByRole('button', { name: 'Replace all 2' }))
    await waitFor(() => expect(texts().slice(0, 2)).toEqual(['a vans leave at six', "If a road to Casey's closes again"]))
    await waitFor(() => expect(server.received).toHaveLength(1))
  })

  it('replaces a text in the recordings of the library that are chosen', async () => {
    const { server, user } = await startEditing()
    await user.click(screen.getByRole('button', { name: 'Find and replace' }))
    await user.type(screen.getByRole('textbox', { name: 'Find in transcript' }), "Casey's")
    await user.type(await screen.findByRole('textbox', { name: 'Replace with' }), 'Kasese')
    await user.click(screen.getByRole('button', { name: 'Library' }))
    await screen.findByRole('button', { name: 'Replace all 3' })
    await user.click(screen.getByRole('checkbox', { name: 'Recording 1, 1 place' }))
    await user.click(screen.getByRole('button', { name: 'Replace all 2' }))
    expect(await screen.findByText('Replaced in 2 places')).toBeDefined()
    const options = { match_case: false, whole_word: false }
    expect(server.replacements).toEqual([{ find: "Casey's", replace: 'Kasese', file_ids: ['2'.repeat(32)], ...options }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.requests).toContain(`POST /ai/transcript/${'2'.repeat(32)}/undo`))
  })

  it('assigns a paragraph to a speaker and deletes it from its menu, by keyboard and with undo', async () => {
    const { server, user } = await renderEditor()
    const openMenu = async () => {
      act(() => screen.getByRole('button', { name: 'Actions for 0:10' }).focus())
      await user.keyboard('{Enter}')
      await screen.findByRole('menu')
    }
    await openMenu()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(server.segments.map(({ speaker }) => speaker)).toEqual(['', 'Speaker 1', '']))
    expect(await screen.findByText('Assigned to Speaker 1')).toBeDefined()
    await openMenu()
    await user.click(screen.getByRole('menuitem', { name: 'Delete paragraph' }))
    await waitFor(() => expect(server.segments).toHaveLength(2))
    const toast = (await screen.findByText('Text deleted')).closest<HTMLElement>('[data-toast]')!
    await user.click(within(toast).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toHaveLength(3))
  })

  it('is not offered while the recording is processed or in the trash', async () => {
    await renderEditor({ isReadOnly: true })
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})
