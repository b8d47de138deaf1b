import i18next from 'i18next'
import { seconds } from '#kit/units.ts'
import { after } from '#ui/time.ts'
import { raiseToast } from '#ui/toastQueue.ts'
import { reloadIntoNewVersion } from './reloadIntoNewVersion.ts'

/** `update_ready`: the new version is waiting. `update_installed`: it is active, and this page has the previous version. */
export type WhyReload = 'update_ready' | 'update_installed'

const LOOK_AGAIN = seconds(5)

/** Shows a toast that offers a reload. Waits while an upload is running, because a reload would abort it. */
export function offerReload(why: WhyReload): void {
  if (!mayLeave()) return void after(LOOK_AGAIN, () => offerReload(why))
  raiseToast({
    id: 'new-version',
    text: i18next.t(why, { ns: 'app' }),
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
const mayLeave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
