import { seconds } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { wait } from '#browser/timers/time.ts'
import { getServiceWorkers } from './registerServiceWorker.ts'

/** How long the reload waits for a service worker at most. */
const ACTIVATION_TIMEOUT = seconds(5)

/** Activates the newest service worker, if one is waiting, and reloads the page. */
export async function reloadIntoNewVersion(): Promise<void> {
  await Promise.race([activateNewWorker().catch(() => {}), wait(ACTIVATION_TIMEOUT)])
  location.reload()
}

async function activateNewWorker(): Promise<void> {
  const registration = await getServiceWorkers()?.getRegistration()
  if (!registration) return
  if (!registration.waiting) await registration.update()
  const newWorker = registration.waiting ?? registration.installing
  if (!newWorker) return
  await waitForState(newWorker, 'installed')
  newWorker.postMessage({ type: 'SKIP_WAITING' })
  await waitForState(newWorker, 'activated')
}

/** Resolves when the worker has reached the state or a later one, or is redundant. */
function waitForState(worker: ServiceWorker, state: 'installed' | 'activated'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hasReachedState = () =>
    worker.state === state ||
    worker.state === 'activated' ||
    worker.state === 'redundant' ||
    (state === 'installed' && worker.state === 'activating')
  const check = () => hasReachedState() && resolve()
  const removeListener = listen(worker, 'statechange', check)
  check()
  return promise.finally(removeListener)
}
