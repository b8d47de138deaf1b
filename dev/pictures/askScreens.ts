import type { Page, Route } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import type { AskAnswer, AskThread } from '#features/ask/contract.ts'
import { type PictureContext, type Screen, openAddress } from './Screen.ts'

const THREAD_ID = '1'.repeat(32)
const NOW = 1_795_252_320

/** The ask page with answers, during playback and before the first question; the panel of a recording; the palette. */
export const ASK_SCREENS: readonly Screen[] = [
  {
    name: 'ask-answer',
    open: async (page, context) => {
      await openAsk(page, context, paths.ask({ thread: THREAD_ID }))
      await page.locator('[data-cite]').nth(1).click()
      await page.locator('aside ol mark, aside blockquote').first().waitFor()
    },
  },
  {
    name: 'ask-thread',
    open: async (page, context) => {
      await openAsk(page, context, paths.ask({ thread: THREAD_ID }))
      await page.locator('[role=note]').first().waitFor()
    },
  },
  {
    name: 'ask-empty',
    open: async (page, context) => {
      await openAsk(page, context, paths.ask())
      await page.locator('nav a[href*="thread="]').first().waitFor()
    },
  },
  {
    name: 'ask-panel',
    open: async (page, context) => {
      await openAsk(page, context, paths.file(context.fileId))
      await page.locator('header button[aria-pressed]').first().click()
      await page.locator('[data-cite]').first().waitFor()
    },
  },
  {
    name: 'ask-palette',
    open: async (page, context) => {
      await openAsk(page, context, paths.home())
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('combobox').waitFor()
      await page.keyboard.type('?Who pays for the drivers')
      await page.locator('[role=option]').first().waitFor()
    },
  },
]

/** Opens a page with mocked answers, so that every picture shows the same. */
async function openAsk(page: Page, context: PictureContext, address: string): Promise<void> {
  const reply = (data: unknown) => async (route: Route) =>
    route.fulfill({ json: { request_id: 'picture', status: 0, msg: 'success', data } })
  const threads = createThreads(address.startsWith('/file') ? context.fileId : null)
  await page.route('**/api/ask/threads', reply(threads))
  await page.route('**/api/ask/threads?*', reply(threads))
  await page.route(`**/api/ask/threads/${THREAD_ID}`, reply({ thread: threads[0], answers: createAnswers(context.fileId) }))
  await page.route(
    '**/api/ask/suggestions*',
    reply([
      { kind: 'decisions', value: '' },
      { kind: 'speaker', value: 'Lena Brandt' },
      { kind: 'subject', value: 'second survey' },
    ]),
  )
  await openAddress(page, context, address)
  await page.locator('main').waitFor()
}

const createThreads = (fileId: string | null): AskThread[] =>
  ['Why forty clinics now', 'Open to-dos from stand-ups', 'Estoppel, lectures 7 to 9', 'What the landlord agreed to'].map(
    (title, n) => ({
      title,
      file_id: fileId,
      made_at: NOW,
      changed_at: Math.round(Date.now() / 1000) - n * 86_400 * n,
      thread_id: String(n + 1).repeat(32),
    }),
  )

function createAnswers(fileId: string): AskAnswer[] {
  const cite = (start_ms: number) => ({
    file_id: fileId,
    segment_id: '1',
    start_ms,
    end_ms: start_ms + 3000,
    quote: 'It was the age of wisdom.',
  })
  const sentence = (text: string, ...starts: number[]) => ({ text, is_related: false, citations: starts.map(cite) })
  const common: Omit<AskAnswer, 'answer_id' | 'question' | 'sentences'> = {
    scope: { file_ids: [], folder_ids: [], speakers: [] },
    state: 'done',
    missing: null,
    left_out: 0,
    made_at: NOW,
    engine: 'qwen3:8b',
    no_model: null,
    sources: { passages: 9, recordings: 3, whole_ms: null },
  }
  return [
    {
      ...common,
      answer_id: '4'.repeat(32),
      question: 'When did Dr. Okafor change her mind about forty clinics?',
      sentences: [
        sentence('In May she called forty out of reach.', 2000),
        sentence('Now she plans for forty before the rains, in two waves of twenty.', 6000),
        sentence('What changed her mind: the nurses stayed. Eleven left, not the third she had feared.', 9000, 14_000),
        { ...sentence('Somebody should ask what the drivers cost.', 12_000), is_related: true },
      ],
      missing: 'what the second wave costs',
    },
    {
      ...common,
      answer_id: '5'.repeat(32),
      question: 'Who pays for the drivers?',
      engine: null,
      no_model: 'notConfigured',
      sentences: [
        sentence('The reserve pays for transport until March.', 18_000),
        sentence('After March nobody has said.', 21_000),
      ],
    },
  ]
}
