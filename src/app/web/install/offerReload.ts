import i18next from 'i18next'
import { seconds } from '#shared/units.ts'
import { after } from '#browser/timers/time.ts'
import { showToast } from '#ui/toast/toastQueue.ts'
import type { ReloadReason } from './registerServiceWorker.ts'
import { reloadIntoNewVersion } from './reloadIntoNewVersion.ts'

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
