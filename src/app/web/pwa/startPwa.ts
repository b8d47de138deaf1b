import { seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { after } from '#ui/time.ts'
// Here before it is needed: a part that is gone with its version could not be explained by another that is.
import './explainMissingPart.ts'
import { keepLoadedAssets } from './keepLoadedAssets.ts'
import { offerReload } from './offerReload.ts'
import { registerWorker } from './registerWorker.ts'
import { workers } from './workers.ts'

/** Asks for the service worker when the page has loaded and rests. */
export async function startPwa(): Promise<void> {
  const container = import.meta.env.PROD ? workers() : undefined
  if (!container) return
  await rest()
  try {
    await registerWorker(container, offerReload)
    await keepLoadedAssets(container)
  } catch (error) {
    // A browser that allows no worker (blocked storage, a private window) has the page as on plain http.
    console.info('this page is not kept for offline', error)
  }
}

/** @NOTE Not every browser says when it rests. */
async function rest(): Promise<void> {
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
