import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FileRow, filesContract } from '#features/files/contract.ts'
import { MembershipContext } from '#features/membership/web.tsx'
import type { Locale } from '#shared/locales.ts'
import { setReachable } from '#browser/http/reachability.ts'
import { aMembership } from '#test/screens/aMembership.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createRecording, createSegment } from '#test/screens/createRecording.ts'
import { type AskMock, aCitation, aThread, anAnswer, askHandlers, THREAD_ID } from '#test/screens/mockAsk.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { foundRecording, type searchHandler } from '#test/screens/mockSearch.ts'
import { handle, MockError } from '#test/screens/mockServer.ts'
import { renderPublicPage } from '#test/screens/renderPublicPage.tsx'
import { AskPage } from './AskPage.tsx'
import { handQuestion } from './handedQuestion.ts'

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('playing'))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  act(() => setReachable(true))
})

const [INTERVIEW, BUDGET] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string]
const sentence = (text: string, ...citations: ReturnType<typeof aCitation>[]) => ({ text, is_related: false, citations })
const ANSWER = anAnswer({
  sentences: [
    sentence('The nurses stayed.', aCitation(INTERVIEW, 374_000)),
    sentence('She plans for forty.', aCitation(INTERVIEW, 379_000, 'forty before the rains')),
    sentence('The ministry pays.', aCitation(BUDGET, 200_000)),
  ],
})

async function renderAsk(
  query = '',
  change: Partial<AskMock> = {},
  {
    type = 'pro',
    locale = 'en_US',
    files = [],
    search,
  }: { type?: 'pro' | 'starter'; locale?: Locale; files?: FileRow[]; search?: Parameters<typeof searchHandler>[0] } = {},
) {
  const mock: AskMock = { threads: [], answers: [], answer: () => ({ thread: aThread(), answer: ANSWER }), ...change }
  const { handlers, asked } = askHandlers(mock)
  const server = mockAppServer({
    files: [
      fileRow({ id: INTERVIEW, filename: 'Interview', is_trans: true, duration: 2_887_000 }),
      fileRow({ id: BUDGET, filename: 'Budget call', is_trans: true }),
      ...files,
    ],
    ...(search && { search }),
    more: [
      ...handlers,
      handle(filesContract.list, ({ body }) => ({
        data_file_total: body.length,
        data_left_out: [],
        data_file_list: body.map((id) =>
          createRecording({ id, trans_result: [createSegment(1, 374_000, 'The nurses stayed.')] }),
        ),
      })),
    ],
  })
  const membership = { ...aMembership(), membership_type: type, can_buy: true }
  const Page = () => (
    <MembershipContext value={{ membership, error: null, retry: () => {}, retrying: false }}>
      <AskPage />
    </MembershipContext>
  )
  const view = await renderPublicPage('/ask', Page, query, { namespace: 'ask', locale })
  return { ...view, ...server, mock, asked }
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Ask/ })
const chips = () => [...document.querySelectorAll<HTMLElement>('[data-cite]')]

describe('/ask (A§2, B§2)', () => {
  it('asks, and ends each sentence with a place; a recording is named until it repeats', async () => {
    const { user, asked, currentAddress } = await renderAsk()
    const input = await field()
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.keyboard('Why forty clinics?{Enter}')
    await screen.findByText(/The ministry pays/)
    expect(asked).toMatchObject([{ question: 'Why forty clinics?', thread_id: null, language: 'en_US' }])
    expect(chips().map((chip) => chip.querySelector('bdi')?.textContent)).toEqual(['Interview', undefined, 'Budget call'])
    expect(chips().map((chip) => chip.textContent)[1]).toContain('6:19')
    expect(screen.getByText('Read 9 passages in 3 recordings')).toBeTruthy()
    expect(screen.getByText('3 citations, 2 recordings')).toBeTruthy()
    expect(document.activeElement).toBe(input)
    expect(currentAddress()).toBe(`/ask?thread=${THREAD_ID}`)
    expect(screen.getByRole('link', { name: 'Why forty clinics now' }).getAttribute('aria-current')).toBe('page')
    expect(await axeViolations()).toEqual([])
  })

  it('plays a place, marks its chip, and shows the passage with the others', async () => {
    const { user } = await renderAsk(`?thread=${THREAD_ID}`, { threads: [aThread()], answers: [ANSWER] })
    await screen.findByText(/She plans for forty/)
    await user.click(chips()[1]!)
    expect(chips()[1]!.getAttribute('aria-pressed')).toBe('true')
    await screen.findByText('Citation 2 of 3')
    await user.click(screen.getByRole('button', { name: 'Next citation' }))
    await screen.findByText('Citation 3 of 3')
    expect(chips().map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
    await user.click(screen.getByRole('button', { name: 'Close the passage' }))
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('says what is not in the recordings, what was left out, and that quotes are quotes', async () => {
    const answers = [
      anAnswer({
        answer_id: '4'.repeat(32),
        missing: 'the second wave',
        left_out: 2,
        sentences: [{ ...sentence('Forty.', aCitation(INTERVIEW, 0)), is_related: true }],
      }),
      anAnswer({
        answer_id: '5'.repeat(32),
        engine: null,
        no_model: 'notConfigured',
        sentences: [sentence('We stayed.', aCitation(INTERVIEW, 0))],
      }),
      anAnswer({ answer_id: '6'.repeat(32), state: 'stopped' }),
      anAnswer({
        answer_id: '7'.repeat(32),
        engine: null,
        no_model: 'modelFailed',
        sentences: [],
        model_failure: { model: 'qwen3:8b', failure: 'untrusted-certificate' },
      }),
    ]
    await renderAsk(`?thread=${THREAD_ID}`, { threads: [aThread()], answers })
    expect((await screen.findByRole('note')).textContent).toContain(
      'Not in your recordings: the second waveWhat was said about it:Forty.',
    )
    expect(screen.getByText(/2 sentences were left out/)).toBeTruthy()
    expect(screen.getByText(/These are quotes. No language model/)).toBeTruthy()
    expect(screen.getByText('Stopped. What was written is kept.')).toBeTruthy()
    expect(await screen.findByText(/qwen3:8b gave no usable answer.*NODE_EXTRA_CA_CERTS/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('plays nothing of a recording that is gone', async () => {
    const answers = [anAnswer({ sentences: [sentence('Gone.', aCitation('c'.repeat(32), 0))] })]
    const { user } = await renderAsk(`?thread=${THREAD_ID}`, { threads: [aThread()], answers })
    await waitFor(() => expect(chips()[0]?.getAttribute('aria-disabled')).toBe('true'))
    await user.click(chips()[0]!)
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('renames and deletes threads, with undo', async () => {
    const { user, mock } = await renderAsk('', { threads: [aThread()] })
    await user.click(await screen.findByRole('button', { name: 'More about “Why forty clinics now”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.clear(dialog.getByRole('textbox'))
    await user.type(dialog.getByRole('textbox'), 'Clinics{Enter}')
    await screen.findByRole('link', { name: 'Clinics' })
    await user.click(screen.getByRole('button', { name: 'More about “Clinics”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Clinics' })).toBeNull())
    expect(mock.threads).toEqual([])
  })

  it('finds threads by their names', async () => {
    const { user } = await renderAsk('', { threads: [aThread(), aThread({ thread_id: '9'.repeat(32), title: 'Estoppel' })] })
    await user.click(await screen.findByRole('button', { name: 'Search your questions' }))
    await user.type(screen.getByRole('searchbox'), 'ESTOP')
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Why forty clinics now' })).toBeNull())
    expect(screen.getByRole('link', { name: 'Estoppel' })).toBeTruthy()
  })

  it('suggests questions that the recordings answer, in words of the page', async () => {
    const { user, asked } = await renderAsk('', {
      suggestions: [
        { kind: 'decisions', value: '' },
        { kind: 'speaker', value: 'Lena' },
      ],
    })
    expect(await screen.findByRole('button', { name: 'What did Lena say?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'What was decided?' }))
    await waitFor(() => expect(asked).toMatchObject([{ question: 'What was decided?', topic: 'decisions' }]))
  })

  it('asks the chosen recordings', async () => {
    const { user, asked } = await renderAsk()
    await user.click(await screen.findByRole('button', { name: 'What is asked: All recordings' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Budget call' }))
    await user.keyboard('{Escape}')
    await user.type(await field(), 'Who pays?{Enter}')
    await waitFor(() => expect(asked).toMatchObject([{ scope: { file_ids: [BUDGET] } }]))
  })

  it('finds any recording to ask, by its title or its text, beyond the latest', async () => {
    const old = Array.from({ length: 60 }, (_, n) =>
      fileRow({ id: String(n).padStart(32, '0'), filename: `Stand-up ${n}`, is_trans: true, start_time: 1000 - n }),
    )
    const { user, asked } = await renderAsk(
      '',
      {},
      { files: old, search: () => ({ recordings: [foundRecording({ file_id: old[58]!.id, filename: old[58]!.filename })] }) },
    )
    await user.click(await screen.findByRole('button', { name: 'What is asked: All recordings' }))
    expect((await screen.findAllByRole('menuitemcheckbox')).length).toBe(8)
    await user.click(screen.getByRole('menuitem', { name: 'Choose recordings…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose recordings' }))
    expect(dialog.getAllByRole('checkbox').length).toBe(50)
    expect(dialog.getByText('12 more. Search to find them.')).toBeTruthy()
    await user.type(dialog.getByRole('searchbox', { name: 'Search recordings' }), 'stand 57')
    await user.click(await dialog.findByRole('checkbox', { name: 'Stand-up 57' }))
    await user.click(await dialog.findByRole('checkbox', { name: 'Stand-up 58' }))
    expect(dialog.getByRole('status').textContent).toBe('2 chosen')
    expect(await axeViolations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Done' }))
    await user.click(await screen.findByRole('button', { name: 'What is asked: 2 recordings' }))
    expect((await screen.findAllByRole('menuitemcheckbox', { checked: true })).length).toBe(2)
    await user.keyboard('{Escape}')
    await user.type(await field(), 'Who pays?{Enter}')
    await waitFor(() => expect(asked).toMatchObject([{ scope: { file_ids: [old[57]!.id, old[58]!.id] } }]))
  })

  it('marks the word that is spoken in the cited passage', async () => {
    const { user } = await renderAsk(`?thread=${THREAD_ID}`, { threads: [aThread()], answers: [ANSWER] })
    await screen.findByText(/She plans for forty/)
    await user.click(chips()[0]!)
    const spoken = () => [...document.querySelectorAll('[data-spoken]')].map(({ textContent }) => textContent)
    await waitFor(() => expect(spoken()).toEqual(['The']))
    expect([...document.querySelectorAll('aside mark')].map(({ textContent }) => textContent).join('')).toBe('The nurses stayed.')
  })

  it('copies a thread as Markdown, in which texts of strangers stay text', async () => {
    const answers = [
      ANSWER,
      anAnswer({
        answer_id: '7'.repeat(32),
        question: 'And [this](https://evil.test)?',
        missing: 'the <b>cost</b>',
        sentences: [sentence('# Forty.', aCitation(BUDGET, 0))],
      }),
    ]
    const { user } = await renderAsk(`?thread=${THREAD_ID}`, { threads: [aThread()], answers })
    await user.click(await screen.findByRole('button', { name: 'Share this thread' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy as Markdown' }))
    await screen.findByText('Thread copied.')
    expect(await navigator.clipboard.readText()).toBe(
      [
        '# Why forty clinics now',
        '## Why forty clinics?',
        'The nurses stayed. (Interview 6:14)',
        'She plans for forty. (Interview 6:19)',
        'The ministry pays. (Budget call 3:20)',
        '## And \\[this\\](https://evil.test)?',
        '\\# Forty. (Budget call 0:00)',
        '> **Not in your recordings:** the \\<b\\>cost\\</b\\>',
        '',
      ]
        .join('\n\n')
        .trimEnd() + '\n',
    )
  })

  it('asks a question that the palette hands over, once', async () => {
    handQuestion('Who pays?')
    const { asked } = await renderAsk()
    await screen.findByText(/The ministry pays/)
    expect(asked.map(({ question }) => question)).toEqual(['Who pays?'])
  })

  it('explains a refusal, and offers another try after a failure', async () => {
    const { user, mock } = await renderAsk('', { answer: () => new MockError(-7) })
    await user.type(await field(), 'Who pays?{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('None of the chosen recordings has a transcript')
    mock.answer = () => new MockError(500)
    await user.type(await field(), 'Who pays?{Enter}')
    const retry = await screen.findByRole('button', { name: 'Try again' })
    mock.answer = () => ({ thread: aThread(), answer: ANSWER })
    await user.click(retry)
    await screen.findByText(/The ministry pays/)
  })

  it('says what a plan needs, and offers the search instead', async () => {
    await renderAsk('', {}, { type: 'starter' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Asking is part of Pro and Unlimited' })).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/search')
    expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toMatch(/^\/member\/purchase/)
    expect(await axeViolations()).toEqual([])
  })

  it('asks nothing while the server cannot be reached', async () => {
    const { user, asked } = await renderAsk()
    await screen.findByText('Your questions appear here.')
    await screen.findByRole('button', { name: 'Date' })
    act(() => setReachable(false))
    await user.type(await field(), 'Who pays?{Enter}')
    expect(screen.getAllByText(/You are offline/).length).toBeGreaterThan(0)
    expect(asked).toEqual([])
  })

  it('says that a thread is gone', async () => {
    await renderAsk(`?thread=${THREAD_ID}`)
    expect(await screen.findByText('This thread no longer exists.')).toBeTruthy()
  })
})
