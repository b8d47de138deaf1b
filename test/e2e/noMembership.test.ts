import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { axeFindings } from '#test/browser/axeFindings.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type RunningEarshot, spawnEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type User, signUp } from '#test/server/user.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

const SHOP = 'https://shop.example.org/'

let dir: string
let running: RunningEarshot
let user: User
let page: Page

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-none-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', SIGN_UP: 'open', WELCOME: 'off', LOG_LEVEL: 'fatal', PLAN: 'none' }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings, MAIN_SITE_URL: SHOP })
  user = await signUp(running.url, 'otto')
  const context = await (await sharedBrowser()).newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  context.setDefaultTimeout(15_000)
  await storeValues(context, { tokenstr: user.token, consent: { statistics: false } })
  page = await context.newPage()
})
afterAll(async () => {
  await page?.context().close()
  await running?.stop()
  await rm(dir, { recursive: true, force: true })
})

describe('an account without a membership (A§2, A§6, B§2)', () => {
  it('is shown the available devices once', async () => {
    await page.goto(running.url + paths.home())
    const promo = page.getByRole('dialog').filter({ has: page.getByRole('link', { name: /Get|device|pen/i }) })
    await promo.first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await promo.first().waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByRole('button', { name: 'New recording' }).first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('is offered a device instead of an upload', async () => {
    await page.getByRole('button', { name: 'New recording' }).first().click()
    await page
      .getByRole('menuitem', { name: /Upload|Import/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Uploading needs a membership' })
    await dialog.waitFor()
    expect(await dialog.getByRole('link', { name: 'Get a device' }).getAttribute('href')).toBe(SHOP)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expectRefusal(user.upload.presign({ body: { filesize: 1000, file_type: 'MP3' } }))
  })

  it('sees a locked card until a code unlocks it', async () => {
    await page.goto(running.url + paths.memberIndex())
    const card = page.getByRole('region', { name: 'Unlock transcription and summaries' }).last()
    await card.getByRole('link', { name: 'Get a device' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    const { exited, output } = spawnEarshot(['grants', 'codes', '--plan', 'pro', '--months', '1', '--count', '1'], {
      DATA_DIR: join(dir, 'data'),
    })
    expect(await exited).toBe(0)
    await page.getByRole('textbox', { name: 'Code' }).fill(output().trim())
    await page.getByRole('button', { name: 'Redeem' }).click()
    await page.getByRole('region', { name: 'Pro', exact: true }).getByText('1,200').first().waitFor()
    expect((await user.upload.presign({ body: { filesize: 1000, file_type: 'MP3' } })).data).toBeTruthy()
  })
})
