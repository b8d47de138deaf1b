import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { foldersContract } from '#features/folders/contract.ts'
import { type LiveWords, recorderContract } from '#features/recorder/contract.ts'
import { seconds } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { liveWordsTopic } from '../../contract.ts'
import { recorderFeature } from '../../web.tsx'
import { FakeRecorder } from '../FakeRecorder.ts'
import { clearOpenRequest, openRecorder } from '../openRequest.ts'
import { RecorderScreens } from '../RecorderScreens.tsx'
import { RecoveryContext } from '../recovery/useRecoverableRecordings.ts'

const sendLive = await createLiveSender(recorderFeature)

const NO_RECOVERY_ACTIONS = { list: async () => [], finish: async () => null, discard: async () => {}, sound: async () => null }
const RECORDING_ID = 'a'.repeat(32)
const LINES = [
  { start: seconds(1361), text: 'You said in spring that forty was out of reach.' },
  { start: seconds(1404), text: 'The reserve. So the first wave' },
]
const WORDS: LiveWords = {
  status: 'running',
  lines: LINES,
  total: 2,
  tail: { start: seconds(1410), text: ' would be the twenty', is_new_line: false },
}

let words: LiveWords
let requests: string[]
beforeEach(() => {
  words = WORDS
  ;({ requests } = mockServer([
    handle(foldersContract.list, () => ({ data_filetag_total: 0, data_filetag_list: [] })),
    handle(recorderContract.words, ({ query }) => ({ data: { ...words, lines: words.lines.slice(query.from) } })),
  ]))
})
afterEach(() => {
  act(() => clearOpenRequest())
  localStorage.clear()
  vi.unstubAllGlobals()
})

const wordRequests = () => requests.filter((request) => request.includes('/words'))

/** Opens the large view of a running recording. `update` delivers new words like the server. */
async function showView(uploadedUpTo = seconds(8)) {
  const recorder = new FakeRecorder()
  await loadMessages('recorder')
  recorder.store.setState({ phase: 'recording', filename: 'Interview', serverId: RECORDING_ID, uploadedUpTo })
  const view = await renderWithProviders(
    <RecoveryContext value={NO_RECOVERY_ACTIONS}>
      <RecorderScreens recorder={recorder} onOpenFile={() => {}} onNewFile={() => {}} />
    </RecoveryContext>,
  )
  act(() => openRecorder(null))
  const dialog = within(await screen.findByRole('dialog', { name: 'Recorder' }))
  const update = (next: LiveWords) => {
    words = next
    sendLive(view.queries, liveWordsTopic, { id: RECORDING_ID })
  }
  return { ...view, recorder, dialog, update }
}

describe('live words in the large view of the recorder', () => {
  it('shows confirmed words with their times, and new ones as the server reports them', async () => {
    const { dialog, update } = await showView()
    const log = await dialog.findByRole('log', { name: 'Live words' })
    await within(log).findByText('22:41')
    expect(within(log).getByText('23:24').parentElement?.textContent).toBe(
      '23:24The reserve. So the first wave would be the twenty',
    )
    expect(log.getAttribute('aria-live')).toBe('off')
    expect(await axeViolations()).toEqual([])
    const grown = { ...LINES[1]!, text: 'The reserve. So the first wave would be the twenty clinics.' }
    const tail = { start: seconds(1421), text: 'Only after', is_new_line: true }
    update({ ...WORDS, lines: [LINES[0]!, grown], tail })
    await within(log).findByText('23:41')
    expect(within(log).getByText('Only after')).toBeDefined()
    expect(wordRequests()).toEqual([
      `GET /file/recording/${RECORDING_ID}/words?from=0`,
      `GET /file/recording/${RECORDING_ID}/words?from=1`,
    ])
  })

  it('follows the newest words until the user scrolls up, and again on request', async () => {
    const { dialog, update, user } = await showView()
    const log = await dialog.findByRole('log')
    await within(log).findByText('22:41')
    Object.defineProperties(log, { scrollHeight: { value: 1000, configurable: true }, clientHeight: { value: 300 } })
    update({ ...WORDS, tail: null })
    await waitFor(() => expect(log.scrollTop).toBe(1000))
    log.scrollTop = 200
    fireEvent.scroll(log)
    update({ ...WORDS, total: 3, lines: [...LINES, { start: seconds(1430), text: 'Who pays?' }] })
    await within(log).findByText('Who pays?')
    expect(log.scrollTop).toBe(200)
    await user.click(dialog.getByRole('button', { name: 'Latest words' }))
    expect(log.scrollTop).toBe(1000)
  })

  it.each([
    ['paused', /paused because the server is busy/],
    ['taken', /words of another recording/],
    ['unavailable', /not available right now/],
    ['waiting', /^Words appear here/],
  ] as const)('says why there are no words: %s', async (status, text) => {
    words = { status, lines: [], total: 0, tail: null }
    const { dialog } = await showView()
    await dialog.findByText(text)
    expect(await axeViolations()).toEqual([])
  })

  it('can be switched off permanently; then nothing is requested and markers take their place', async () => {
    const { dialog, user, update, unmount } = await showView()
    await dialog.findByText('22:41')
    await user.click(await dialog.findByRole('button', { name: 'Options' }))
    await user.click(await screen.findByRole('switch', { name: 'Live words' }))
    await waitFor(() => expect(dialog.queryByRole('log')).toBeNull())
    expect(dialog.getByText(/Mark a moment/)).toBeDefined()
    const count = wordRequests().length
    update(WORDS)
    unmount()
    const later = await showView()
    await later.dialog.findByText(/Mark a moment/)
    expect(wordRequests().length).toBe(count)
  })

  it('requests nothing before the first piece is on the server', async () => {
    const { recorder, dialog } = await showView(0)
    await dialog.findByText(/^Words appear here/)
    expect(wordRequests()).toEqual([])
    recorder.set({ uploadedUpTo: seconds(4) })
    await dialog.findByText('22:41')
  })
})
