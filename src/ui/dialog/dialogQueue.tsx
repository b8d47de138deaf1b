import { createContext, use, useEffect, useId, useState, useCallback } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { onReconnect } from '#browser/http/reachability.ts'

/**
 * The classes of dialogs, highest priority first. Within a class the dialog that opened first goes first. A dialog opened from
 * another one (such as a question within the settings) belongs to that dialog and has no priority of its own.
 */
export const DIALOG_PRIORITIES = [
  /** A notice of the server or of the address. */
  'notice',
  /** The user cannot go on without an answer. */
  'required',
  /** Explains why an action of the user was refused. */
  'refusal',
  /** Opened by the user. */
  'requested',
  /** Any dialog that a page opens. Dialogs the user did not ask for wait for it. */
  'page',
  /** Information about what the user is doing. */
  'information',
  /** News. */
  'announcement',
  'offer',
] as const
export type DialogPriority = (typeof DIALOG_PRIORITIES)[number]

/**
 * Returns true while this dialog may be shown: `open` is true and no other open dialog goes first. The others wait, so that only
 * one dialog of the app is shown at a time.
 * @NOTE A dialog that is unmounted while it waits loses what was typed in it; `QueuedDialog` keeps it mounted.
 */
export function useDialogQueue(priority: DialogPriority, open: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!open) return
    queue.setState((waiting) => [...waiting, { id, priority }], true)
    return () => queue.setState((waiting) => waiting.filter((entry) => entry.id !== id), true)
  }, [id, priority, open])
  const first = useStore(queue, firstOf)
  return open && first?.id === id
}

/** True when the dialogs inside a `QueuedDialog` are waiting and must be hidden; undefined outside of any `QueuedDialog`. */
const DialogWaitingContext = createContext<boolean | undefined>(undefined)

/** Removes the surrounding `QueuedDialog` from the queue, because its dialog could not be loaded. */
export const LeaveQueueContext = createContext<() => void>(() => {})

/** Returns true inside a `QueuedDialog` that is waiting. */
export const useIsDialogWaiting = (): boolean => use(DialogWaitingContext) ?? false

/**
 * Returns how to show a dialog that should be open. A waiting dialog is hidden but stays mounted and keeps what was typed in it.
 * Outside of a `QueuedDialog` it counts as a dialog of the page: only notices, required decisions and refusals go before it.
 */
export function useQueuedOpen(open: boolean): { open: boolean; keepMounted: boolean } {
  const isQueueWaiting = use(DialogWaitingContext)
  useDialogQueue('page', open && isQueueWaiting === undefined)
  const first = useStore(queue, firstOf)
  const isWaiting = isQueueWaiting ?? (first !== undefined && ABOVE_PAGE_DIALOGS.has(first.priority))
  const [wasShown, setWasShown] = useState(false)
  const isShown = open && !isWaiting
  if (isShown && !wasShown) setWasShown(true)
  if (!open && wasShown) setWasShown(false)
  // Only once it was shown: a popup that is first mounted while hidden would be mounted again when it is shown.
  return { open: isShown, keepMounted: open && wasShown }
}

const ABOVE_PAGE_DIALOGS: ReadonlySet<DialogPriority> = new Set(['notice', 'required', 'refusal'])

/** Returns true while any dialog is open or waiting. */
export const useIsAnyDialogOpen = (): boolean => useStore(queue, (entries) => entries.length > 0)

/** An open dialog. */
type QueueEntry = { readonly id: string; readonly priority: DialogPriority }

/** All open dialogs in the order in which they opened. */
const queue = createStore<readonly QueueEntry[]>(() => [])

function firstOf(waiting: readonly QueueEntry[]): QueueEntry | undefined {
  const rankOf = ({ priority }: QueueEntry) => DIALOG_PRIORITIES.indexOf(priority)
  const highest = Math.min(...waiting.map(rankOf))
  return waiting.find((entry) => rankOf(entry) === highest)
}

type QueuedDialogProps = { priority: DialogPriority; open: boolean; children: ReactNode }

/**
 * Shows the dialogs inside it when they are first in the dialog queue, and hides them while another dialog goes first. Hidden
 * dialogs stay mounted and keep what was typed in them, including dialogs opened from within. If the code of a dialog cannot be
 * loaded, it leaves the queue until the server is reachable again.
 */
export function QueuedDialog({ priority, open, children }: QueuedDialogProps) {
  const [loadFailed, setLoadFailed] = useState(false)
  if (loadFailed && !open) setLoadFailed(false)
  const leaveQueue = useCallback(() => setLoadFailed(true), [])
  useEffect(() => (loadFailed ? onReconnect(() => setLoadFailed(false)) : undefined), [loadFailed])
  const isQueued = open && !loadFailed
  const isFirst = useDialogQueue(priority, isQueued)
  return (
    <LeaveQueueContext value={leaveQueue}>
      <DialogWaitingContext value={isQueued && !isFirst}>{children}</DialogWaitingContext>
    </LeaveQueueContext>
  )
}
