import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#kit/paths.ts'
import { axeFindings } from '#test/running/axeFindings.ts'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'
import { LOCALES, type Locale, languageTag } from '#ui/locales.ts'
import { launchBrowser } from './browser.ts'

const PORT = '4391'

let dir: string
let running: Running
let browser: Browser
let user: User
let fileId: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-routes-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  running = await startEarshot({ PORT, DATA_DIR: join(dir, 'data'), ...settings })
  browser = await launchBrowser()
  user = await signUp(running.url, 'lena')
  await user.folders.create({ body: { name: 'Research' } })
  fileId = (await uploadSound(user, tone(90), { name: 'Interview' })).id
  await user.generate.transsumm({ params: { id: fileId }, body: {} })
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

/** The route table of A§2, and what each address must still be once the page is there. */
const routes = (): { address: string; ends?: string }[] => [
  { address: paths.home() },
  { address: '/home' },
  { address: paths.fileList() },
  { address: paths.fileList({ categoryId: 'allFiles' }) },
  { address: paths.fileList({ categoryId: 'trash' }) },
  { address: paths.file(fileId) },
  { address: paths.templates() },
  { address: paths.search() },
  { address: paths.ask() },
  { address: paths.memberIndex({ from: 'menu' }) },
  { address: paths.memberPurchase({ from: 'menu' }) },
  { address: paths.memberBillings() },
  { address: paths.memberHistory() },
  { address: paths.memberManage() },
  { address: paths.explore() },
  { address: paths.zapierDoc() },
  { address: paths.launchDesktop() },
  { address: paths.appLink() },
  { address: paths.uploadIntro() },
  { address: paths.buyDetail() },
  { address: paths.templatesHelp({ from: 'web' }) },
  { address: paths.cookiePolicy() },
  { address: paths.download() },
  { address: paths.privacy() },
  { address: paths.shortLink() },
  { address: paths.templateLink({ template_id: 't1' }), ends: paths.templates({ template_id: 't1' }) },
  { address: paths.transcriptionDetail() },
  { address: paths.userAgreement() },
  { address: paths.userDetail() },
  { address: paths.help() },
  { address: paths.share('nobody-gave-this-out') },
  { address: '/zapier-auth' },
  { address: '/no/such/page', ends: paths.home() },
]

/** A window of whoever is signed in and reads this language; what its console says that it should not. */
async function windowIn(locale: Locale, token: string | null): Promise<{ page: Page; troubles: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
  await context.addInitScript(
    ([language, held]) => {
      const keep = (key: string, value: unknown) =>
        localStorage.setItem(`earshot_${key}`, JSON.stringify({ value, expires: null }))
      keep('pweblang', language)
      if (held) keep('tokenstr', held)
    },
    [locale, token] as const,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const troubles: string[] = []
  page.on('console', (message) => message.type() === 'error' && troubles.push(`${page.url()}: ${message.text()}`))
  page.on('pageerror', (error) => troubles.push(`${page.url()}: ${String(error)}`))
  return { page, troubles }
}

/** The page is there: its heading says something, nothing of it is still being fetched. */
async function arrived(page: Page, address: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const here = location.pathname + location.search + location.hash === wanted
      const heading = document.querySelector('h1')?.textContent?.trim()
      return here && heading && document.querySelector('main') && !document.querySelector('[data-skeleton]')
    },
    address,
    { polling: 50 },
  )
}

describe('every route of A§2', () => {
  const walked: Record<string, Record<string, number>> = {}
  afterAll(() => console.table(walked))

  for (const base of ['', '/web7']) {
    for (const locale of LOCALES) {
      it(`opens ${base ? `below ${base}` : 'at the root'} in ${locale}, says nothing wrong and breaks no rule`, async () => {
        const { page, troubles } = await windowIn(locale, user.token)
        const [first, ...others] = routes()
        await page.goto(running.url + base + first!.address)
        for (const { address, ends } of [first!, ...others]) {
          // One load a language: from there as a link leads, which is what one does all day.
          await page.evaluate((to) => history.pushState(null, '', to), base + address)
          await arrived(page, base + (ends ?? address))
          const row = (walked[address.replace(fileId, '{id}')] ??= {})
          row[locale] = (row[locale] ?? 0) + 1
          expect(await page.evaluate(() => document.documentElement.lang)).toBe(languageTag(locale))
          expect({ address, findings: await axeFindings(page) }).toEqual({ address, findings: [] })
        }
        expect(troubles).toEqual([])
        await page.context().close()
      })
    }
  }
})

describe('a visitor without an account', () => {
  const open = () =>
    routes().filter(({ address }) =>
      /^\/(login|[a-z-]+doc|privacy|[a-z]+-policy|user-agreement|appfaq|common|download|applink|audio|buy|trans|user|short|share)/.test(
        address,
      ),
    )

  it('reads every public page, opened by its address', async () => {
    const { page, troubles } = await windowIn('en_US', null)
    for (const { address } of [{ address: paths.login() }, ...open()]) {
      await page.goto(running.url + address)
      await arrived(page, address)
      expect({ address, findings: await axeFindings(page) }).toEqual({ address, findings: [] })
    }
    expect(troubles).toEqual([])
    await page.context().close()
  })
})
