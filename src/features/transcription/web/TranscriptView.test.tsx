import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PlayerProvider } from '#features/files/web.tsx'
import type { Segment } from '#features/files/contract.ts'
import { filesContract } from '#features/files/contract.ts'
import { days, minutes } from '#kit/units.ts'
import { layOut } from '#test/screen/layOut.ts'
import { FILE_ID, spoken } from '#test/screen/recording.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { SilentSound } from '#test/screen/SilentSound.ts'
import { LOCALES } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'
import { transcriptionContract } from '../contract.ts'
import { TranscriptView } from './TranscriptView.tsx'
import type { TranscriptViewProps } from './TranscriptView.tsx'

const talk = [
  spoken(1, 362_000, 'What changed since then?', { speaker: 'Lena Brandt' }),
  spoken(2, 374_000, 'The nurses stayed and we lost eleven nurses', { speaker: 'Dr. Okafor' }),
  spoken(3, 401_000, 'And if the road closes again?', { speaker: 'Lena Brandt' }),
]

beforeEach(() => layOut())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function page(props: Partial<TranscriptViewProps> = {}, onServer: Segment[] = [], locale: Locale = 'en_US') {
  const heard: Segment[] = onServer
  const server = serveInMemory([
    on(filesContract.tempUrl, () => ({ temp_url: 'https://blobs.test/signed', temp_url_opus: null })),
    on(transcriptionContract.heard, ({ query }) => ({ data: { segments: heard.slice(query.from), total: heard.length } })),
  ])
  const sound = new SilentSound(minutes(48))
  const show = (more: Partial<TranscriptViewProps>) => (
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={sound}>
      <TranscriptView fileId={FILE_ID} segments={talk} empty={<p>nothing yet</p>} {...more} />
    </PlayerProvider>
  )
  const view = await renderScreen(show(props), { locale })
  // The virtual list renders rows once they have been measured.
  const first = props.segments === null ? 0 : Math.min(3, (props.segments ?? talk).length)
  await waitFor(() => expect(screen.queryAllByRole('listitem').length).toBeGreaterThanOrEqual(first))
  return { ...view, sound, server, heard, change: (more: Partial<TranscriptViewProps>) => view.rerender(show(more)) }
}

const missed = (id: number, start: number, end: number) =>
  spoken(id, start, '[not understood]', { end_time: end, words: [], not_understood: true })
const rows = () => within(screen.getByRole('list', { name: 'Transcript' })).getAllByRole('listitem')
const spokenWord = () => document.querySelector('[data-spoken]')?.textContent

describe('unnamed speakers', () => {
  const unnamed = [spoken(1, 0, 'Guten Tag', { speaker: 'Speaker 1' }), spoken(2, 4000, 'Ja', { speaker: 'Lena' })]
  /** Renders the page in German. `calls` returns how often the label was requested. */
  async function german(segments: Segment[]) {
    const server = serveInMemory([
      on(filesContract.tempUrl, () => ({ temp_url: 'https://blobs.test/signed', temp_url_opus: null })),
      on(transcriptionContract.label, () => ({ data: { label_text: 'Sprecher' } })),
    ])
    const view = await renderScreen(
      <PlayerProvider fileId={FILE_ID} duration={minutes(48)} element={new SilentSound(minutes(48))}>
        <TranscriptView fileId={FILE_ID} segments={segments} empty={null} />
      </PlayerProvider>,
      { locale: 'de_DE' },
    )
    await waitFor(() => expect(screen.queryAllByRole('listitem').length).toBe(segments.length))
    return { ...view, calls: () => server.asked.filter((call) => call === 'POST /ai/label').length }
  }
  afterEach(() => localStorage.clear())

  it('are labelled in the language of the page, and the label is requested once a day (A§7)', async () => {
    const first = await german(unnamed)
    await waitFor(() => expect(screen.getByText('Sprecher 1')).toBeTruthy())
    expect(screen.getByText('Lena')).toBeTruthy()
    expect(first.calls()).toBe(1)
    first.unmount()
    const second = await german(unnamed)
    await waitFor(() => expect(screen.getByText('Sprecher 1')).toBeTruthy())
    expect(second.calls()).toBe(0)
    second.unmount()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + days(1))
    const dayAfter = await german(unnamed)
    await waitFor(() => expect(dayAfter.calls()).toBe(1))
  })

  it('need no label when every speaker has a name', async () => {
    const { calls } = await german([unnamed[1]!])
    expect(screen.getByText('Lena')).toBeTruthy()
    expect(calls()).toBe(0)
  })
})

describe('the transcript', () => {
  it('shows time, speaker and text, and no speaker when none was identified', async () => {
    const { change } = await page()
    expect(rows().map((row) => row.textContent)).toEqual([
      '6:02Lena BrandtWhat changed since then?',
      '6:14Dr. OkaforThe nurses stayed and we lost eleven nurses',
      '6:41Lena BrandtAnd if the road closes again?',
    ])
    change({ segments: [spoken(1, 0, 'Only words.')] })
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual(['0:00Only words.']))
  })

  it('highlights the word being played', async () => {
    const { user, sound } = await page()
    await user.click(screen.getByRole('button', { name: 'Play from 6:14' }))
    await waitFor(() => expect(spokenWord()).toBe('The'))
    sound.reach(374_000 + 2500)
    await waitFor(() => expect(spokenWord()).toBe('lost'))
    sound.reach(401_100)
    await waitFor(() => expect(spokenWord()).toBe('And'))
    sound.reach(500_000)
    await waitFor(() => expect(spokenWord()).toBeUndefined())
  })

  it('plays from the clicked word', async () => {
    const { user, sound } = await page()
    await user.click(screen.getByText('eleven'))
    await waitFor(() => expect(sound.paused).toBe(false))
    await waitFor(() => expect(sound.currentTime).toBe(377))
  })

  it('does not play when text is selected', async () => {
    const { sound } = await page()
    getSelection()?.selectAllChildren(screen.getByText('eleven'))
    fireEvent.click(screen.getByText('eleven'))
    expect(sound.links).toEqual([])
    getSelection()?.removeAllRanges()
  })

  it('moves between segments with the arrow keys and plays with Enter', async () => {
    const { user, sound } = await page()
    await user.tab()
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play from 6:02' }))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Play from 6:41' }))
    await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    await waitFor(() => expect(sound.currentTime).toBe(374))
  })

  it('underlines words of low confidence with dots and shows a legend', async () => {
    const doubtful = spoken(1, 0, 'we lost eleven', {
      words: [
        [0, 400, 'we', 0.9],
        [500, 900, 'lost', 0.5],
        [1000, 1400, 'eleven', 0.31],
      ],
    })
    const { change } = await page({ segments: [doubtful] })
    expect(screen.getByText('Dotted words may have been misheard')).toBeDefined()
    expect(screen.getAllByTitle('May have been misheard').map(({ textContent }) => textContent)).toEqual(['eleven'])
    change({ segments: talk })
    expect(screen.queryByText('Dotted words may have been misheard')).toBeNull()
  })

  it('shows and plays speech that was not understood, and its total length', async () => {
    const { user, sound, change } = await page({ segments: [...talk, missed(4, 500_000, 506_000), missed(5, 509_000, 514_600)] })
    expect(rows().map((row) => row.textContent)[3]).toBe('8:20[not understood 8:20-8:26]')
    expect(screen.getByText('12 s of speech could not be understood')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Play from 8:20' }))
    await waitFor(() => expect(sound.currentTime).toBe(500))
    change({ segments: talk })
    expect(screen.queryByText(/could not be understood/)).toBeNull()
  })

  it('shows and copies speech that was not understood in the language of the page', async () => {
    const { user } = await page({ segments: [...talk, missed(4, 500_000, 501_000)] }, [], 'de_DE')
    expect(screen.getByText('[nicht verstanden 8:20-8:21]')).toBeDefined()
    expect(screen.getByText('1 s Sprache wurde nicht verstanden')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Transkript kopieren' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/\n\n8:20\n\[nicht verstanden 8:20-8:21\]$/))
  })

  it.each(LOCALES)('shows in %s how much was not understood, in singular and plural', async (locale) => {
    const { change } = await page({ segments: [missed(1, 500_000, 501_000)] }, [], locale)
    const said = () => screen.getByText(/^\D*1\D*$/).textContent
    expect(said()).not.toMatch(/not_understood|\{\{/)
    change({ segments: [missed(1, 500_000, 512_000)] })
    expect(screen.getByText(/^\D*12\D*$/).textContent).not.toMatch(/not_understood|\{\{/)
  })

  it('renders only the visible rows of a long transcript', async () => {
    await page({ segments: Array.from({ length: 5000 }, (_, n) => spoken(n, n * 5000, `Row ${n}`)) })
    expect(rows().length).toBeLessThan(60)
  })

  it('is copied to the clipboard as text', async () => {
    const { user } = await page()
    await user.click(screen.getByRole('button', { name: 'Copy transcript' }))
    expect(await screen.findByText('Transcript copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toContain('6:14  Dr. Okafor\nThe nurses stayed')
  })

  it('has no accessibility violations', async () => {
    const { container, user } = await page()
    await user.keyboard('{Control>}f{/Control}')
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})

describe('automatic scrolling', () => {
  it('stops on manual scrolling and resumes with Back to now', async () => {
    const { user, sound } = await page()
    await user.click(screen.getByRole('button', { name: 'Play from 6:02' }))
    await waitFor(() => expect(sound.paused).toBe(false))
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
    fireEvent.wheel(screen.getByRole('list'))
    await user.click(screen.getByRole('button', { name: 'Back to now' }))
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  })

  it('offers no Back to now while nothing plays', async () => {
    await page()
    fireEvent.wheel(screen.getByRole('list'))
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull()
  })
})

describe('find in transcript', () => {
  it('opens with Ctrl-F, highlights every match and cycles through them with Enter', async () => {
    const { user } = await page()
    await user.keyboard('{Control>}f{/Control}')
    const field = screen.getByRole('textbox', { name: 'Find in transcript' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('nurses')
    expect(await screen.findByText('1 of 2')).toBeDefined()
    const marks = () => [...document.querySelectorAll('mark')].map((mark) => mark.getAttribute('aria-current'))
    await waitFor(() => expect(marks()).toEqual(['true', null]))
    await user.keyboard('{Enter}')
    expect(marks()).toEqual([null, 'true'])
    await user.keyboard('{Enter}')
    expect(marks()).toEqual(['true', null])
    await user.keyboard('{Shift>}{Enter}{/Shift}')
    expect(marks()).toEqual([null, 'true'])
  })

  it('does not search text that stands for speech that was not understood', async () => {
    const { user } = await page({ segments: [...talk, missed(4, 500_000, 506_000)] })
    await user.keyboard('{Control>}f{/Control}')
    await user.keyboard('understood')
    expect(await screen.findByText('Not found')).toBeDefined()
  })

  it('shows when nothing was found, and Esc closes it and restores the focus', async () => {
    const { user } = await page()
    await user.click(screen.getByRole('button', { name: 'Find in transcript' }))
    await user.keyboard('giraffe')
    expect(await screen.findByText('Not found')).toBeDefined()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Find in transcript' }))
  })
})

describe('a running transcription', () => {
  const hearing = (heard: number, percent = heard): Partial<TranscriptViewProps> => ({
    segments: null,
    hearing: { taskId: 't-1', heard, percent },
  })
  const heardRows = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)

  it('shows the segments transcribed so far and requests only new ones', async () => {
    const { change, heard, server } = await page(hearing(0))
    expect(screen.getByText('nothing yet')).toBeDefined()
    expect(server.asked).toEqual([])
    heard.push(spoken(1, 0, 'First'), spoken(2, 2000, 'second'))
    change(hearing(2))
    await waitFor(() => expect(heardRows()).toEqual(['First', 'second']))
    expect(screen.getByText('Still listening: more follows')).toBeDefined()
    heard.push(spoken(3, 4000, 'third'))
    change(hearing(3))
    await waitFor(() => expect(heardRows()).toEqual(['First', 'second', 'third']))
    expect(server.asked).toEqual([`GET /ai/heard/${FILE_ID}?from=0`, `GET /ai/heard/${FILE_ID}?from=1`])
  })

  it('updates the last segment when the next window extends it, and keeps earlier ones', async () => {
    const { change, heard, server } = await page(hearing(2, 10), [spoken(1, 0, 'First'), spoken(2, 2000, 'and then')])
    await waitFor(() => expect(heardRows()).toEqual(['First', 'and then']))
    heard.splice(0, 2, spoken(1, 0, 'Settled'), spoken(2, 2000, 'and then we went'))
    change(hearing(2, 20))
    await waitFor(() => expect(heardRows()).toEqual(['First', 'and then we went']))
    change(hearing(2, 20))
    expect(server.asked).toHaveLength(2)
  })

  it('starts over when the server has fewer segments than before', async () => {
    const { change, heard } = await page(hearing(2), [spoken(1, 0, 'Old'), spoken(2, 2000, 'old')])
    await waitFor(() => expect(heardRows()).toEqual(['Old', 'old']))
    heard.splice(0, 2, spoken(1, 0, 'New'))
    change(hearing(3))
    await waitFor(() => expect(heardRows()).toEqual(['New']))
  })

  it('shows the old transcript until new segments arrive, and the saved one at the end', async () => {
    const { change, heard } = await page({ hearing: { taskId: 't-2', heard: 0, percent: 0 } })
    expect(heardRows()).toHaveLength(3)
    heard.push(spoken(1, 0, 'Anew'))
    change({ hearing: { taskId: 't-2', heard: 1, percent: 5 } })
    await waitFor(() => expect(heardRows()).toEqual(['Anew']))
    change({ hearing: undefined })
    await waitFor(() => expect(heardRows()).toHaveLength(3))
  })
})
