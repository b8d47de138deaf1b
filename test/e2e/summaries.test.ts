import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

const TEMPLATE = 'Who does what'
const SPOKEN = 'Anna writes the minutes and Ben calls the printer.'

let dir: string
let running: RunningEarshot
let ollama: Ollama
let author: User
let reader: User
let operatorPage: Page
let authorPage: Page
let readerPage: Page
const pageErrors: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-summaries-'))
  ollama = await startOllama([{ name: 'qwen3:8b', size: 1, context: 40_960, numCtx: 32_000 }])
  ollama.answerWith(writeSummary)
  const model = { LLM_BASE_URL: ollama.baseUrl, LLM_MODEL: 'qwen3:8b' }
  const settings = { EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', PLAN: 'pro', LOG_LEVEL: 'fatal', ...model }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  const operator = await signUp(running.url, 'olga')
  author = await signUp(running.url, 'ines')
  reader = await signUp(running.url, 'ben')
  authorPage = await openPage(author)
  operatorPage = await openPage(operator)
  readerPage = await openPage(reader)
})
afterAll(async () => {
  for (const page of [operatorPage, authorPage, readerPage]) await page.context().close()
  await running.stop()
  await ollama[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

/** The output of the model: the first line that contains the sentence, in every section it may be asked for. */
function writeSummary(prompt: string): string {
  const line = Number(/^\[(\d+)\].*Anna writes the minutes/m.exec(prompt)?.[1] ?? 1)
  const lines = [{ text: SPOKEN, rests_on: [line], owner: 'Anna', due: null }]
  const keys = ['overview', 'points', 'actions', ...Array.from({ length: 12 }, (_, index) => `section_${index + 1}`)]
  return JSON.stringify({
    headline: 'Minutes and printer',
    category: 'meeting',
    ...Object.fromEntries(keys.map((key) => [key, lines])),
  })
}

/** Opens a page of a user whose new recordings are not transcribed automatically. */
async function openPage(user: User): Promise<Page> {
  await user.me.changeSettings({ body: { transcribe_new: 'off' } })
  const browser = await sharedBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(15_000)
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  const page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  return page
}

/** Uploads a recording and opens its page. */
async function openRecording(page: Page, user: User, name: string): Promise<void> {
  const { id } = await uploadRecording(user, await readFile('test/fixtures/sound/speech.ogg'), { name, fileType: 'OPUS' })
  await page.goto(running.url + paths.file(id))
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const panel = (page: Page) => page.getByRole('tabpanel')
const chooseTemplate = async (page: Page, name: string) => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Template/ })
    .click()
  await dialog(page, 'All templates').getByRole('combobox').fill(name)
  await dialog(page, 'All templates').getByRole('option', { name }).first().click()
}

const generate = async (page: Page) => {
  await page.getByRole('button', { name: 'Generate' }).first().click()
  await dialog(page, 'Generate').getByRole('radio', { name: /^Auto/ }).click()
  await dialog(page, 'Generate').getByRole('button', { name: 'Generate' }).click()
  await panel(page).getByText(SPOKEN).first().waitFor()
}
const summarize = async (page: Page, choose?: () => Promise<void>) => {
  await page.getByRole('button', { name: 'Generate' }).first().click()
  await page.getByRole('menuitem', { name: 'Summarize again' }).click()
  await choose?.()
  await dialog(page, 'Summarize this recording again?').getByRole('button', { name: 'Summarize again' }).click()
}
const createNote = async (page: Page, template: string, model?: string) => {
  await page.getByRole('button', { name: 'New note' }).click()
  await chooseTemplate(page, template)
  if (model !== undefined) {
    await dialog(page, 'New note').getByRole('combobox', { name: 'Model' }).click()
    await page.getByRole('option', { name: new RegExp(`^${model}`) }).click()
  }
  await dialog(page, 'New note').getByRole('button', { name: 'Create note' }).click()
  await dialog(page, 'New note').waitFor({ state: 'detached' })
}
const openOwnTemplate = async (page: Page, status?: string) => {
  await page.goto(running.url + paths.templates())
  await page.getByRole('tab', { name: /^Mine/ }).click()
  const card = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: TEMPLATE })
  if (status !== undefined) await card.getByText(status, { exact: true }).waitFor()
  await card.getByRole('button').last().click()
  await page.getByRole('dialog').waitFor()
}

describe('from a recording to notes, and from a template to other people (B§4)', () => {
  it('generates with Auto, and the overview plays from the second that a point cites', async () => {
    await openRecording(authorPage, author, 'Printing')
    await generate(authorPage)
    await authorPage
      .getByRole('button', { name: /^Play from 0:0\d/ })
      .first()
      .click()
    await authorPage.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await expect.poll(() => axeFindings(authorPage)).toEqual([])
  })

  it('generates with a new template, and keeps the previous summary', async () => {
    const address = authorPage.url()
    await authorPage.goto(running.url + paths.templates())
    await authorPage.getByRole('button', { name: 'New template' }).click()
    await dialog(authorPage, 'New template').getByLabel('Name').fill(TEMPLATE)
    await dialog(authorPage, 'New template').getByLabel('Instructions').fill('# Tasks by person\nEach person with the tasks.')
    await dialog(authorPage, 'New template').getByRole('button', { name: 'Save', exact: true }).click()
    await dialog(authorPage, 'New template').waitFor({ state: 'detached' })
    await authorPage.goto(address)
    await summarize(authorPage, async () => {
      await authorPage
        .getByRole('dialog')
        .getByRole('radio', { name: /^Custom/ })
        .click()
      await chooseTemplate(authorPage, TEMPLATE)
    })
    await panel(authorPage).getByRole('heading', { name: 'Tasks by person' }).waitFor()
    await authorPage.getByRole('button', { name: 'Compare', exact: true }).click()
    await authorPage.getByRole('heading', { name: 'What changed' }).waitFor()
    expect(await axeFindings(authorPage)).toEqual([])
  })

  it('writes two notes, each in its tab', async () => {
    await createNote(authorPage, TEMPLATE)
    await authorPage.getByRole('tab', { name: TEMPLATE }).click()
    await panel(authorPage).getByRole('heading', { name: 'Tasks by person' }).waitFor()
    await createNote(authorPage, 'Stand-up')
    await authorPage.getByRole('tab', { name: 'Stand-up' }).click()
    await panel(authorPage).getByText(SPOKEN).first().waitFor()
    expect(await panel(authorPage).getByRole('heading', { name: 'Tasks by person' }).count()).toBe(0)
  })

  it('shows why a note failed, and generates it on retry', async () => {
    // Without a selected model, the note would be an extractive one.
    ollama.answerWith('I would rather not.')
    await createNote(authorPage, 'Interview', 'qwen3:8b')
    await authorPage.getByRole('tab', { name: 'Interview' }).click()
    await panel(authorPage).getByRole('button', { name: 'Try again' }).waitFor()
    await expect.poll(() => axeFindings(authorPage)).toEqual([])
    ollama.answerWith(writeSummary)
    await panel(authorPage).getByRole('button', { name: 'Try again' }).click()
    await panel(authorPage).getByText(SPOKEN).first().waitFor()
  })

  it('submits the template to the community', async () => {
    await openOwnTemplate(authorPage)
    await authorPage.getByRole('button', { name: 'More actions' }).click()
    await authorPage.getByRole('menuitem', { name: 'Edit' }).click()
    const editor = dialog(authorPage, 'Edit template')
    await editor.getByRole('button', { name: 'Share with the community…' }).click()
    await editor.getByLabel('Description').fill('Who has taken on what.')
    await editor.getByLabel('Category').selectOption({ label: 'Meeting' })
    await editor.getByLabel('Email for the reviewer').fill('ines@example.org')
    await editor.getByRole('button', { name: 'Continue' }).click()
    await editor.getByRole('button', { name: 'Submit' }).click()
    await dialog(authorPage, 'Template submitted').getByRole('button', { name: 'Done' }).click()
    await openOwnTemplate(authorPage, 'In review')
    expect(await axeFindings(authorPage)).toEqual([])
  })

  it('reads and publishes it as the operator of the server', async () => {
    await operatorPage.goto(`${running.url}/?profile=open&pane=template-review`)
    const waiting = operatorPage.getByRole('listitem').filter({ hasText: TEMPLATE })
    await waiting.getByRole('button', { name: 'Read instructions' }).click()
    await waiting.getByText('Each person with the tasks.').waitFor()
    await waiting.getByRole('button', { name: 'Publish' }).click()
    await operatorPage.getByText('Nothing waits for review.').waitFor()
    expect(await axeFindings(operatorPage)).toEqual([])
    await openOwnTemplate(authorPage, 'Published')
  })

  it('is used by another account for its own recording', async () => {
    await openRecording(readerPage, reader, 'Budget')
    await generate(readerPage)
    await readerPage.goto(running.url + paths.templates())
    await readerPage.getByRole('tab', { name: 'Community' }).click()
    await panel(readerPage).getByRole('listitem').filter({ hasText: TEMPLATE }).getByRole('button').last().click()
    await readerPage.getByRole('dialog').getByRole('button', { name: 'Use', exact: true }).click()
    await dialog(readerPage, 'Use on which recording?').getByText('Budget').click()
    await readerPage.getByRole('heading', { level: 1, name: 'Budget' }).waitFor()
    await summarize(readerPage)
    await panel(readerPage).getByRole('heading', { name: 'Tasks by person' }).waitFor()
    expect(pageErrors).toEqual([])
  })
})
