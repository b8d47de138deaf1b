import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { createEmitter } from '#browser/events/createEmitter.ts'

/**
 * The dialogs of the app, highest priority first: notices of the server, required answers, dialogs the user opened, offers. A
 * dialog opened from another one (such as a question within the settings) belongs to that dialog and is not listed.
 */
export const DIALOG_PRIORITY = [
  'server_notice',
  'address_notice',
  'policy',
  'sign_out',
  'no_member',
  'palette',
  'shortcuts',
  'settings',
  'upload',
  'recorder',
  'open_desktop',
  'download',
  // Any dialog a page opens. Dialogs the user did not ask for wait for it.
  'page_dialog',
  'long_transcription',
  'break',
  'announcement',
  'device_promo',
] as const
export type DialogName = (typeof DIALOG_PRIORITY)[number]

/**
 * Returns true while this dialog may be shown: `open` is true and no open dialog has a higher priority. The others wait, so that
 * only one dialog of the app is shown at a time.
 * @NOTE A dialog that is unmounted while it waits loses what was typed in it; `QueuedDialog` keeps it mounted.
 */
export function useDialogQueue(name: DialogName, open: boolean): boolean {
  useEffect(() => {
    if (!open) return
    queue.set(name, (queue.get(name) ?? 0) + 1)
    emit()
    return () => {
      const remaining = (queue.get(name) ?? 1) - 1
      if (remaining > 0) queue.set(name, remaining)
      else queue.delete(name)
      emit()
    }
  }, [name, open])
  const first = useFirstInQueue()
  return open && first === name
}

/** True when the dialogs inside a `QueuedDialog` are waiting and must be hidden; undefined outside of any `QueuedDialog`. */
export const DialogWaitingContext = createContext<boolean | undefined>(undefined)

/** Removes the surrounding `QueuedDialog` from the queue, because its dialog could not be loaded. */
export const LeaveQueueContext = createContext<() => void>(() => {})

/** Returns true inside a `QueuedDialog` that is waiting. */
export const useIsDialogWaiting = (): boolean => use(DialogWaitingContext) ?? false

/**
 * Returns how to show a dialog that should be open. A waiting dialog is hidden but stays mounted and keeps what was typed in it.
 * Outside of a `QueuedDialog` it counts as a dialog of the page: only notices and required answers go before it.
 */
export function useQueuedOpen(open: boolean): { open: boolean; keepMounted: boolean } {
  const isQueueWaiting = use(DialogWaitingContext)
  useDialogQueue('page_dialog', open && isQueueWaiting === undefined)
  const first = useFirstInQueue()
  const isWaiting = isQueueWaiting ?? (first !== undefined && ABOVE_PAGE_DIALOGS.has(first))
  const [wasShown, setWasShown] = useState(false)
  const isShown = open && !isWaiting
  if (isShown && !wasShown) setWasShown(true)
  if (!open && wasShown) setWasShown(false)
  // Only once it was shown: a popup that is first mounted while hidden would be mounted again when it is shown.
  return { open: isShown, keepMounted: open && wasShown }
}

/** The dialogs with a higher priority than the dialogs of a page. */
const ABOVE_PAGE_DIALOGS: ReadonlySet<DialogName> = new Set(['server_notice', 'address_notice', 'policy', 'no_member'])

const useFirstInQueue = () => useSyncExternalStore(subscribe, () => DIALOG_PRIORITY.find((dialog) => queue.has(dialog)))

const queue = new Map<DialogName, number>()
const { subscribe, emit } = createEmitter()
