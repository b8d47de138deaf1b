import { hours } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { every } from '#ui/time.ts'
import type { WhyReload } from './offerReload.ts'

/** A page may stay open for days. */
const LOOK_FOR_NEW = hours(1)

/**
 * Asks for the service worker and tells of newer ones: `update_ready` when one waits, `update_installed` when another tab let
 * it in. The first one ever takes over silently.
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
