import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerProvider } from '#features/files/web.tsx'
import { filesContract } from '#features/files/contract.ts'
import type { Segment } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { FILE_ID, createRecording, createSegment } from '#test/screens/createRecording.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { editingContract, transcriptionContract } from '../../contract.ts'
import { useTranscriptEditor } from '../editor/useTranscriptEditor.ts'
import { TranscriptView } from '../TranscriptView.tsx'
import type { SpeakerControls } from './speakerControls.ts'

const segments = [
  createSegment(1, 0, 'Good morning and thank you', { speaker: 'Lena Brandt' }),
  createSegment(2, 4000, 'You are welcome', { speaker: 'Speaker 2' }),
  createSegment(3, 8000, 'We began in March', { speaker: 'Speaker 2' }),
  createSegment(4, 12_000, 'And today', { speaker: 'Speaker 3' }),
]

const CHANGE = { version: 1, changed: [], removed: [], order: null, can_undo: true, can_redo: false, suggested_terms: [] }

beforeEach(async () => {
  mockLayout()
  await loadMessages('transcription')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Voices = { speaker: string; embedding: number[]; seconds: number }[]
type PanelOptions = Partial<SpeakerControls> & { isReadOnly?: boolean; voices?: Voices }

function Transcript({
  shown,
  controls,
  isReadOnly,
}: {
  shown: readonly Segment[]
  controls: SpeakerControls
  isReadOnly: boolean
}) {
  const editor = useTranscriptEditor(createRecording({ is_trans: true, trans_result: [...shown] }), isReadOnly)
  return <TranscriptView fileId={FILE_ID} segments={editor?.segments ?? shown} speakers={controls} editor={editor} empty={null} />
}

async function renderPanel(
  { isReadOnly = false, voices = [], ...change }: PanelOptions = {},
  shown: readonly Segment[] = segments,
) {
  const edits: unknown[] = []
  const editIds: string[] = []
  const undone: (string | undefined)[] = []
  const state = { refusal: 0 }
  mockServer([
    handle(editingContract.updateSource, ({ body }) => {
      if (state.refusal < 0) throw new MockError(state.refusal)
      edits.push(body.operations)
      editIds.push(body.edit_id ?? '')
      return { data: { ...CHANGE, edit_id: body.edit_id ?? '' } }
    }),
    handle(editingContract.undoEdit, ({ body }) => {
      undone.push(body.edit_id)
      return { data: { ...CHANGE, edit_id: 'undo' } }
    }),
    handle(transcriptionContract.voices, () => ({ data: { voices } })),
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/signed',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
  ])
  const started: (number | null)[] = []
  const controls: SpeakerControls = {
    separation: {
      start: (atMost) => started.push(atMost),
      isStarting: false,
      expectedTime: minutes(4),
      disabledReason: undefined,
      max: 4,
    },
    hasAudio: true,
    ...change,
  }
  const sound = new MockAudioElement(minutes(1))
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(1)} element={sound}>
      <Transcript shown={shown} controls={controls} isReadOnly={isReadOnly} />
    </PlayerProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('list')[0]!.children.length).toBeGreaterThan(0))
  const openPanel = async () => {
    await view.user.click(screen.getByRole('button', { name: 'Speakers' }))
    return screen.findByRole('complementary', { name: /^Speakers/ })
  }
  return { ...view, edits, editIds, undone, state, started, sound, openPanel }
}

const getTranscript = () => screen.getByRole('list', { name: 'Transcript' })
const getRow = (text: string) => within(getTranscript()).getByText(text).closest<HTMLElement>('[role=listitem]')!
const getField = () => screen.getByRole<HTMLInputElement>('textbox')

describe('the panel of the speakers', () => {
  it('shows how long and which share each speaks', async () => {
    const { openPanel } = await renderPanel()
    const panel = await openPanel()
    expect(within(panel).getByRole('heading', { level: 2 }).textContent).toBe('Speakers 3')
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Lena Brandt35%0:02', 'Speaker 250%0:03', 'Speaker 314%0:01'])
  })

  it('says why there are no speakers, and offers to tell them apart', async () => {
    const { openPanel, started, user, unmount } = await renderPanel({}, [createSegment(1, 0, 'Only words')])
    expect((await openPanel()).textContent).toContain('Speakers have not been told apart')
    await user.click(screen.getByRole('button', { name: /^Separate speakers about 4/ }))
    expect(started).toEqual([null])
    unmount()
    const single = await renderPanel({}, [createSegment(1, 0, 'Only words', { original_speaker: 'Speaker 1' })])
    expect((await single.openPanel()).textContent).toContain('Only one voice was found.')
  })

  it('tells speakers apart again with the expected number, which stays within its limits', async () => {
    const { openPanel, started, user } = await renderPanel()
    const panel = within(await openPanel())
    const separate = () => user.click(panel.getByRole('button', { name: /^Separate again/ }))
    await separate()
    await user.click(panel.getByRole('button', { name: 'Fewer speakers' }))
    await separate()
    for (let press = 0; press < 3; press++) await user.click(panel.getByRole('button', { name: 'More speakers' }))
    await separate()
    for (let press = 0; press < 4; press++) await user.click(panel.getByRole('button', { name: 'Fewer speakers' }))
    await separate()
    expect(started).toEqual([null, 2, 4, null])
  })

  it('explains why speakers cannot be separated now, and offers nothing where names and audio are fixed', async () => {
    const separation = {
      start: () => {},
      isStarting: false,
      expectedTime: minutes(4),
      disabledReason: 'Being processed.',
      max: 4,
    }
    const { openPanel, unmount } = await renderPanel({ separation })
    await openPanel()
    expect(screen.getByRole('button', { name: /^Separate again/ }).getAttribute('aria-disabled')).toBe('true')
    unmount()
    const fixed = await renderPanel({ separation: undefined, isReadOnly: true, hasAudio: false })
    const panel = within(await fixed.openPanel())
    expect(panel.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
  })

  it('plays a sample of a voice without moving the player, which pauses', async () => {
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue(undefined)
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined)
    const { openPanel, sound, user } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(within(getTranscript()).getByText('began'))
    await waitFor(() => expect(sound.paused).toBe(false))
    const position = sound.currentTime
    await user.click(panel.getByRole('button', { name: 'Play a sample of Speaker 3' }))
    await waitFor(() => expect(play).toHaveBeenCalled())
    expect(sound.paused).toBe(true)
    expect(sound.currentTime).toBe(position)
    await user.click(panel.getByRole('button', { name: 'Stop the sample of Speaker 3' }))
    expect(panel.getByRole('button', { name: 'Play a sample of Speaker 3' })).toBeDefined()
  })

  it('closes with Escape, first the name and then the panel', async () => {
    const { openPanel, user } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(panel.getByRole('button', { name: 'Speaker 2' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Speaker 2' }))
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('has no accessibility violations', async () => {
    const { openPanel, user, container } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(panel.getByRole('button', { name: 'Speaker 2' }))
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})

describe('the names of speakers', () => {
  it('are changed everywhere and shown in the transcript while typed', async () => {
    const { openPanel, edits, user } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(panel.getByRole('button', { name: 'Speaker 2' }))
    expect(document.activeElement).toBe(getField())
    await user.keyboard('Dr. Okafor')
    expect(within(getRow('welcome')).getByText('Dr. Okafor')).toBeDefined()
    expect(within(getRow('morning')).getByText('Lena Brandt')).toBeDefined()
    await user.keyboard('{Enter}')
    expect(edits).toEqual([[{ kind: 'rename_speaker', from: 'Speaker 2', to: 'Dr. Okafor' }]])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('are changed for one segment from its name in the transcript, by keyboard', async () => {
    const { edits, user } = await renderPanel()
    const name = within(getRow('began')).getByRole('button', { name: 'Speaker 2' })
    name.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(getField()))
    expect(screen.getByRole('radio', { name: 'Everywhere in this recording2 places' })).toBeDefined()
    await user.keyboard('Lena Brandt{Tab}{ArrowDown}')
    expect(within(getRow('began')).getByText('Lena Brandt')).toBeDefined()
    expect(within(getRow('welcome')).getByText('Speaker 2')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(edits).toEqual([[{ kind: 'set_speaker', segments: ['3'], speaker: 'Lena Brandt' }]])
    expect(document.activeElement).toBe(name)
  })

  it('merge two speakers, chosen from a list or typed, which is said before', async () => {
    const { openPanel, edits, user } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(panel.getByRole('button', { name: 'Speaker 3' }))
    await user.click(panel.getByRole('button', { name: 'Merge with…' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Lena Brandt' }))
    expect(panel.queryByRole('button', { name: 'Speaker 3' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Speaker 2' }))
    await user.keyboard('Lena Brandt')
    expect(panel.getByText('Both become Lena Brandt.')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    expect(edits).toEqual([
      [{ kind: 'rename_speaker', from: 'Speaker 3', to: 'Lena Brandt' }],
      [{ kind: 'rename_speaker', from: 'Speaker 2', to: 'Lena Brandt' }],
    ])
  })

  it('merge two that sound alike, which is offered', async () => {
    const voices = [
      { speaker: 'Speaker 2', embedding: [1, 0], seconds: 30 },
      { speaker: 'Speaker 3', embedding: [1, 0.1], seconds: 4 },
    ]
    const shown = segments.map((segment) => ({ ...segment, original_speaker: segment.speaker }))
    const { openPanel, edits, user } = await renderPanel({ voices }, shown)
    const panel = within(await openPanel())
    expect(await panel.findByText('Sounds like Speaker 2')).toBeDefined()
    await user.click(panel.getByRole('button', { name: 'Merge' }))
    expect(edits).toEqual([[{ kind: 'rename_speaker', from: 'Speaker 3', to: 'Speaker 2' }]])
  })

  it('can be restored from the toast, and say when a change was not saved', async () => {
    const { openPanel, editIds, undone, state, user } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(panel.getByRole('button', { name: 'Speaker 3' }))
    await user.keyboard('Grace{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual(editIds))
    state.refusal = -4133
    await user.click(panel.getByRole('button', { name: 'Speaker 2' }))
    await user.keyboard('Ngozi{Enter}')
    expect((await screen.findAllByText('The change could not be saved.')).length).toBeGreaterThan(0)
    expect(panel.getByRole('button', { name: 'Speaker 2' })).toBeDefined()
  })

  it('change nothing when they stay the same, and cannot be empty', async () => {
    const { openPanel, edits, user } = await renderPanel()
    const panel = within(await openPanel())
    await user.click(panel.getByRole('button', { name: 'Speaker 3' }))
    await user.clear(getField())
    expect(panel.getByRole('button', { name: 'Rename' }).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Enter}')
    await user.type(getField(), 'Speaker 3{Enter}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(edits).toEqual([])
  })
})
