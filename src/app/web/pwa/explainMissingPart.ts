import i18next from 'i18next'
import { APP_VERSION } from '#ui/appVersion.ts'
import { send } from '#ui/send.ts'
import { recallText, store } from '#ui/storage.ts'
import { PART_MISSING, raiseToast } from '#ui/toastQueue.ts'
import { offerReload } from './offerReload.ts'

/** For which version a reload was offered in this tab. */
const OFFERED = 'reload_offered'

/**
 * What became of a part that could not be loaded (A§8). With a server that answers it is gone because a new version was
 * installed: one reload is offered, once a version and tab, so that a part that is missing for good leads into no circle.
 * Without, it says that one is offline.
 */
export async function explainMissingPart(): Promise<void> {
  if (!(await isReachable())) {
    raiseToast({
      id: PART_MISSING,
      text: i18next.t('part_offline', { ns: 'app' }),
      tone: 'error',
      actions: [],
      requestId: undefined,
      ms: 8000,
    })
    return
  }
  const version = thisVersion()
  if (recallText(OFFERED, { area: 'session' }) === version) return
  store(OFFERED, version, { area: 'session' })
  offerReload('update_installed')
}

/** The entry's name changes with everything it brings. */
const thisVersion = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

const isReachable = (): Promise<boolean> =>
  send({
    method: 'GET',
    address: `/config/init?platform=web&version=${APP_VERSION}`,
    headers: {},
    body: undefined,
    noToken: true,
    unreported: true,
  }).then(
    () => true,
    () => false,
  )
