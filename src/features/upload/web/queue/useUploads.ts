import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { uploads as appUploads } from './appUploads.ts'
import { isUnderway, type UploadItem } from './uploadItem.ts'
import type { Uploads } from './Uploads.ts'

/** The current queue, for the dialog and for the sync status in the sidebar. */
export type UploadsState = {
  readonly items: readonly UploadItem[]
  /** Names left out of the last selection, until the user has seen them. */
  readonly dropped: readonly string[]
  /** Number of finished files, and of finished files and files in progress. */
  readonly done: number
  readonly total: number
  /** At least one file is in progress. */
  readonly busy: boolean
  /** At least one file needs the user: a duplicate, a refusal, a network failure. */
  readonly trouble: boolean
}

/** Renders again at each change of the queue. Uses the app's own queue by default. */
export function useUploads(uploads: Uploads = appUploads): UploadsState {
  const { items, dropped } = useStore(uploads.store)
  const done = items.filter((item) => item.status === 'completed').length
  const underway = items.filter(isUnderway).length
  const paused = items.filter((item) => item.held).length
  return {
    items,
    dropped,
    done,
    total: done + underway,
    busy: underway > 0,
    trouble: done + underway + paused < items.length,
  }
}

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
