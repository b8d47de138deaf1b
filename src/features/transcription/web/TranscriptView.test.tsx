import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerProvider } from '#features/files/web.tsx'
import type { Segment } from '#features/files/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import { days, minutes } from '#shared/units.ts'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { FILE_ID, createSegment } from '#test/screens/createRecording.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { transcriptionContract } from '../contract.ts'
import { TranscriptView } from './TranscriptView.tsx'
import type { TranscriptViewProps } from './TranscriptView.tsx'

const sampleSegments = [
  createSegment(1, 362_000, 'What changed since then?', { speaker: 'Lena Brandt' }),
  createSegment(2, 374_000, 'The nurses stayed and we lost eleven nurses', { speaker: 'Dr. Okafor' }),
  createSegment(3, 401_000, 'And if the road closes again?', { speaker: 'Lena Brandt' }),
]

beforeEach(async () => {
  mockLayout()
  await loadMessages('transcription')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderTranscript(
  props: Partial<TranscriptViewProps> = {},
  serverSegments: Segment[] = [],
  locale: Locale = 'en_US',
) {
  const liveSegments: Segment[] = serverSegments
  const server = mockServer([
    handle(filesContract.tempUrl, () => ({
      temp_url: 'https://blobs.test/signed',
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
    handle(transcriptionContract.liveSegments, ({ query }) => ({
      data: { segments: liveSegments.slice(query.from), total: liveSegments.length },
    })),
  ])
  const sound = new MockAudioElement(minutes(48))
  const viewWith = (extraProps: Partial<TranscriptViewProps>) => (
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={sound}>
      <TranscriptView fileId={FILE_ID} segments={sampleSegments} empty={<p>nothing yet</p>} {...extraProps} />
    </PlayerProvider>
  )
  const view = await renderWithProviders(viewWith(props), { locale })
  // The virtual list renders rows once they have been measured.
  const expectedRows = props.segments === null ? 0 : Math.min(3, (props.segments ?? sampleSegments).length)
  await waitFor(() => expect(screen.queryAllByRole('listitem').length).toBeGreaterThanOrEqual(expectedRows))
  return {
    ...view,
    sound,
    server,
    liveSegments,
    rerenderView: (extraProps: Partial<TranscriptViewProps>) => view.rerender(viewWith(extraProps)),
  }
}

const createNotUnderstood = (id: number, start: number, end: number) =>
  createSegment(id, start, '[not understood]', { end_time: end, words: [], not_understood: true })
const getRows = () => within(screen.getByRole('list', { name: 'Transcript' })).getAllByRole('listitem')
const getSpokenWord = () => document.querySelector('[data-spoken]')?.textContent

describe('unnamed speakers', () => {
  const unnamedSegments = [
    createSegment(1, 0, 'Guten Tag', { speaker: 'Speaker 1' }),
    createSegment(2, 4000, 'Ja', { speaker: 'Lena' }),
  ]
  /** Renders the page in German. `calls` returns how often the label was requested. */
  async function renderInGerman(segments: Segment[]) {
    const server = mockServer([
      handle(filesContract.tempUrl, () => ({
        temp_url: 'https://blobs.test/signed',
        temp_url_opus: null,
        temp_type: 'audio/mpeg' as const,
      })),
      handle(transcriptionContract.label, () => ({ data: { label_text: 'Sprecher' } })),
    ])
    const view = await renderWithProviders(
      <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={new MockAudioElement(minutes(48))}>
        <TranscriptView fileId={FILE_ID} segments={segments} empty={null} />
      </PlayerProvider>,
      { locale: 'de_DE' },
    )
    await waitFor(() => expect(screen.queryAllByRole('listitem').length).toBe(segments.length))
    return { ...view, countRequests: () => server.requests.filter((call) => call === 'POST /ai/label').length }
  }
  afterEach(() => localStorage.clear())

  it('are labelled in the language of the page, and the label is requested once a day (A§7, B§9)', async () => {
    const first = await renderInGerman(unnamedSegments)
    await waitFor(() => expect(screen.getByText('Sprecher 1')).toBeTruthy())
    expect(screen.getByText('Lena')).toBeTruthy()
    expect(first.countRequests()).toBe(1)
    first.unmount()
    const second = await renderInGerman(unnamedSegments)
    await waitFor(() => expect(screen.getByText('Sprecher 1')).toBeTruthy())
    expect(second.countRequests()).toBe(0)
    second.unmount()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + days(1))
    const nextDay = await renderInGerman(unnamedSegments)
    await waitFor(() => expect(nextDay.countRequests()).toBe(1))
  })

  it('need no label when every speaker has a name', async () => {
    const { countRequests } = await renderInGerman([unnamedSegments[1]!])
    expect(screen.getByText('Lena')).toBeTruthy()
    expect(countRequests()).toBe(0)
  })
})

describe('the transcript', () => {
  it('shows time, speaker and text, and no speaker when none was identified', async () => {
    const { rerenderView } = await renderTranscript()
    expect(getRows().map((row) => row.textContent)).toEqual([
      'No speech 0:00-6:026:02Lena BrandtWhat changed since then?',
      '6:14Dr. OkaforThe nurses stayed and we lost eleven nurses',
      '6:41Lena BrandtAnd if the road closes again?No speech 6:44-48:00',
    ])
    rerenderView({ segments: [createSegment(1, 0, 'Only words.')] })
    await waitFor(() => expect(getRows().map((row) => row.textContent)).toEqual(['0:00Only words.No speech 0:01-48:00']))
  })

  it('highlights the word being played', async () => {
    const { user, sound } = await renderTranscript()
    await user.click(screen.getByRole('button', { name: 'Play from 6:14' }))
    await waitFor(() => expect(getSpokenWord()).toBe('The'))
    sound.playTo(374_000 + 2500)
    await waitFor(() => expect(getSpokenWord()).toBe('lost'))
    sound.playTo(401_100)
    await waitFor(() => expect(getSpokenWord()).toBe('And'))
    sound.playTo(500_000)
    await waitFor(() => expect(getSpokenWord()).toBeUndefined())
  })

  it('plays from the clicked word', async () => {
    const { user, sound } = await renderTranscript()
    await user.click(screen.getByText('eleven'))
    await waitFor(() => expect(sound.paused).toBe(false))
    await waitFor(() => expect(sound.currentTime).toBe(377))
  })

  it('does not play when text is selected', async () => {
    const { sound } = await renderTranscript()
    getSelection()?.selectAllChildren(screen.getByText('eleven'))
    fireEvent.click(screen.getByText('eleven'))
    expect(sound.links).toEqual([])
    getSelection()?.removeAllRanges()
  })

  it('moves between segments with the arrow keys and plays with Enter', async () => {
    const { user, sound } = await renderTranscript()
    screen.getByRole('button', { name: 'Copy options' }).focus()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play from 6:02' }))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play from 6:41' }))
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await waitFor(() => expect(sound.currentTime).toBe(374))
  })

  it('moves by arrows from the passage being played when nothing on the page has the focus', async () => {
    const { user, sound } = await renderTranscript()
    await user.click(screen.getAllByText('nurses')[0]!)
    await waitFor(() => expect(sound.currentTime).toBeGreaterThan(374))
    expect(document.activeElement).toBe(document.body)
    await user.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play from 6:02' }))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play from 6:41' }))
  })

  it('underlines words of low confidence with dots and shows a legend', async () => {
    const doubtfulSegment = createSegment(1, 0, 'we lost eleven', {
      words: [
        [0, 400, 'we', 0.9],
        [500, 900, 'lost', 0.5],
        [1000, 1400, 'eleven', 0.31],
      ],
    })
    const { rerenderView } = await renderTranscript({ segments: [doubtfulSegment] })
    expect(screen.getByText('Dotted words may be inaccurate')).toBeDefined()
    expect(screen.getAllByTitle('May be inaccurate').map(({ textContent }) => textContent)).toEqual(['eleven'])
    rerenderView({ segments: sampleSegments })
    expect(screen.queryByText('Dotted words may be inaccurate')).toBeNull()
  })

  it('shows and plays speech that was not understood, and its total length', async () => {
    const { user, sound, rerenderView } = await renderTranscript({
      segments: [...sampleSegments, createNotUnderstood(4, 500_000, 506_000), createNotUnderstood(5, 509_000, 514_600)],
    })
    expect(getRows().map((row) => row.textContent)[3]).toBe('No speech 6:44-8:208:20[not understood 8:20-8:26]')
    expect(screen.getByText('12 s of speech could not be understood')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Play from 8:20' }))
    await waitFor(() => expect(sound.currentTime).toBe(500))
    rerenderView({ segments: sampleSegments })
    expect(screen.queryByText(/could not be understood/)).toBeNull()
  })

  it('shows and copies speech that was not understood in the language of the page', async () => {
    const { user } = await renderTranscript(
      { segments: [...sampleSegments, createNotUnderstood(4, 500_000, 501_000)] },
      [],
      'de_DE',
    )
    expect(screen.getByText('[nicht verstanden 8:20-8:21]')).toBeDefined()
    expect(screen.getByText('1 s Sprache wurde nicht verstanden')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Transkript kopieren' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/\n\n8:20\n\[nicht verstanden 8:20-8:21\]$/))
  })

  it.each(LOCALES)('shows in %s how much was not understood, in singular and plural', async (locale) => {
    const { rerenderView } = await renderTranscript({ segments: [createNotUnderstood(1, 500_000, 501_000)] }, [], locale)
    const getMessage = () => screen.getByText(/^\D*1\D*$/).textContent
    expect(getMessage()).not.toMatch(/not_understood|\{\{/)
    rerenderView({ segments: [createNotUnderstood(1, 500_000, 512_000)] })
    expect(screen.getByText(/^\D*12\D*$/).textContent).not.toMatch(/not_understood|\{\{/)
  })

  it('names stretches without speech between the rows, at the end only when it is complete', async () => {
    const { user, rerenderView } = await renderTranscript()
    expect(screen.getAllByText(/^No speech/).map(({ textContent }) => textContent)).toEqual([
      'No speech 0:00-6:02',
      'No speech 6:44-48:00',
    ])
    await user.click(screen.getByRole('button', { name: 'Copy transcript' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/^0:00\n\[No speech 0:00-6:02\]\n\n6:02/))
    const close = [createSegment(1, 5000, 'Good morning'), createSegment(2, 64_000, 'Good night', { end_time: 2_879_000 })]
    rerenderView({ segments: close })
    expect(screen.queryByText(/^No speech/)).toBeNull()
  })

  it('renders only the visible rows of a long transcript', async () => {
    await renderTranscript({ segments: Array.from({ length: 5000 }, (_, n) => createSegment(n, n * 5000, `Row ${n}`)) })
    expect(getRows().length).toBeLessThan(60)
  })

  it('is copied to the clipboard as text', async () => {
    const { user } = await renderTranscript()
    await user.click(screen.getByRole('button', { name: 'Copy transcript' }))
    expect(await screen.findByText('Transcript copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toContain('6:14  Dr. Okafor\nThe nurses stayed')
  })

  it('is copied without times when that was chosen, also the next time', async () => {
    const { user } = await renderTranscript()
    await user.click(screen.getByRole('button', { name: 'Copy options' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Without times' }))
    const copied = /^\[No speech 0:00-6:02\]\n\nLena Brandt: What changed/
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(copied))
    await navigator.clipboard.writeText('')
    await user.click(screen.getByRole('button', { name: 'Copy transcript' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(copied))
    localStorage.clear()
  })

  it('has no accessibility violations', async () => {
    const { container, user } = await renderTranscript()
    await user.keyboard('{Control>}f{/Control}')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})

describe('automatic scrolling', () => {
  it('stops on manual scrolling and resumes with Back to now', async () => {
    const { user, sound } = await renderTranscript()
    await user.click(screen.getByRole('button', { name: 'Play from 6:02' }))
    await waitFor(() => expect(sound.paused).toBe(false))
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
    fireEvent.wheel(screen.getByRole('list'))
    await user.click(screen.getByRole('button', { name: 'Back to now' }))
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  })

  it('offers no Back to now while nothing plays', async () => {
    await renderTranscript()
    fireEvent.wheel(screen.getByRole('list'))
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  })
})

describe('find in transcript', () => {
  it('opens with Ctrl-F, highlights every match and cycles through them with Enter', async () => {
    const { user } = await renderTranscript()
    await user.keyboard('{Control>}f{/Control}')
    const field = screen.getByRole('textbox', { name: 'Find in transcript' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('nurses')
    expect(await screen.findByText('1 of 2')).toBeDefined()
    const getSelectedStates = () => [...document.querySelectorAll('mark')].map((mark) => mark.getAttribute('aria-current'))
    await waitFor(() => expect(getSelectedStates()).toEqual(['true', null]))
    await user.keyboard('{Enter}')
    expect(getSelectedStates()).toEqual([null, 'true'])
    await user.keyboard('{Enter}')
    expect(getSelectedStates()).toEqual(['true', null])
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(getSelectedStates()).toEqual([null, 'true'])
  })

  it('does not search text that stands for speech that was not understood', async () => {
    const { user } = await renderTranscript({ segments: [...sampleSegments, createNotUnderstood(4, 500_000, 506_000)] })
    await user.keyboard('{Control>}f{/Control}')
    await user.keyboard('understood')
    expect(await screen.findByText('No matches')).toBeDefined()
  })

  it('shows when nothing was found, and Esc closes it and restores the focus', async () => {
    const { user } = await renderTranscript()
    await user.click(screen.getByRole('button', { name: 'Find in transcript' }))
    await user.keyboard('giraffe')
    expect(await screen.findByText('No matches')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find in transcript' }))
  })
})

describe('a running transcription', () => {
  const progressOf = (segmentsTranscribed: number, percent = segmentsTranscribed): Partial<TranscriptViewProps> => ({
    segments: null,
    liveProgress: { taskId: 't-1', segmentsTranscribed, percent },
  })
  const getLiveTexts = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)

  it('shows the segments transcribed so far and requests only new ones', async () => {
    const { rerenderView, liveSegments, server } = await renderTranscript(progressOf(0))
    expect(screen.getByText('nothing yet')).toBeDefined()
    expect(server.requests).toEqual([])
    liveSegments.push(createSegment(1, 0, 'First'), createSegment(2, 2000, 'second'))
    rerenderView(progressOf(2))
    await waitFor(() => expect(getLiveTexts()).toEqual(['First', 'second']))
    expect(screen.getByText('Still transcribing')).toBeDefined()
    liveSegments.push(createSegment(3, 4000, 'third'))
    rerenderView(progressOf(3))
    await waitFor(() => expect(getLiveTexts()).toEqual(['First', 'second', 'third']))
    expect(server.requests).toEqual([`GET /ai/segments/${FILE_ID}?from=0`, `GET /ai/segments/${FILE_ID}?from=1`])
  })

  it('updates the last segment when the next window extends it, and keeps earlier ones', async () => {
    const { rerenderView, liveSegments, server } = await renderTranscript(progressOf(2, 10), [
      createSegment(1, 0, 'First'),
      createSegment(2, 2000, 'and then'),
    ])
    await waitFor(() => expect(getLiveTexts()).toEqual(['First', 'and then']))
    liveSegments.splice(0, 2, createSegment(1, 0, 'Settled'), createSegment(2, 2000, 'and then we went'))
    rerenderView(progressOf(2, 20))
    await waitFor(() => expect(getLiveTexts()).toEqual(['First', 'and then we went']))
    rerenderView(progressOf(2, 20))
    expect(server.requests).toHaveLength(2)
  })

  it('starts over when the server has fewer segments than before', async () => {
    const { rerenderView, liveSegments } = await renderTranscript(progressOf(2), [
      createSegment(1, 0, 'Old'),
      createSegment(2, 2000, 'old'),
    ])
    await waitFor(() => expect(getLiveTexts()).toEqual(['Old', 'old']))
    liveSegments.splice(0, 2, createSegment(1, 0, 'New'))
    rerenderView(progressOf(3))
    await waitFor(() => expect(getLiveTexts()).toEqual(['New']))
  })

  it('shows the old transcript until new segments arrive, and the saved one at the end', async () => {
    const { rerenderView, liveSegments } = await renderTranscript({
      liveProgress: { taskId: 't-2', segmentsTranscribed: 0, percent: 0 },
    })
    expect(getLiveTexts()).toHaveLength(3)
    liveSegments.push(createSegment(1, 0, 'Restarted'))
    rerenderView({ liveProgress: { taskId: 't-2', segmentsTranscribed: 1, percent: 5 } })
    await waitFor(() => expect(getLiveTexts()).toEqual(['Restarted']))
    rerenderView({ liveProgress: undefined })
    await waitFor(() => expect(getLiveTexts()).toHaveLength(3))
  })
})
