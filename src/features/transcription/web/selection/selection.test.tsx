import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerProvider } from '#features/files/web.tsx'
import { filesContract } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { FILE_ID, createSegment } from '#test/screens/createRecording.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import type { TranscriptEditor } from '../editor/transcriptEditor.ts'
import { TranscriptView } from '../TranscriptView.tsx'
import type { Highlighting, TranscriptHighlight } from './highlighting.ts'

const segments = [
  createSegment(1, 10_000, 'What changed since then?', { speaker: 'Lena Brandt' }),
  createSegment(2, 20_000, 'The nurses stayed and we lost eleven nurses', { speaker: 'Dr. Okafor' }),
]
const highlight: TranscriptHighlight = { id: 'h1', start_time: 20_000, end_time: segments[1]!.words![1]![1], comment: 'Ask why' }

beforeEach(async () => {
  mockLayout()
  await loadMessages('transcription')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderTranscript(highlights: TranscriptHighlight[] = [], editor?: TranscriptEditor) {
  mockServer([
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/signed',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
  ])
  const sound = new MockAudioElement(minutes(1))
  const highlighting = {
    highlights,
    add: vi.fn<Highlighting['add']>(),
    changeComment: vi.fn<Highlighting['changeComment']>(),
    remove: vi.fn<Highlighting['remove']>(),
  }
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(1)} element={sound}>
      <TranscriptView fileId={FILE_ID} segments={segments} highlighting={highlighting} editor={editor} empty={null} />
    </PlayerProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(2))
  return { ...view, sound, highlighting }
}

/** Selects from the middle of one word to the middle of another. */
function selectText(first: string, last: string) {
  const words = [...document.querySelectorAll('[data-at]')]
  const [from, to] = [words.find((word) => word.textContent === first), words.findLast((word) => word.textContent === last)]
  const range = document.createRange()
  range.setStart(from!.firstChild!, 1)
  range.setEnd(to!.firstChild!, 1)
  // jsdom lays nothing out.
  range.getBoundingClientRect = () => new DOMRect(0, 200, 100, 20)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600))
  act(() => {
    document.getSelection()!.removeAllRanges()
    document.getSelection()!.addRange(range)
    document.dispatchEvent(new Event('selectionchange'))
  })
}

const toolbar = () => screen.findByRole('toolbar', { name: 'Selected text' })

describe('selected text of a transcript', () => {
  it('is highlighted in whole words, also across segments', async () => {
    const { user, highlighting } = await renderTranscript()
    selectText('since', 'nurses')
    await user.click(within(await toolbar()).getByRole('button', { name: 'Highlight' }))
    const words = segments[1]!.words!
    expect(highlighting.add).toHaveBeenCalledWith(
      {
        start: segments[0]!.words![2]![0],
        end: words.at(-1)![1],
        text: 'since then?\nThe nurses stayed and we lost eleven nurses',
      },
      '',
    )
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('gets a comment, which Enter saves', async () => {
    const { user, highlighting } = await renderTranscript()
    selectText('stayed', 'lost')
    await user.click(within(await toolbar()).getByRole('button', { name: 'Comment' }))
    await user.type(screen.getByRole('textbox', { name: 'Comment' }), 'Check this{Enter}')
    expect(highlighting.add).toHaveBeenCalledWith(expect.objectContaining({ text: 'stayed and we lost' }), 'Check this')
  })

  it('repeats until R is pressed again', async () => {
    const { user, sound } = await renderTranscript()
    selectText('stayed', 'lost')
    await toolbar()
    await user.keyboard('r')
    const [, , stayed] = segments[1]!.words!
    const lost = segments[1]!.words![5]!
    await waitFor(() => expect(sound.currentTime).toBe(stayed![0] / 1000))
    act(() => sound.playTo(lost[1]))
    expect(sound.currentTime).toBe(stayed![0] / 1000)
    await user.keyboard('r')
    act(() => sound.playTo(lost[1]))
    expect(sound.currentTime).toBe(lost[1] / 1000)
  })
})

describe('selected text that can be edited', () => {
  const createEditor = () => {
    const apply = vi.fn<TranscriptEditor['apply']>(() => 'edit')
    const undo = vi.fn<TranscriptEditor['undo']>()
    const redo = vi.fn<TranscriptEditor['redo']>()
    const state = { fileId: FILE_ID, folderId: undefined, segments, status: 'saved' as const, canUndo: false, canRedo: false }
    return { ...state, apply, undo, redo }
  }

  it('is assigned to another speaker, cut out of its paragraphs', async () => {
    const editor = createEditor()
    const { user } = await renderTranscript([], editor)
    selectText('since', 'nurses')
    await user.click(await within(await toolbar()).findByRole('button', { name: 'Speaker' }))
    await user.click(await screen.findByRole('menuitem', { name: 'New speaker' }))
    const [operations] = editor.apply.mock.calls[0]!
    expect(operations).toMatchObject([
      { kind: 'split', segment: '1', at: 13 },
      { kind: 'set_speaker', speaker: 'Speaker 3', segments: [expect.stringMatching(/^1\./), '2'] },
    ])
    expect(screen.queryByRole('toolbar', { name: 'Selected text' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(editor.undo).toHaveBeenCalledWith('edit')
  })

  it('is deleted, with a paragraph of which nothing is left', async () => {
    const editor = createEditor()
    const { user } = await renderTranscript([], editor)
    selectText('since', 'nurses')
    await user.click(await within(await toolbar()).findByRole('button', { name: 'Delete text' }))
    expect(editor.apply).toHaveBeenCalledWith([
      { kind: 'delete', segments: ['2'] },
      { kind: 'set_text', segment: '1', content: 'What changed' },
    ])
  })
})

describe('highlights of a transcript (B§3)', () => {
  it('mark their words, and show their comment below the text', async () => {
    const { user, highlighting } = await renderTranscript([highlight])
    const marked = [...document.querySelectorAll('.bg-highlight')].map((element) => element.textContent)
    expect(marked.join('')).toBe('The nurses')
    const row = screen.getByText('Ask why').closest('[role="listitem"]') as HTMLElement
    await user.click(within(row).getByRole('button', { name: 'Edit comment' }))
    await user.clear(within(row).getByRole('textbox', { name: 'Comment' }))
    await user.type(within(row).getByRole('textbox', { name: 'Comment' }), 'Ask when{Enter}')
    expect(highlighting.changeComment).toHaveBeenCalledWith('h1', 'Ask when')
    await user.click(within(row).getByRole('button', { name: 'Remove highlight' }))
    expect(highlighting.remove).toHaveBeenCalledWith('h1')
  })

  it('are made of the segment with the focus by H', async () => {
    const { user, highlighting } = await renderTranscript()
    act(() => screen.getByRole('button', { name: 'Play from 0:20' }).focus())
    await user.keyboard('h')
    expect(highlighting.add).toHaveBeenCalledWith(
      { start: 20_000, end: segments[1]!.end_time, text: 'The nurses stayed and we lost eleven nurses' },
      '',
    )
  })
})
