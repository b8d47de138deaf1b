import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Running, startEarshot } from '#test/running/startEarshot.ts'
import { tone } from '#test/world/tone.ts'
import { type User, signUp, uploadSound } from '#test/world/user.ts'
import { LOCALES, type Locale, languageTag } from '#ui/locales.ts'
import { launchBrowser } from './browser.ts'
import { PageWatch } from './PageWatch.ts'
import { type Stop, forVisitors, signedIn, signedOut } from './routeTable.ts'

const BASES = ['', '/web7'] as const

let dir: string
let running: Running
let browser: Browser
let user: User
let fileId: string
let keys: Set<string>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-routes-'))
  const settings = { EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
  const zapier = { ZAPIER_CLIENT_ID: 'zapier', ZAPIER_CLIENT_SECRET: 'hush', ZAPIER_REDIRECT_URI: 'http://127.0.0.1:9/back' }
  running = await startEarshot({ DATA_DIR: join(dir, 'data'), ...settings, ...zapier })
  browser = await launchBrowser()
  user = await signUp(running.url, 'lena')
  await user.folders.create({ body: { name: 'Research' } })
  fileId = (await uploadSound(user, tone(90), { name: 'Interview' })).id
  await user.generate.transsumm({ params: { id: fileId }, body: {} })
  const files = await Array.fromAsync(glob('src/**/messages/en_US.json'), (file) => readFile(file, 'utf8'))
  keys = new Set(files.flatMap((text) => Object.keys(JSON.parse(text) as object)))
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await rm(dir, { recursive: true, force: true })
})

type Walk = { base: string; locale: Locale; stops: Stop[]; titles: Map<string, string> }

/** Opens every address within the app. Returns what is wrong, by address. */
async function walk(watch: PageWatch, { base, locale, stops, titles }: Walk): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { address, ends = address, page, dialog = false } of stops) {
    await watch.goTo(base + address)
    await watch.arrived(ended(base, ends), dialog)
    const wrongs = await watch.wrongs({ lang: languageTag(locale), dialog })
    const title = await watch.page.title()
    const same = [...titles].find(([other, known]) => (other === page) !== (known === title))
    if (same) wrongs.push(`its title "${title}" and that of the page ${same[0]}, "${same[1]}"`)
    else titles.set(page, title)
    if (wrongs.length > 0) found[address] = wrongs
    const row = (walked[address.replace(fileId, '{id}').slice(0, 40)] ??= {})
    row[locale] = (row[locale] ?? 0) + 1
  }
  return found
}

/** The final address below a base path. A return address in the query is below it as well. */
const ended = (base: string, address: string) =>
  base + address.replace('?from_url=%2F', `?from_url=${encodeURIComponent(`${base}/`)}`)

const walked: Record<string, Record<string, number>> = {}

describe('every route of A§2 and B§2', () => {
  afterAll(() => console.table(walked))

  it.each(LOCALES)('opens at the root and below /web7 in %s without console errors or accessibility findings', async (locale) => {
    const both = BASES.map(async (base) => {
      await using watch = await PageWatch.open(browser, locale, keys)
      const titles = new Map<string, string>()
      // One page load per language and base. Everything after it is client-side navigation, as in daily use.
      await watch.load(`${running.url}${base}/privacy`)
      const out = await walk(watch, { base, locale, stops: signedOut(), titles })
      await watch.signIn(user.token)
      const found = { ...out, ...(await walk(watch, { base, locale, stops: signedIn(fileId), titles })) }
      return { base, found, troubles: watch.troubles }
    })
    expect(keys.size).toBeGreaterThan(500)
    expect(await Promise.all(both)).toEqual(BASES.map((base) => ({ base, found: {}, troubles: [] })))
  })
})

describe('a visitor without an account', () => {
  it('reads every public page and is redirected to sign-in from every other, without failed requests', async () => {
    const stops = forVisitors(fileId)
    const halves = [stops.filter((_, nth) => nth % 2 === 0), stops.filter((_, nth) => nth % 2 === 1)].map(async (half) => {
      await using watch = await PageWatch.open(browser, 'en_US', keys)
      const found: Record<string, string[]> = {}
      for (const { address, ends = address } of half) {
        await watch.load(running.url + address)
        await watch.arrived(ends, false)
        const wrongs = await watch.wrongs({ lang: 'en-US' })
        if (wrongs.length > 0) found[address] = wrongs
      }
      return { found, troubles: watch.troubles }
    })
    expect(await Promise.all(halves)).toEqual([1, 2].map(() => ({ found: {}, troubles: [] })))
  })
})
