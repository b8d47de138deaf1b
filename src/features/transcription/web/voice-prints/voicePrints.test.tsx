import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { beforeEach, describe, expect, it } from 'vitest'
import type { File } from '#features/files/contract.ts'
import { createRecording, createSegment, FILE_ID } from '#test/screens/createRecording.ts'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { editingContract } from '../../contract/editing.ts'
import { transcriptionContract, voicePrintCopyContract, type EditOperation, type Voice } from '../../contract.ts'
import { SpeakerRecognition } from './SpeakerRecognition.tsx'
import { VoicePrintSwitches } from './VoicePrintSwitches.tsx'
import { VoicePrintsPane } from './VoicePrintsPane.tsx'
import { listVoicePrints, putVoicePrints, type VoicePrint } from './voicePrintStore.ts'

beforeEach(async () => {
  signInAs('lena')
  await loadMessages('voice-prints', 'transcription')
})

const OTHER_FILE = 'f'.repeat(32)
const [ONE, TWO, THREE] = ['Speaker 1', 'Speaker 2', 'Speaker 3'] as const

/** A voice; voices of another number differ as much as they can. */
const embeddingOf = (voice: number) => Array.from({ length: 256 }, (_, index) => (index === voice ? 1 : 0))
const voice = (speaker: string, number: number, seconds = 8): Voice => ({ speaker, embedding: embeddingOf(number), seconds })

const print = (customName: string, number: number, change: Partial<VoicePrint> = {}): VoicePrint => ({
  id: `${customName} ${number}`,
  data: embeddingOf(number),
  fileId: OTHER_FILE,
  name: ONE,
  customName,
  updateTime: Date.UTC(2026, 10, 21),
  startTime: 65_000,
  ...change,
})

/** Returns a version of the recording in which the voices have these names. */
function recording(version: number, names: Record<string, string>): File {
  const segments = Object.entries(names).map(([original_speaker, speaker], index) =>
    createSegment(index + 1, index * 4000, 'Good morning', { speaker, original_speaker }),
  )
  return createRecording({ trans_result: segments, extra_data: { transcript_version: version } })
}

const CHANGE = { version: 2, changed: [], removed: [], order: null, can_undo: true, can_redo: false, suggested_terms: [] }

function mockVoices(voices: readonly Voice[], { fails = false } = {}) {
  const edits: EditOperation[][] = []
  const undone: (string | undefined)[] = []
  const server = mockServer([
    handle(transcriptionContract.voices, () => {
      if (fails) throw new MockError(500)
      return { data: { voices: [...voices] } }
    }),
    handle(editingContract.updateSource, ({ body }) => {
      edits.push(body.operations ?? [])
      return { data: { ...CHANGE, edit_id: String(edits.length).repeat(32) } }
    }),
    handle(editingContract.undoEdit, ({ body }) => {
      undone.push(body.edit_id)
      return { data: { ...CHANGE, edit_id: 'undo' } }
    }),
    handle(voicePrintCopyContract.read, () => ({ data: null })),
    ...libraryHandlers(() => [createRecording({ filename: 'Interview' })]),
  ])
  return { ...server, edits, undone }
}

const storedNames = async () => (await listVoicePrints()).map(({ customName, fileId }) => [customName, fileId])
const rename = (from: string, to: string) => ({ kind: 'rename_speaker', from, to })

describe('recognizing speakers (B§4)', () => {
  it('names unnamed speakers in one edit, says so, and undoes it', async () => {
    await putVoicePrints([print('Lena', 1), print('Dr. Okafor', 2)])
    const { edits, undone } = mockVoices([voice(ONE, 1), voice(TWO, 2), voice(THREE, 3)])
    const unnamed = { [ONE]: ONE, [TWO]: TWO, [THREE]: THREE }
    const { user, rerender, unmount } = await renderWithProviders(<SpeakerRecognition file={recording(1, unnamed)} />)
    expect(await screen.findByText('Recognized: Lena and Dr. Okafor')).toBeDefined()
    expect(edits).toEqual([[rename(ONE, 'Lena'), rename(TWO, 'Dr. Okafor')]])
    rerender(<SpeakerRecognition file={recording(2, { ...unnamed, [ONE]: 'Lena', [TWO]: 'Dr. Okafor' })} />)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual(['1'.repeat(32)]))
    rerender(<SpeakerRecognition file={recording(3, unnamed)} />)
    unmount()
    // What was undone is not repeated when the recording is opened again, and a recognized voice is no new sample.
    await putVoicePrints([print('Grace', 3)])
    await renderWithProviders(<SpeakerRecognition file={recording(3, unnamed)} />)
    await waitFor(() => expect(edits.slice(1)).toEqual([[rename(THREE, 'Grace')]]))
    expect(await storedNames()).toEqual(['Lena', 'Dr. Okafor', 'Grace'].map((name) => [name, OTHER_FILE]))
  })

  it('leaves alone names that people gave, names in use, and voices with too little speech', async () => {
    await putVoicePrints([print('Lena', 1), print('Dr. Okafor', 2), print('Grace', 3), print('Tom', 4)])
    const { edits } = mockVoices([
      voice(ONE, 1),
      voice(TWO, 2),
      voice(THREE, 3, 1.9),
      voice('Speaker 4', 9),
      voice('Speaker 5', 4),
    ])
    const names = { [ONE]: 'Anna', [TWO]: TWO, [THREE]: THREE, 'Speaker 4': 'Dr. Okafor', 'Speaker 5': 'Speaker 5' }
    await renderWithProviders(<SpeakerRecognition file={recording(1, names)} />)
    await waitFor(() => expect(edits).toEqual([[rename('Speaker 5', 'Tom')]]))
  })

  it('requests nothing without voice prints, and never uses those of another account', async () => {
    await putVoicePrints([print('Lena', 1)])
    signInAs('ben')
    const { requests } = mockVoices([voice(ONE, 1)])
    const view = await renderWithProviders(
      <>
        <SpeakerRecognition file={recording(1, { [ONE]: ONE })} />
        <VoicePrintsPane />
      </>,
    )
    expect(await screen.findByText(/^No voice prints/)).toBeDefined()
    expect(requests.filter((request) => request.includes('/ai/voices'))).toEqual([])
    view.unmount()
    signInAs('lena')
    expect(await listVoicePrints()).toEqual([])
  })
})

describe('names that people change', () => {
  it('remove the sample of the recording, which undo restores; another name with voice prints learns it', async () => {
    mockVoices([voice(ONE, 1), voice(TWO, 2)])
    await putVoicePrints([print('Grace', 2)])
    const { user, rerender } = await renderWithProviders(<Switches names={{ [ONE]: 'Lena', [TWO]: 'Tom' }} />)
    await user.click(await screen.findByRole('switch', { name: 'Recognize Lena next time' }))
    await waitFor(async () => expect(await storedNames()).toContainEqual(['Lena', FILE_ID]))
    const show = (version: number, name: string) =>
      rerender(<SpeakerRecognition file={recording(version, { [ONE]: name, [TWO]: 'Tom' })} />)
    show(1, 'Lena')
    show(2, 'Lena Brandt')
    await waitFor(async () => expect(await storedNames()).toEqual([['Grace', OTHER_FILE]]))
    show(3, 'Lena')
    await waitFor(async () => expect(await storedNames()).toContainEqual(['Lena', FILE_ID]))
    show(4, 'Grace')
    await waitFor(async () =>
      expect(await storedNames()).toEqual([
        ['Grace', OTHER_FILE],
        ['Grace', FILE_ID],
      ]),
    )
  })

  it('leave the samples alone when the speakers were separated again', async () => {
    await putVoicePrints([print('Lena', 1, { id: 'of an earlier separation', fileId: FILE_ID }), print('Grace', 2)])
    const { edits } = mockVoices([voice(ONE, 5), voice(TWO, 2)])
    await renderWithProviders(<SpeakerRecognition file={recording(2, { [ONE]: 'Tom', [TWO]: TWO })} />)
    await waitFor(() => expect(edits).toEqual([[rename(TWO, 'Grace')]]))
    expect(await storedNames()).toContainEqual(['Lena', FILE_ID])
  })
})

function Switches({ names }: { names: Record<string, string> }) {
  return <VoicePrintSwitches fileId={FILE_ID} segments={recording(1, names).trans_result ?? []} />
}

describe('the switches of the speakers', () => {
  it('are off, and ask for consent; only named speakers have one, and its sample has the fields of B§3', async () => {
    mockVoices([voice(ONE, 1), voice(TWO, 2)])
    const { user, container } = await renderWithProviders(<Switches names={{ [ONE]: 'Lena', [TWO]: TWO }} />)
    const control = await screen.findByRole('switch')
    expect(control.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByText('The voice print stays in this browser. Ask them first.')).toBeDefined()
    control.focus()
    await user.keyboard(' ')
    await waitFor(async () => expect(await listVoicePrints()).toHaveLength(1))
    expect((await listVoicePrints())[0]).toMatchObject({ name: ONE, customName: 'Lena', fileId: FILE_ID, data: embeddingOf(1) })
    expect((await listVoicePrints())[0]?.id).toMatch(/^[0-9a-f]{64}$/)
    expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  it('delete all samples of the name, with undo, and can add this recording', async () => {
    mockVoices([voice(ONE, 1)])
    await putVoicePrints([print('Lena', 5), print('Grace', 6)])
    const { user } = await renderWithProviders(<Switches names={{ [ONE]: 'Lena' }} />)
    await user.click(await screen.findByRole('button', { name: 'Add this recording as a sample' }))
    await waitFor(async () => expect(await listVoicePrints()).toHaveLength(3))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add this recording as a sample' })).toBeNull())
    await user.click(screen.getByRole('switch', { name: 'Recognize Lena next time' }))
    await waitFor(async () => expect(await storedNames()).toEqual([['Grace', OTHER_FILE]]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await listVoicePrints()).toHaveLength(3))
  })

  it('say when there is too little speech, and when the voice cannot be loaded', async () => {
    mockVoices([voice(ONE, 1, 1.9)])
    const { user } = await renderWithProviders(<Switches names={{ [ONE]: 'Lena' }} />)
    await user.click(await screen.findByRole('switch'))
    expect(await screen.findByText('Lena speaks too little in this recording for a voice print.')).toBeDefined()
    expect(screen.getByRole('switch').getAttribute('aria-checked')).toBe('false')
    mockVoices([], { fails: true })
    await user.click(screen.getByRole('switch'))
    expect((await screen.findAllByText(/^The voice print could not be changed\./)).length).toBeGreaterThan(0)
  })
})

describe('the settings of voice prints', () => {
  it('list the samples of each name, and delete one, a name or all', async () => {
    mockVoices([])
    await putVoicePrints([print('Lena', 1), print('Grace', 2), print('Grace', 3, { fileId: FILE_ID })])
    const { user } = await renderWithProviders(withRouter(<VoicePrintsPane />).page)
    expect((await screen.findAllByRole('heading')).map(({ textContent }) => textContent)).toEqual([
      'Grace',
      'Lena',
      'Encrypted copy in your account',
    ])
    const grace = within(screen.getByRole('region', { name: 'Grace' }))
    expect(grace.getByText('2 samples')).toBeDefined()
    expect((await grace.findByRole('link', { name: 'Interview' })).getAttribute('href')).toBe(`/file/${FILE_ID}#t=65000`)
    await user.click(grace.getByRole('button', { name: 'Delete the sample from Interview' }))
    await waitFor(async () => expect(await listVoicePrints()).toHaveLength(2))
    await user.click(screen.getByRole('button', { name: 'Delete the voice print of Lena' }))
    await waitFor(async () => expect(await storedNames()).toEqual([['Grace', OTHER_FILE]]))
    await user.click(screen.getByRole('button', { name: 'Delete all voice prints' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Delete all voice prints' }))
    expect(await screen.findByText(/^No voice prints/)).toBeDefined()
    expect(await listVoicePrints()).toEqual([])
  })
})
