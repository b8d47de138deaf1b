import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { INTERVIEW } from '#test/server/openAsk.ts'
import { type User, signUp } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { addSpokenRecording } from './harness/addSpokenRecording.ts'

const QUESTION = 'Who pays for the drivers?'
const PAID = 'The reserve pays for transport until March.'

let dir: string
let running: RunningEarshot
let ollama: Ollama
let user: User
let page: Page
let interviewId: string
const pageErrors: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-ask-'))
  ollama = await startOllama([{ name: 'qwen3:8b', size: 1, context: 40_960, numCtx: 32_000 }])
  ollama.answerWith(answer)
  const model = { LLM_BASE_URL: ollama.baseUrl, LLM_MODEL: 'qwen3:8b' }
  const settings = { EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', PLAN: 'pro', LOG_LEVEL: 'fatal', ...model }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  user = await signUp(running.url, 'olga')
  await user.me.changeSettings({ body: { transcribe_new: 'off' } })
  interviewId = await addSpokenRecording(user, 'Interview with Okafor', INTERVIEW)
  await addSpokenRecording(user, 'Budget call', [['Ben', 'The ministry wants receipts for the vehicles.']])
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(15_000)
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
})
afterAll(async () => {
  await page.context().close()
  await running.stop()
  await ollama[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

/** The output of the model: one sentence that a line supports, and one that no line supports. */
function answer(prompt: string): string {
  const line = Number(/^\[(\d+)\].*reserve pays/m.exec(prompt)?.[1] ?? 1)
  const sentences = [
    { text: PAID, rests_on: [line] },
    { text: 'The president flew to Mars in 1912.', rests_on: [line] },
  ]
  return JSON.stringify({ sentences, missing: '' })
}

const composer = () => page.getByRole('textbox', { name: /^Ask/ })
const chip = (name: string | RegExp) => page.getByRole('button', { name })

describe('asking recordings (A§1, A§2)', () => {
  it('answers with sentences that play their sources', async () => {
    await page.goto(running.url + paths.ask())
    await composer().fill(QUESTION)
    await composer().press('Enter')
    await page.getByText(PAID).waitFor()
    await page.getByText('1 sentence was left out').waitFor()
    expect(await page.getByText('Mars').count()).toBe(0)
    await chip('Play Interview with Okafor from 0:05').click()
    const passage = page.getByRole('complementary', { name: 'Recording' })
    await passage.getByText('Citation 1 of 1').waitFor()
    expect(await passage.locator('mark').textContent()).toBe(PAID)
    await page.getByRole('navigation', { name: 'Your questions' }).getByRole('link', { name: QUESTION }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('continues an earlier thread, and saves an answer as a note', async () => {
    await page.reload()
    await page.getByText(PAID).waitFor()
    await page.getByRole('button', { name: 'Save as note' }).click()
    await page.getByText('Saved as a note.').waitFor()
    const { data } = await user.notes.queryNote({ headers: { 'file-id': interviewId }, query: {} })
    expect(data.map(({ note_content }) => note_content)).toEqual([expect.stringContaining(`${PAID.slice(0, -1)}`)])
  })

  it('asks about one recording next to its page, and about all of them from there', async () => {
    await page.goto(running.url + paths.file(interviewId))
    await page.getByRole('main').getByRole('button', { name: 'Ask', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Ask about this recording' })
    await panel.getByRole('textbox').fill(QUESTION)
    await panel.getByRole('textbox').press('Enter')
    await page.getByRole('tab', { name: /^(Summary|Overview)$/ }).click()
    await panel.getByRole('button', { name: /^Play Interview with Okafor from 0:05/ }).click()
    await page.locator('[data-chosen]', { hasText: PAID }).waitFor()
    ollama.answerWith(JSON.stringify({ sentences: [], missing: 'the drivers after March' }))
    await panel.getByRole('textbox').fill('Who pays for the drivers after March?')
    await panel.getByRole('textbox').press('Enter')
    await panel.getByRole('note').getByText('the drivers after March').waitFor()
    await panel.getByText('Read in full: 0:00 to').last().waitFor()
    expect(await axeFindings(page)).toEqual([])
    ollama.answerWith(answer)
    await panel.getByRole('button', { name: 'Look in all recordings' }).last().click()
    // While the previous page is leaving, the sentence is on screen twice, even after the URL has changed.
    await page.waitForURL((url) => url.pathname === '/ask')
    await page.getByRole('navigation', { name: 'Your questions' }).waitFor()
    await page.getByRole('main').getByText(PAID).waitFor()
  })

  it('logged no errors', () => {
    expect(pageErrors).toEqual([])
  })
})
