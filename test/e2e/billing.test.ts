import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { type User, signUp } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

let dir: string
let running: RunningEarshot
let user: User
let page: Page
const pageErrors: string[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-billing-'))
  const sandbox = { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo', PLAN: 'starter' }
  const settings = { EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', LOG_LEVEL: 'warn', ...sandbox }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
  user = await signUp(running.url, 'nina')
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(15_000)
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  page = await context.newPage()
  page.on('pageerror', (error) => pageErrors.push(String(error)))
})
afterAll(async () => {
  await page?.context().close()
  await running?.stop()
  await rm(dir, { recursive: true, force: true })
})

const card = (name: string) => page.getByRole('region', { name, exact: true })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const button = (name: string | RegExp) => page.getByRole('button', { name })

/** Opens the page of the provider's test controls, performs an action there, and returns. */
async function control(action: string): Promise<void> {
  const { data } = await user.billing.portal({})
  const tab = await page.context().newPage()
  await tab.goto(data.url)
  await tab.getByRole('link', { name: 'Test controls' }).click()
  await tab.getByRole('button', { name: action }).first().click()
  await tab.waitForLoadState()
  await tab.close()
}

async function closeNotice(name: string): Promise<void> {
  await dialog(name).getByRole('button', { name: 'Close' }).last().click()
  await dialog(name).waitFor({ state: 'hidden' })
}

describe('buying in the sandbox (A§4)', () => {
  it('shows the plans with their prices, and offers the trial once on the first visit', async () => {
    await page.goto(running.url + paths.memberPurchase())
    await dialog(/^Try Pro free/).waitFor()
    await dialog(/^Try Pro free/)
      .getByRole('button', { name: 'Not now' })
      .click()
    await card('Pro').getByText('$118.80 billed once a year').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.reload()
    await card('Pro').getByText('$118.80 billed once a year').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('offers the trial once more to a user who leaves the payment page', async () => {
    await page.getByRole('radio', { name: 'Monthly' }).click()
    await card('Pro').getByRole('button', { name: 'Start free trial' }).click()
    await page.waitForURL(/\/sandbox\/checkout\//)
    await button(/Close|Back|Cancel/).click()
    await dialog('The free trial is still available').waitFor()
    await dialog('The free trial is still available').getByRole('button', { name: 'Not now' }).click()
    expect(new URL(page.url()).search).toBe('')
  })

  it('starts a trial on the page of the provider, and confirms it on return', async () => {
    await page.getByRole('radio', { name: 'Monthly' }).click()
    await card('Pro').getByRole('button', { name: 'Start free trial' }).click()
    await page.waitForURL(/\/sandbox\/checkout\//)
    await button(/^(Start|Pay)/).click()
    await dialog('Your trial has begun').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await closeNotice('Your trial has begun')
    await page.getByText('In trial · 7 days left').waitFor()
    await page.goto(running.url + paths.memberIndex())
    await page.getByText('$12.90 a month').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('converts the trial when it ends, and lists the payment', async () => {
    await control('To the end of the trial')
    await page.goto(running.url + paths.memberBillings())
    await page.getByText('$12.90').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('upgrades for the displayed amount', async () => {
    await page.goto(running.url + paths.memberPurchase())
    await page.getByRole('radio', { name: 'Monthly', checked: true }).waitFor()
    await button('Upgrade to Unlimited').click()
    await dialog('Upgrade to Unlimited').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog('Upgrade to Unlimited')
      .getByRole('button', { name: /^Pay \$/ })
      .click()
    await dialog('Upgraded').waitFor()
    await closeNotice('Upgraded')
  })

  it('schedules a downgrade after a confirmation, and cancels it', async () => {
    await button('Switch to Pro').click()
    await page.getByRole('alertdialog', { name: 'Switch to Pro?' }).waitFor()
    await button('Change the plan').click()
    await dialog('Your plan will change').waitFor()
    await closeNotice('Your plan will change')
    await page.getByText(/^Begins on /).waitFor()
    await button('Keep Unlimited').click()
    await page.getByText('Your plan stays as it is.').waitFor()
    expect((await user.billing.subscription({})).data.subscription_schedule).toBeNull()
  })

  it('adds a pack, and revokes it when it is refunded', async () => {
    await button('Buy 600 minutes').click()
    await page.waitForURL(/\/sandbox\/checkout\//)
    await button(/^Pay/).click()
    await dialog('Minutes added').waitFor()
    await closeNotice('Minutes added')
    await page.goto(running.url + paths.memberIndex())
    await card('Extra minutes').getByText('600').first().waitFor()
    await control('Refund')
    await page.goto(running.url + paths.memberBillings())
    await page.getByText('Refunded').waitFor()
    expect((await user.me.me({})).data_user.seconds_left_traffic).toBe(0)
  })

  it('opens the page for cancelling the plan, and shows when it ends', async () => {
    await page.goto(running.url + paths.memberManage())
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(/\/sandbox\/portal\//)
    await button('Cancel at the end of the period').click()
    await button('Resume').waitFor()
    await page.goto(running.url + paths.memberManage())
    await page.getByText(/Ends on/).waitFor()
    expect(pageErrors).toEqual([])
  })
})
