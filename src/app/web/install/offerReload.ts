import i18next from 'i18next'
import { seconds } from '#shared/units.ts'
import { after, wait } from '#browser/timers/time.ts'
import { showToast } from '#ui/toast/toastQueue.ts'
import type { ReloadReason } from './registerServiceWorker.ts'
import { getServiceWorkers } from './registerServiceWorker.ts'
import { listen } from '#browser/events/listen.ts'

const RETRY_DELAY = seconds(5)

/** Shows a toast that offers a reload. Waits while an upload is running, because a reload would abort it. */
export function offerReload(reason: ReloadReason): void {
  if (!canLeave()) return void after(RETRY_DELAY, () => offerReload(reason))
  showToast({
    id: 'new-version',
    text: i18next.t(reason, { ns: 'app' }),
    tone: 'plain',
    actions: [{ label: i18next.t('reload', { ns: 'app' }), run: () => void reloadIntoNewVersion() }],
    requestId: undefined,
    ms: 0,
  })
}

/**
 * Returns true when a reload would lose nothing: no upload is running and no text is unsaved. Dispatches `beforeunload`, which
 * every such part of the page already handles.
 */
const canLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** How long the reload waits for a service worker at most. */
const ACTIVATION_TIMEOUT = seconds(5)

/** Activates the newest service worker, if one is waiting, and reloads the page. */
async function reloadIntoNewVersion(): Promise<void> {
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
