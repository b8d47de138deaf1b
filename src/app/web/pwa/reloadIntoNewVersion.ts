import { seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { wait } from '#ui/time.ts'
import { workers } from './registerWorker.ts'

/** How long the reload waits for a service worker at most. */
const PATIENCE = seconds(5)

/** Activates the newest service worker, if one is waiting, and reloads the page. */
export async function reloadIntoNewVersion(): Promise<void> {
  await Promise.race([takeOver().catch(() => {}), wait(PATIENCE)])
  location.reload()
}

async function takeOver(): Promise<void> {
  const registration = await workers()?.getRegistration()
  if (!registration) return
  if (!registration.waiting) await registration.update()
  const next = registration.waiting ?? registration.installing
  if (!next) return
  await reached(next, 'installed')
  next.postMessage({ type: 'SKIP_WAITING' })
  await reached(next, 'activated')
}

/** Resolves when the worker has reached the state or a later one, or is redundant. */
function reached(worker: ServiceWorker, state: 'installed' | 'activated'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const isThere = () =>
    worker.state === state ||
    worker.state === 'activated' ||
    worker.state === 'redundant' ||
    (state === 'installed' && worker.state === 'activating')
  const look = () => isThere() && resolve()
  const deaf = listen(worker, 'statechange', look)
  look()
  return promise.finally(deaf)
}
