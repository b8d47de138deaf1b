import { seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { after } from '#browser/timers/time.ts'
// Imported in advance, because this chunk would be missing as well once a new version is installed.
import './explainMissingChunk.ts'
import { offerReload } from './offerReload.ts'
import { registerServiceWorker, getServiceWorkers } from './registerServiceWorker.ts'
import { watchVersion } from './watchVersion.ts'

/** When the page has loaded and is idle: registers the service worker and checks whether this page is outdated. */
export async function startPwa(): Promise<void> {
  if (!import.meta.env.PROD) return
  await waitUntilIdle()
  watchVersion()
  const container = getServiceWorkers()
  if (!container) return
  try {
    await registerServiceWorker(container, offerReload)
    await cacheLoadedAssets(container)
  } catch (error) {
    // Browsers that do not allow a service worker (blocked storage, private windows) use the page without offline support.
    console.info('this page is not kept for offline', error)
  }
}

/** Waits until the page has loaded and is idle. @NOTE Not every browser has `requestIdleCallback`. */
async function waitUntilIdle(): Promise<void> {
  if (document.readyState !== 'complete') {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    listen(window, 'load', resolve, { once: true })
    await promise
  }
  const { promise, resolve } = Promise.withResolvers<unknown>()
  if ('requestIdleCallback' in window) window.requestIdleCallback(resolve, { timeout: seconds(10) })
  else after(seconds(2), () => resolve(undefined))
  await promise
}

const ASSET_PATH = /\/assets\/[^/]+\.(?:js|css|svg|png|woff2)$/

/**
 * Adds the assets that the page loaded before its service worker was active to the worker's cache, above all the messages of the
 * current language. Most of them come from the HTTP cache of the browser.
 */
async function cacheLoadedAssets(container: ServiceWorkerContainer): Promise<void> {
  await container.ready
  const cache = await caches.open('assets')
  for (const { name } of performance.getEntriesByType('resource'))
    if (ASSET_PATH.test(name) && !(await caches.match(name, { ignoreVary: true }))) await cache.add(name)
}
