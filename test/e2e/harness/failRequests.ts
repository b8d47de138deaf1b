import type { Page, Route } from 'playwright-core'
import type { RouteHarness } from './checkRoutes.ts'
import { RouteMonitor } from './RouteMonitor.ts'
import type { RouteCase } from '../routeTable.ts'

/** The reply of the server to an internal error. */
const FAULT = { status: 500, contentType: 'application/json', body: '{"status":-500,"msg":"internal error","request_id":"r1"}' }
/** How long a page may show its loading state after a failure: several times what it needs. */
const LOADING_TIMEOUT = 8_000

const isApiGet = (url: string, method: string) =>
  method === 'GET' && new URL(url).pathname.startsWith('/api/') && !url.includes('/api/live')

/** A search is a POST, because its filters do not fit into a URL. */
const isSearch = (url: string) => new URL(url).pathname === '/api/search/recordings'

/** Opens a signed-in page in English. Dispose it afterwards. */
export async function openSignedIn({ url, browser, messageKeys, token }: RouteHarness): Promise<RouteMonitor> {
  const monitor = await RouteMonitor.open(browser, 'en_US', messageKeys)
  await monitor.load(`${url}/privacy`)
  await monitor.signIn(token)
  return monitor
}

/** Loads the URL, even when only its fragment differs from the current one. */
export async function loadAfresh({ page }: RouteMonitor, address: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(address)
}

/** Loads a route and returns the paths of the data it requests, except live events. */
export async function findRequestedPaths(
  monitor: RouteMonitor,
  url: string,
  { address, ends = address, dialog }: RouteCase,
): Promise<string[]> {
  const { page } = monitor
  const requestedPaths = new Set<string>()
  const onRequest = (request: { url: () => string; method: () => string }) => {
    if (isApiGet(request.url(), request.method())) requestedPaths.add(new URL(request.url()).pathname)
  }
  page.on('request', onRequest)
  await loadAfresh(monitor, url + address)
  await monitor.waitForPage(ends, dialog === true)
  page.off('request', onRequest)
  return [...requestedPaths]
}

/** Makes all read requests of `path` fail until the returned function is called, which returns how many have failed. */
export async function failPath(page: Page, path: string): Promise<() => number> {
  let [failed, isReleased] = [0, false]
  const matches = (address: URL) => address.pathname === path
  const respond = (route: Route) => {
    const [url, method] = [route.request().url(), route.request().method()]
    if (isReleased || (!isApiGet(url, method) && !isSearch(url))) return route.fallback()
    failed += 1
    return route.fulfill(FAULT)
  }
  await page.context().route(matches, respond)
  return () => {
    // Removing a route while a request is waiting for it may never finish.
    isReleased = true
    return failed
  }
}

/**
 * Waits until nothing on the page is loading. Returns the false claims of the page: that something is still loading, or that
 * everything is up to date.
 */
export async function findFalseClaims(page: Page): Promise<string[]> {
  const claims: string[] = []
  const isLoaded = page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('[data-skeleton]'), null, {
    timeout: LOADING_TIMEOUT,
  })
  await isLoaded.catch(async () => claims.push(`${await page.locator('[data-skeleton]').count()} skeletons`))
  const isUpToDate = page.getByRole('button', { name: 'Everything is up to date' })
  if ((await isUpToDate.count()) > 0) {
    // The last request may have failed just now.
    const isGone = isUpToDate.first().waitFor({ state: 'detached', timeout: 2_000 })
    await isGone.catch(() => claims.push('everything is up to date'))
  }
  return claims
}
