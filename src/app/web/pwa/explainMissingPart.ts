import i18next from 'i18next'
import { APP_VERSION } from '#ui/appVersion.ts'
import { send } from '#ui/send.ts'
import { recallText, store } from '#ui/storage.ts'
import { PART_MISSING, raiseToast } from '#ui/toastQueue.ts'
import { offerReload } from './offerReload.ts'

/** The storage key of the version for which this tab has offered a reload. */
const OFFERED = 'reload_offered'

/**
 * Explains a chunk that could not be loaded (A§8). If the server answers, a new version was installed and the chunk no longer
 * exists: offers a reload, once per version and tab, so that a permanently missing chunk causes no reload loop. Otherwise shows
 * that the user is offline.
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

/** The URL of the entry script identifies the version: its hash changes with every change of its imports. */
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
