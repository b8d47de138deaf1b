import type { Send } from '#shared/client.ts'
import { type Millis, seconds } from '#shared/units.ts'
import { send } from '#browser/http/send.ts'
import { random } from '#browser/random/random.ts'
import { currentAccountId } from '#browser/session/token.ts'
import type { HashBytes } from '../hashing/hashBytes.ts'
import type { UploadStorage } from '../storage/UploadStorage.ts'
import { transcode } from '../transcoding/transcode.ts'
import { Uploads } from './Uploads.ts'

/** Replaced in tests: storage, delays and the signed-in account. */
export type UploadsOptions = {
  readonly storage?: UploadStorage
  readonly hash?: HashBytes
  readonly pause?: Millis
  readonly discoveryTimeout?: Millis
  readonly random?: () => number
  readonly owner?: () => string
}

/** Creates an upload queue. The code that does its work is loaded when it is needed. */
export function createUploads(sendRequest: Send, runTranscode: typeof transcode, options: UploadsOptions = {}): Uploads {
  const { owner = () => currentAccountId() ?? '', ...replaced } = options
  const retries = { pause: seconds(1), random, ...replaced }
  return new Uploads({
    ...retries,
    send: sendRequest,
    owner,
    openTab: async (tab) => {
      const [{ TabCoordinator }, { browserStorage }, { hashBytes }] = await Promise.all([
        import('./TabCoordinator.ts'),
        import('../storage/browserStorage.ts'),
        import('../hashing/hashBytes.ts'),
      ])
      return new TabCoordinator({ send: sendRequest, runTranscode, hash: hashBytes, storage: browserStorage, ...retries, ...tab })
    },
  })
}

/** The upload queue of the app. It lives as long as the page, independent of open dialogs. */
export const uploads = createUploads(send, transcode)

/** Actions on queue items, for use outside the dialog. */
export const uploadActions = {
  keepBoth: (id: string): void => uploads.keepBoth(id),
  sendAnyway: (id: string): void => uploads.sendAnyway(id),
  retry: (id: string): void => uploads.retry(id),
  cancel: (id: string): void => uploads.cancel(id),
  /** Returns a function that undoes it. */
  remove: (id: string): (() => void) => uploads.remove(id),
} as const
