import { seconds } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { wait } from '#ui/time.ts'
import { workers } from './workers.ts'

/** Nobody waits longer than this for a worker; the reload comes all the same. */
const PATIENCE = seconds(5)

/** Loads the page anew, from the newest version: a worker that waits is told to take over first. */
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

/** Resolves when the worker has come so far, or further, or to nothing. */
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
