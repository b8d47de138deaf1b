import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import { makeWatchers } from './makeWatchers.ts'

/**
 * Every dialog of the shell, in the order they go first: what the server says, what must be answered, what one asked for
 * oneself, what is offered. A dialog that stands on another (a question within the settings) belongs to that one.
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
  // Whatever a page has open by itself: what nobody asked for waits for it.
  'page_dialog',
  'long_transcription',
  'break',
  'announcement',
  'device_promo',
] as const
export type DialogName = (typeof DIALOG_ORDER)[number]

/**
 * True while this dialog may be shown: it wants to be, and none that goes before it does. The others wait for their turn, and
 * come back when it is theirs; so no two dialogs of the shell ever stand in each other's way.
 * @NOTE A dialog opened by this alone loses what was typed in it when its turn is taken away; `DialogTurn` holds it.
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

/** Whether the dialogs inside a `DialogTurn` wait for their turn; undefined outside of any. */
export const HeldContext = createContext<boolean | undefined>(undefined)

/** Lets go of the turn one is in: what was to be shown in it does not come. */
export const GiveUpContext = createContext<() => void>(() => {})

/** True for what stands inside a `DialogTurn` that is not to be shown now. */
export const useIsHeld = (): boolean => use(HeldContext) ?? false

/**
 * How a dialog is shown that is wanted open: one that is held goes out of sight and stays mounted, with all that was typed in
 * it. Outside of a turn it is a dialog of the page: held by what must be answered first, and what comes by itself waits for it.
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
  // From its first showing on: what is mounted only while held is thrown away in the moment it comes back.
  return { open: isShown, keepMounted: open && wasShown }
}

/** What even a dialog of the page makes room for. */
const ABOVE_PAGES: ReadonlySet<DialogName> = new Set(['server_notice', 'address_notice', 'policy', 'no_member'])

const useFirst = () => useSyncExternalStore(watch, () => DIALOG_ORDER.find((one) => waiting.has(one)))

const waiting = new Map<DialogName, number>()
const { watch, tellAll } = makeWatchers()
