import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { uploads as appUploads } from './appUploads.ts'
import type { UploadItem } from './uploadItem.ts'
import type { Uploads, UploadsState } from './Uploads.ts'

/** Renders again at each change of the queue. Uses the app's own queue by default. */
export const useUploads = (uploads: Uploads = appUploads): UploadsState => useStore(uploads.store)

/** Calls back once when the server refuses uploads because of a missing membership (B§6), not again in the next page. */
export function useMembershipRefusal(onRefused: () => void, uploads: Uploads = appUploads): void {
  const latestCallback = useRef(onRefused)
  useEffect(() => {
    latestCallback.current = onRefused
  })
  useEffect(() => {
    const isRefused = ({ reason }: UploadItem): boolean => reason === 'noMember'
    return uploads.store.subscribe(({ items }, { items: previousItems }) => {
      if (items === previousItems || previousItems.some(isRefused)) return
      // Items that are loaded as refused were reported by an earlier page.
      const isKnown = ({ id }: UploadItem): boolean => previousItems.some((previous) => previous.id === id)
      if (items.some((item) => isRefused(item) && isKnown(item))) latestCallback.current()
    })
  }, [uploads])
}
