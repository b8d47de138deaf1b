import type { UploadItem } from '#features/upload/web.tsx'

let itemCount = 0

/** Returns a pending item of the upload queue with the given changes. */
export function createUploadItem(change: Partial<UploadItem> = {}): UploadItem {
  return {
    id: `u${(itemCount += 1)}`,
    filename: 'Town hall',
    filefix: 'wav',
    size: 1000,
    lastModified: 0,
    folderId: null,
    status: 'pending',
    reason: null,
    held: false,
    checked: true,
    sourceMd5: null,
    sameAs: null,
    wantedAnyway: false,
    kept: true,
    madeSmall: false,
    sendBytes: null,
    percent: 0,
    since: 0,
    sincePercent: 0,
    duration: null,
    upload: null,
    uploadBytes: null,
    parts: [],
    attempts: 0,
    fileId: null,
    ...change,
  }
}
