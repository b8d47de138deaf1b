const ASSET = /\/assets\/[^/]+\.(?:js|css|svg|png|woff2)$/

/**
 * What the page loaded before its service worker was there, above all the words of the language it speaks, is put where the
 * worker keeps assets. Asked for through the worker, which then knows them as its own; most come from the browser's cache.
 */
export async function keepLoadedAssets(container: ServiceWorkerContainer): Promise<void> {
  await container.ready
  const cache = await caches.open('assets')
  for (const { name } of performance.getEntriesByType('resource'))
    if (ASSET.test(name) && !(await caches.match(name, { ignoreVary: true }))) await cache.add(name)
}
