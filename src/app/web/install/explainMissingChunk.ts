import i18next from 'i18next'
import { APP_VERSION } from '#browser/page/appVersion.ts'
import { send } from '#browser/http/send.ts'
import { getString, setItem } from '#browser/storage/storage.ts'
import { LOAD_FAILED_TOAST, showToast } from '#ui/toast/toastQueue.ts'
import { offerReload } from './offerReload.ts'

/** The storage key of the version for which this tab has offered a reload. */
const OFFERED_VERSION_KEY = 'reload_offered'

/**
 * Explains a chunk that could not be loaded (A§8). If the server responds, a new version was installed and the chunk no longer
 * exists: offers a reload, once per version and tab, so that a permanently missing chunk causes no reload loop. Otherwise shows
 * that the user is offline.
 */
export async function explainMissingChunk(): Promise<void> {
  if (!(await isServerReachable())) {
    showToast({
      id: LOAD_FAILED_TOAST,
      text: i18next.t('page_offline', { ns: 'app' }),
      tone: 'error',
      actions: [],
      requestId: undefined,
      ms: 8000,
    })
    return
  }
  const version = getEntryUrl()
  if (getString(OFFERED_VERSION_KEY, { area: 'session' }) === version) return
  setItem(OFFERED_VERSION_KEY, version, { area: 'session' })
  offerReload('update_installed')
}

/** The URL of the entry script identifies the version: its hash changes with every change of its imports. */
const getEntryUrl = (): string => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? ''

const isServerReachable = (): Promise<boolean> =>
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
