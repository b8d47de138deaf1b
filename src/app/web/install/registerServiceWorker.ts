import { hours } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { every } from '#browser/timers/time.ts'

/**
 * `update_ready`: the new version is waiting. `update_installed`: the new version is active, but this page is of the previous
 * version.
 */
export type ReloadReason = 'update_ready' | 'update_installed'

/** How often the page checks for a new version. A page may stay open for days. */
const UPDATE_CHECK_INTERVAL = hours(1)

/**
 * Registers the service worker and reports newer versions: `update_ready` when one is waiting, `update_installed` when another tab
 * has activated it. The first version becomes active without a report.
 */
export async function registerServiceWorker(
  container: ServiceWorkerContainer,
  onUpdate: (reason: ReloadReason) => void,
): Promise<void> {
  let isControlled = container.controller !== null
  listen(container, 'controllerchange', () => {
    if (isControlled) onUpdate('update_installed')
    isControlled = true
  })
  const registration = await container.register('/sw.js', { scope: '/', updateViaCache: 'none' })
  const checkWaiting = () => registration.waiting && registration.active && onUpdate('update_ready')
  const watchInstalling = () => registration.installing && listen(registration.installing, 'statechange', checkWaiting)
  listen(registration, 'updatefound', watchInstalling)
  watchInstalling()
  checkWaiting()
  every(UPDATE_CHECK_INTERVAL, () => void registration.update().catch(() => {}))
}

/** Returns the service worker container; undefined if the browser has none, as on plain http or in private windows. */
export const getServiceWorkers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
