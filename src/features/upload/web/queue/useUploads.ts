import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { uploads as appUploads } from './appUploads.ts'
import type { Uploads, UploadsState } from './Uploads.ts'

/** Renders again at each change of the queue. Uses the app's own queue by default. */
export const useUploads = (uploads: Uploads = appUploads): UploadsState => useStore(uploads.store)

/** Calls back once when the server refuses uploads because of a missing membership (B§6). */
export function useMembershipRefusal(onRefused: () => void, uploads: Uploads = appUploads): void {
  const latestCallback = useRef(onRefused)
  useEffect(() => {
    latestCallback.current = onRefused
  })
  useEffect(() => {
    const hasRefusal = (items: readonly { reason: string | null }[]) => items.some(({ reason }) => reason === 'noMember')
    // Refusals that existed before are not reported again.
    return uploads.store.subscribe((current, previous) => {
      if (current.items !== previous.items && hasRefusal(current.items) && !hasRefusal(previous.items)) latestCallback.current()
    })
  }, [uploads])
}
