import type { Millis } from '#kit/units.ts'
import { makeWatchers } from './makeWatchers.ts'

/** A button of a toast; pressing it closes the toast. One that `undoes` is also run by Ctrl or Cmd and Z while the toast stands. */
export type ToastAction = { label: string; run: () => void; undoes?: boolean }

export type ToastTone = 'plain' | 'warning' | 'error'

export type ToastRequest = {
  id: string
  text: string
  tone: ToastTone
  /** Two at most. */
  actions: readonly ToastAction[]
  requestId: string | undefined
  ms: Millis
}

/** What shows toasts, once it is loaded. */
export type ToastScreen = { add: (toast: ToastRequest) => void; close: (id: string) => void }

/** The id of every toast that says a part of the page did not come, so that it is said once. */
export const PART_MISSING = 'part-missing'

/** Shows a toast, or keeps it until its screen is loaded. */
export function raiseToast(toast: ToastRequest): void {
  if (screen) screen.add(toast)
  else waiting = [...waiting.filter(({ id }) => id !== toast.id), toast]
  tellAll()
}

export function removeToast(id: string): void {
  waiting = waiting.filter((toast) => toast.id !== id)
  screen?.close(id)
}

/** Hands over what waits; returns what takes the screen away again. */
export function connectScreen(next: ToastScreen): () => void {
  screen = next
  for (const toast of waiting.splice(0)) next.add(toast)
  return () => {
    if (screen === next) screen = undefined
  }
}

/** Tells each time a toast is raised. */
export const watchToasts = (tell: () => void): (() => void) => watch(tell)

export const toastsWait = (): boolean => waiting.length > 0

let screen: ToastScreen | undefined
let waiting: ToastRequest[] = []
const { watch, tellAll } = makeWatchers()
