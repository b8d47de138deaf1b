import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LeaveQueueContext, DialogWaitingContext, useDialogQueue } from './dialogQueue.ts'
import type { DialogName } from './dialogQueue.ts'
import { onReconnect } from '#browser/http/reachability.ts'

export type QueuedDialogProps = { name: DialogName; open: boolean; children: ReactNode }

/**
 * Shows the dialogs inside it when they are first in the dialog queue, and hides them while another dialog goes first. Hidden
 * dialogs stay mounted and keep what was typed in them, including dialogs opened from within. If the code of a dialog cannot be
 * loaded, it leaves the queue until the server is reachable again.
 */
export function QueuedDialog({ name, open, children }: QueuedDialogProps) {
  const [loadFailed, setLoadFailed] = useState(false)
  if (loadFailed && !open) setLoadFailed(false)
  const leaveQueue = useCallback(() => setLoadFailed(true), [])
  useEffect(() => (loadFailed ? onReconnect(() => setLoadFailed(false)) : undefined), [loadFailed])
  const isQueued = open && !loadFailed
  const isFirst = useDialogQueue(name, isQueued)
  return (
    <LeaveQueueContext value={leaveQueue}>
      <DialogWaitingContext value={isQueued && !isFirst}>{children}</DialogWaitingContext>
    </LeaveQueueContext>
  )
}
