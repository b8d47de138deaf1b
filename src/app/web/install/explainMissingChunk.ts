import i18next from 'i18next'
import { APP_VERSION } from '#browser/page/appVersion.ts'
import { send } from '#browser/http/send.ts'
import { LOAD_FAILED_TOAST, showToast } from '#ui/toast/toastQueue.ts'
import { offerReloadOnce } from './offerReload.ts'

/**
 * Explains a chunk that could not be loaded (A§8). If the server responds, a new version was installed and the chunk no longer
 * exists: offers a reload. Otherwise shows that the user is offline.
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
  offerReloadOnce()
}

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
