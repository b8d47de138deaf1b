import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningEarshot, startEarshot } from '#test/process/startEarshot.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type User, signUp, uploadRecording } from '#test/server/user.ts'
import { LOCALES, type Locale, languageTag } from '#browser/i18n/locales.ts'
import { launchBrowser } from '../browser/launchBrowser.ts'
import { RouteMonitor } from './harness/RouteMonitor.ts'
import { type RouteCase, visitorRoutes, signedInRoutes, signedOutRoutes } from './routeTable.ts'

const BASES = ['', '/web7'] as const

let dir: string
let running: RunningEarshot
let browser: Browser
let user: User
let fileId: string
let messageKeys: Set<string>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-routes-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  const zapier = { ZAPIER_CLIENT_ID: 'zapier', ZAPIER_CLIENT_SECRET: 'hush', ZAPIER_REDIRECT_URI: 'http://127.0.0.1:9/back' }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings, ...zapier })
  browser = await launchBrowser()
  user = await signUp(running.url, 'lena')
  await user.folders.create({ body: { name: 'Research' } })
  fileId = (await uploadRecording(user, createToneWav(90), { name: 'Interview' })).id
  await user.generate.transsumm({ params: { id: fileId }, body: {} })
  const files = await Array.fromAsync(glob('src/**/messages/en_US.json'), (file) => readFile(file, 'utf8'))
  messageKeys = new Set(files.flatMap((text) => Object.keys(JSON.parse(text) as object)))
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

type RouteRun = { base: string; locale: Locale; routeCases: RouteCase[]; titles: Map<string, string> }

/** Opens every address within the app. Returns what is wrong, by address. */
async function checkRoutes(
  monitor: RouteMonitor,
  { base, locale, routeCases, titles }: RouteRun,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { address, ends = address, page, dialog = false } of routeCases) {
    await monitor.navigate(base + address)
    await monitor.waitForPage(addressBelow(base, ends), dialog)
    const problems = await monitor.findProblems({ lang: languageTag(locale), dialog })
    const title = await monitor.page.title()
    const titleConflict = [...titles].find(([otherPage, knownTitle]) => (otherPage === page) !== (knownTitle === title))
    if (titleConflict) problems.push(`its title "${title}" and that of the page ${titleConflict[0]}, "${titleConflict[1]}"`)
    else titles.set(page, title)
    if (problems.length > 0) found[address] = problems
    const row = (visits[address.replace(fileId, '{id}').slice(0, 40)] ??= {})
    row[locale] = (row[locale] ?? 0) + 1
  }
  return found
}

/** The final address below a base path. A return address in the query is below it as well. */
const addressBelow = (base: string, address: string) =>
  base + address.replace('?from_url=%2F', `?from_url=${encodeURIComponent(`${base}/`)}`)

const visits: Record<string, Record<string, number>> = {}

describe('every route of A§2 and B§2', () => {
  afterAll(() => console.table(visits))

  it.each(LOCALES)('opens at the root and below /web7 in %s without console errors or accessibility findings', async (locale) => {
    const runs = BASES.map(async (base) => {
      await using monitor = await RouteMonitor.open(browser, locale, messageKeys)
      const titles = new Map<string, string>()
      // One page load per language and base. Everything after it is client-side navigation, as in daily use.
      await monitor.load(`${running.url}${base}/privacy`)
      const signedOutProblems = await checkRoutes(monitor, { base, locale, routeCases: signedOutRoutes(), titles })
      await monitor.signIn(user.token)
      const found = {
        ...signedOutProblems,
        ...(await checkRoutes(monitor, { base, locale, routeCases: signedInRoutes(fileId), titles })),
      }
      return { base, found, troubles: monitor.pageErrors }
    })
    expect(messageKeys.size).toBeGreaterThan(500)
    expect(await Promise.all(runs)).toEqual(BASES.map((base) => ({ base, found: {}, troubles: [] })))
  })
})

describe('a visitor without an account', () => {
  it('reads every public page and is redirected to sign-in from every other, without failed requests', async () => {
    const routeCases = visitorRoutes(fileId)
    const halves = [routeCases.filter((_, index) => index % 2 === 0), routeCases.filter((_, index) => index % 2 === 1)].map(
      async (routeCasesOfHalf) => {
        await using monitor = await RouteMonitor.open(browser, 'en_US', messageKeys)
        const found: Record<string, string[]> = {}
        for (const { address, ends = address } of routeCasesOfHalf) {
          await monitor.load(running.url + address)
          await monitor.waitForPage(ends, false)
          const problems = await monitor.findProblems({ lang: 'en-US' })
          if (problems.length > 0) found[address] = problems
        }
        return { found, troubles: monitor.pageErrors }
      },
    )
    expect(await Promise.all(halves)).toEqual([1, 2].map(() => ({ found: {}, troubles: [] })))
  })
})
