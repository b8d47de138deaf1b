import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { signUp } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

let dir: string
let running: RunningEarshot

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-billing-china-'))
  const sandbox = { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo', PLAN: 'starter', REGION: 'cn' }
  const settings = { EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', LOG_LEVEL: 'warn', ...sandbox }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings })
})
afterAll(async () => {
  await running?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** Texts of the page in both languages. */
const TEXTS = {
  en_US: {
    pack: 'Buy 600 minutes',
    monthly: 'Monthly',
    get: 'Choose Pro',
    upgrade: 'Upgrade to Unlimited',
    downgrade: 'Switch to Pro',
    expired: 'The QR code has expired',
    refresh: 'Refresh',
    close: 'Close',
    change: 'Change the plan',
    begins: /^Begins on /,
    minutes: 'Minutes added',
    began: 'Thank you',
    upgraded: 'Upgraded',
    changes: 'Your plan will change',
  },
  zh_CN: {
    pack: '购买 600 分钟',
    monthly: '按月',
    get: /^选择 ?专业版$/,
    upgrade: '升级到无限版',
    downgrade: /专业版$/,
    expired: '二维码已失效',
    refresh: '刷新',
    close: '关闭',
    change: '更改方案',
    begins: /生效/,
    minutes: '已增加分钟',
    began: '谢谢',
    upgraded: '升级成功',
    changes: '你的方案将会更改',
  },
} as const

/** Performs the action of a QR code on the phone. */
async function scan(url: string): Promise<void> {
  const body = new URLSearchParams({ action: url.includes('/agreement/') ? 'sign' : 'pay' })
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  expect(response.status).toBe(303)
}

describe('buying by QR code in the sandbox (A§4)', () => {
  it.each(['en_US', 'zh_CN'] as const)('sells packs and plans, also with an expired code: %s', async (locale) => {
    const t = TEXTS[locale]
    const user = await signUp(running.url, `nina${locale.slice(0, 2)}`)
    const context = await (
      await sharedBrowser()
    ).newContext({ viewport: { width: 1440, height: 900 }, locale: locale.replace('_', '-') })
    context.setDefaultTimeout(15_000)
    await storeValues(context, { tokenstr: user.token, pweblang: locale, consent: { statistics: false } })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))

    await page.clock.install()
    await page.goto(running.url + paths.memberPurchase())
    await page.getByRole('button', { name: t.pack }).click()
    await accept(page)
    await code(page)
    expect(await axeFindings(page)).toEqual([])
    await page.clock.fastForward(61_000)
    await page.getByText(t.expired).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: t.refresh }).click()
    await pay(page, t.minutes)
    expect((await user.me.me({})).data_user.seconds_left_traffic).toBe(36_000)

    await page.getByRole('radio', { name: t.monthly }).click()
    await page.getByRole('main').getByRole('button', { name: t.get }).click()
    await accept(page)
    await pay(page, t.began)
    expect((await user.me.me({})).data_user.membership_type).toBe('pro')

    await page.getByRole('radio', { name: t.monthly }).click()
    await page.getByRole('main').getByRole('button', { name: t.upgrade }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button').last().click()
    await accept(page)
    await pay(page, t.upgraded)
    expect((await user.me.me({})).data_user.membership_type).toBe('unlimited')

    await page.getByRole('radio', { name: t.monthly }).click()
    await page.getByRole('main').getByRole('button', { name: t.downgrade }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: t.change }).click()
    await accept(page)
    await pay(page, t.changes)
    await page.getByRole('radio', { name: t.monthly }).click()
    await page.getByText(t.begins).first().waitFor()

    expect(errors).toEqual([])
    // No card payment route of the other build is requested.
    expect(requests.filter((url) => url.includes('/stripe/'))).toEqual([])
    await context.close()
  })
})

async function accept(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('checkbox').click()
}

/** Returns the URL in the displayed QR code. */
async function code(page: Page): Promise<string> {
  await page.getByRole('dialog').getByRole('img').waitFor()
  return (await page.getByRole('dialog').locator('a[href*="/sandbox/phone/"]').getAttribute('href')) ?? ''
}

/** Scans the code, and waits for the notice on the page that loads afterwards. */
async function pay(page: Page, notice: string): Promise<void> {
  await scan(await code(page))
  await page.clock.runFor(6000)
  const dialog = page.getByRole('dialog', { name: notice })
  await dialog.waitFor()
  await dialog.getByRole('button').last().click()
  await dialog.waitFor({ state: 'hidden' })
}
