import { hours } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { every } from '#ui/time.ts'
import type { WhyReload } from './offerReload.ts'

/** How often the page checks for a new version. A page may stay open for days. */
const LOOK_FOR_NEW = hours(1)

/**
 * Registers the service worker and calls back for newer versions: `update_ready` when one waits, `update_installed` when another
 * tab activated it. The first version becomes active without a call.
 */
export async function registerWorker(container: ServiceWorkerContainer, tell: (why: WhyReload) => void): Promise<void> {
  let isServed = container.controller !== null
  listen(container, 'controllerchange', () => {
    if (isServed) tell('update_installed')
    isServed = true
  })
  const registration = await container.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  const look = () => registration.waiting && registration.active && tell('update_ready')
  const watch = () => registration.installing && listen(registration.installing, 'statechange', look)
  listen(registration, 'updatefound', watch)
  watch()
  look()
  every(LOOK_FOR_NEW, () => void registration.update().catch(() => {}))
}

/** Returns the service worker container; undefined if the browser has none, as on plain http or in private windows. */
export const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
