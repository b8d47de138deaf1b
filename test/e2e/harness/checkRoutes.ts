import { glob, readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'
import { type Locale, languageTag } from '#shared/locales.ts'
import { sharedBrowser } from '../../browser/launchBrowser.ts'
import { type RouteCase, signedInRoutes, signedOutRoutes } from '../routeTable.ts'
import { RouteMonitor } from './RouteMonitor.ts'

/** An account with a folder and a transcribed recording, a browser, and all message keys. */
export type RouteHarness = { url: string; browser: Browser; token: string; fileId: string; messageKeys: ReadonlySet<string> }

/** Prepares an account named `name` at `url`. */
export async function openRouteHarness(url: string, name: string): Promise<RouteHarness> {
  const browser = await sharedBrowser()
  const user = await signUp(url, name)
  await user.folders.create({ body: { name: 'Research' } })
  const fileId = (await uploadRecording(user, createToneWav(90), { name: 'Interview' })).id
  await user.generate.transsumm({ params: { id: fileId }, body: {} })
  const files = await Array.fromAsync(glob('src/**/messages/en_US.json'), (file) => readFile(file, 'utf8'))
  const messageKeys = new Set(files.flatMap((text) => Object.keys(JSON.parse(text) as object)))
  return { url, browser, token: user.token, fileId, messageKeys }
}

/** Opens every URL of A§2 and B§2 below a base path, in one language. Returns the problems by URL, and the console errors. */
export async function checkRoutes(
  { url, browser, token, fileId, messageKeys }: RouteHarness,
  { base, locale }: { base: string; locale: Locale },
): Promise<{ found: Record<string, string[]>; pageErrors: string[] }> {
  await using monitor = await RouteMonitor.open(browser, locale, messageKeys)
  const titles = new Map<string, string>()
  const check = (routeCases: RouteCase[]) => checkAddresses(monitor, { base, locale, routeCases, titles })
  // One page load per language and base. Everything after it is client-side navigation, as in normal use.
  await monitor.load(`${url}${base}/privacy`)
  const signedOut = await check(signedOutRoutes())
  await monitor.signIn(token)
  const signedIn = await check(signedInRoutes(fileId))
  return { found: { ...signedOut, ...signedIn }, pageErrors: monitor.pageErrors }
}

type AddressCheck = { base: string; locale: Locale; routeCases: RouteCase[]; titles: Map<string, string> }

async function checkAddresses(
  monitor: RouteMonitor,
  { base, locale, routeCases, titles }: AddressCheck,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { address, ends = address, page, dialog = false } of routeCases) {
    await monitor.navigate(base + address)
    await monitor.waitForPage(addressBelow(base, ends), dialog)
    // A page reachable at several URLs is checked with axe once. Sign-in for the desktop program has additional parts.
    const wasChecked = titles.has(page) && !dialog && !ends.includes('desktop')
    const problems = await monitor.findProblems({ lang: languageTag(locale), dialog, skipsAxe: wasChecked })
    const title = await monitor.page.title()
    const titleConflict = [...titles].find(([otherPage, knownTitle]) => (otherPage === page) !== (knownTitle === title))
    if (titleConflict) problems.push(`its title "${title}" and that of the page ${titleConflict[0]}, "${titleConflict[1]}"`)
    else titles.set(page, title)
    if (problems.length > 0) found[address] = problems
  }
  return found
}

/** The final URL below a base path. A return URL in the query is below it as well. */
const addressBelow = (base: string, address: string) =>
  base + address.replace('?from_url=%2F', `?from_url=${encodeURIComponent(`${base}/`)}`)
