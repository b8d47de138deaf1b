import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { makeWatchers } from './makeWatchers.ts'

/**
 * The dialogs of the app, highest priority first: notices of the server, required answers, dialogs the user opened, offers. A
 * dialog opened from another one (such as a question within the settings) belongs to that dialog and is not listed.
 */
export const DIALOG_ORDER = [
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
export type DialogName = (typeof DIALOG_ORDER)[number]

/**
 * Returns true while this dialog may be shown: `open` is true and no open dialog has a higher priority. The others wait, so that
 * only one dialog of the app is shown at a time.
 * @NOTE A dialog that is unmounted while it waits loses what was typed in it; `QueuedDialog` keeps it mounted.
 */
export function useDialogTurn(name: DialogName, wants: boolean): boolean {
  useEffect(() => {
    if (!wants) return
    waiting.set(name, (waiting.get(name) ?? 0) + 1)
    tellAll()
    return () => {
      const left = (waiting.get(name) ?? 1) - 1
      if (left > 0) waiting.set(name, left)
      else waiting.delete(name)
      tellAll()
    }
  }, [name, wants])
  const first = useFirst()
  return wants && first === name
}

/** True when the dialogs inside a `QueuedDialog` are waiting and must be hidden; undefined outside of any `QueuedDialog`. */
export const HeldContext = createContext<boolean | undefined>(undefined)

/** Removes the surrounding `QueuedDialog` from the queue, because its dialog could not be loaded. */
export const GiveUpContext = createContext<() => void>(() => {})

/** Returns true inside a `QueuedDialog` that is waiting. */
export const useIsHeld = (): boolean => use(HeldContext) ?? false

/**
 * Returns how to show a dialog that should be open. A waiting dialog is hidden but stays mounted and keeps what was typed in it.
 * Outside of a `QueuedDialog` it counts as a dialog of the page: only notices and required answers go before it.
 */
export function useHeldOpen(open: boolean): { open: boolean; keepMounted: boolean } {
  const inTurn = use(HeldContext)
  useDialogTurn('page_dialog', open && inTurn === undefined)
  const first = useFirst()
  const isHeld = inTurn ?? (first !== undefined && ABOVE_PAGES.has(first))
  const [wasShown, setWasShown] = useState(false)
  const isShown = open && !isHeld
  if (isShown && !wasShown) setWasShown(true)
  if (!open && wasShown) setWasShown(false)
  // Only once it was shown: a popup that is first mounted while hidden would be mounted again when it is shown.
  return { open: isShown, keepMounted: open && wasShown }
}

/** The dialogs with a higher priority than the dialogs of a page. */
const ABOVE_PAGES: ReadonlySet<DialogName> = new Set(['server_notice', 'address_notice', 'policy', 'no_member'])

const useFirst = () => useSyncExternalStore(watch, () => DIALOG_ORDER.find((one) => waiting.has(one)))

const waiting = new Map<DialogName, number>()
const { watch, tellAll } = makeWatchers()
