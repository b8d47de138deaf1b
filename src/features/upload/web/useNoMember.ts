import { useEffect, useRef } from 'react'
import { uploads as appUploads } from './queue.ts'
import type { Uploads } from './Uploads.ts'

/** Calls when the server refuses an upload for want of a membership (B§6), once for all that it refuses. */
export function useNoMember(hear: () => void, uploads: Uploads = appUploads): void {
  const latest = useRef(hear)
  useEffect(() => {
    latest.current = hear
  })
  useEffect(() => {
    const refused = (items: readonly { reason: string | null }[]) => items.some(({ reason }) => reason === 'noMember')
    // A refusal that was there before has been told.
    return uploads.store.subscribe((now, before) => {
      if (now.items !== before.items && refused(now.items) && !refused(before.items)) latest.current()
    })
  }, [uploads])
}
