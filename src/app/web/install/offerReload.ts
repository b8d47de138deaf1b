import i18next from 'i18next'
import { type Millis, minutes, seconds } from '#shared/units.ts'
import { after, wait } from '#browser/timers/time.ts'
import { getString, setItem } from '#browser/storage/storage.ts'
import { showToast } from '#ui/toast/toastQueue.ts'
import type { ReloadReason } from './registerServiceWorker.ts'
import { getServiceWorkers } from './registerServiceWorker.ts'
import { listen } from '#browser/events/listen.ts'

const RETRY_DELAY = seconds(5)

/** Uploads that are paused or waiting for the network can wait for days, and they survive a reload. */
const MAX_WAIT = minutes(10)

/** Shows a toast that offers a reload. Waits for some minutes while an upload is running, because a reload would interrupt it. */
export function offerReload(reason: ReloadReason, waited: Millis = 0): void {
  if (waited < MAX_WAIT && !canLeave()) return void after(RETRY_DELAY, () => offerReload(reason, waited + RETRY_DELAY))
  showToast({
    id: 'new-version',
    text: i18next.t(reason, { ns: 'app' }),
    tone: 'plain',
    actions: [{ label: i18next.t('reload', { ns: 'app' }), run: () => void reloadIntoNewVersion() }],
    requestId: undefined,
    ms: 0,
  })
}

/** The session storage key of the version for which this tab has offered a reload. */
const OFFERED_VERSION_KEY = 'reload_offered'

/** Offers a reload once per version and tab, so that a server that keeps sending the same old page causes no reload loop. */
export function offerReloadOnce(): void {
  const version = getEntryUrl()
  if (getString(OFFERED_VERSION_KEY, { area: 'session' }) === version) return
  setItem(OFFERED_VERSION_KEY, version, { area: 'session' })
  offerReload('update_installed')
}

/** The URL of the entry script identifies the version: its hash changes with every change of its imports. */
const getEntryUrl = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

/**
 * Returns true when a reload would interrupt nothing: all uploads are sent and all text is saved. Dispatches `beforeunload`, which
 * every such part of the page already handles.
 */
const canLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** Maximum time that the reload waits for a service worker. */
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
