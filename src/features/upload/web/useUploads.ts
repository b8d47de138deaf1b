import { useStore } from 'zustand'
import { uploads as appUploads } from './queue.ts'
import { isUnderway, type UploadItem } from './uploadItem.ts'
import type { Uploads } from './Uploads.ts'

/** The queue as it stands, for the dialog and for a sync status in the sidebar. */
export type UploadsNow = {
  readonly items: readonly UploadItem[]
  /** Names left out of the last selection, until they have been read. */
  readonly dropped: readonly string[]
  /** Finished, and all that are finished or on their way. */
  readonly done: number
  readonly total: number
  /** Something is on its way. */
  readonly busy: boolean
  /** Something waits for its owner: a duplicate, a refusal, a lost network. */
  readonly trouble: boolean
}

/** Drawn anew at each change of the queue; the app's own queue unless told. */
export function useUploads(uploads: Uploads = appUploads): UploadsNow {
  const { items, dropped } = useStore(uploads.store)
  const done = items.filter((item) => item.status === 'completed').length
  const underway = items.filter(isUnderway).length
  const waiting = items.filter((item) => item.held).length
  return {
    items,
    dropped,
    done,
    total: done + underway,
    busy: underway > 0,
    trouble: done + underway + waiting < items.length,
  }
}
