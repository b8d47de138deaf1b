import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { INTERVIEW } from '#test/server/openAsk.ts'
import { type User, signUp } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'
import { addSpokenRecording } from './harness/addSpokenRecording.ts'
import { sharedEarshot } from './sharedEarshot.ts'

const BUDGET = [
  ['Ben', 'The ministry wants receipts for the vehicles.'],
  ['Ada', 'The drivers keep them in the cars, and the road is long.'],
] as const

let user: User
let interviewId: string
let context: BrowserContext
let page: Page
const pageErrors: string[] = []

beforeAll(async () => {
  user = await signUp(sharedEarshot.url, 'searching')
  await user.me.changeSettings({ body: { transcribe_new: 'off' } })
  interviewId = await addSpokenRecording(user, 'Interview with Okafor', INTERVIEW)
  await addSpokenRecording(user, 'Budget call', BUDGET)
  const isReady = async () => {
    const { data } = await user.search.recordings({ body: { query: 'drivers' } })
    return data.not_indexed === 0 && data.total_recordings === 2
  }
  while (!(await isReady())) await systemClock.wait(50)
  const browser = await sharedBrowser()
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(10_000)
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
  page.on('pageerror', (error) => pageErrors.push(String(error)))
  await page.goto(sharedEarshot.url + paths.search())
})
afterAll(() => context.close())

const field = () => page.getByRole('searchbox', { name: 'Search your recordings' })
const group = (name: string) => page.getByRole('region', { name })
const results = () => page.locator('a[data-result]')
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')

describe('searching recordings (A§2)', () => {
  it('finds moments while typing, and plays one from its position', async () => {
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search')
    await page.keyboard.type('drivers')
    const row = group('Interview with Okafor').getByRole('listitem')
    await row.getByText('0:04').waitFor()
    expect(await row.locator('mark').textContent()).toBe('drivers')
    const colour = await row.getByText('Lena', { exact: true }).evaluate((element) => element.style.color)
    expect(colour).toBe('var(--s1)')
    expect(await axeFindings(page)).toEqual([])
    await row.getByRole('button', { name: 'Play from 0:04' }).click()
    const player = page.getByRole('region', { name: 'Player' })
    await player.getByText(/Moment [12] of 2/).waitFor()
    await row.getByRole('button', { name: 'Pause' }).click()
    await row.getByRole('button', { name: 'Play from 0:04' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('filters by speaker, and supports phrases and excluded words', async () => {
    await page.getByRole('button', { name: 'Speaker', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Ada' }).click()
    await page.keyboard.press('Escape')
    await group('Interview with Okafor').waitFor({ state: 'detached' })
    await group('Budget call').getByText('keep them in the cars').waitFor()
    await page.getByRole('button', { name: 'Clear filter: Speaker' }).click()
    await field().fill('"the road is"')
    await group('Interview with Okafor').waitFor({ state: 'detached' })
    await group('Budget call').waitFor()
    await field().fill('road -Kasese')
    await group('Budget call').getByText('the road is long').waitFor()
    expect(await group('Interview with Okafor').count()).toBe(0)
  })

  it('suggests corrections of a word', async () => {
    await field().fill('recipts')
    await page.getByText('Did you mean').waitFor()
    await page.getByRole('button', { name: 'receipts', exact: true }).click()
    await group('Budget call').getByText('wants').waitFor()
    expect(await field().inputValue()).toBe('receipts')
  })

  it('goes from a query to the moment and back with the keyboard', async () => {
    await field().fill('Kasese')
    await group('Interview with Okafor').waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('Kasese')
    await page.keyboard.press('/')
    await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'search')
    await results().first().press('Enter')
    await page.waitForURL(`**${paths.file(interviewId)}#t=2000`)
    await page.getByText('And if the road to Kasese closes again?').waitFor()
    await page.goBack()
    await results().first().waitFor()
    // Queries that led to a result are offered again.
    await field().fill('')
    await page.getByRole('button', { name: 'Kasese', exact: true }).press('Enter')
    await group('Interview with Okafor').waitFor()
    expect(await field().inputValue()).toBe('Kasese')
  })

  it('finds the same in the command palette', async () => {
    await page.goto(sharedEarshot.url + paths.home())
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog')
    await palette.getByRole('combobox').fill('Kasese')
    const moment = palette.getByRole('option', { name: /road to Kasese/ })
    await moment.getByText('0:02').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await moment.click()
    await page.waitForURL(`**${paths.file(interviewId)}#t=2000`)
  })

  it('logged no errors', () => {
    expect(pageErrors).toEqual([])
  })
})
