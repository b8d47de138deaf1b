import type { Millis } from '#kit/units.ts'
import { makeWatchers } from './makeWatchers.ts'

/** A button of a toast, which closes the toast. If `undoes` is true, Ctrl+Z or Cmd+Z also runs it while the toast is shown. */
export type ToastAction = { label: string; run: () => void; undoes?: boolean }

export type ToastTone = 'plain' | 'warning' | 'error'

export type ToastRequest = {
  id: string
  text: string
  tone: ToastTone
  /** At most two. */
  actions: readonly ToastAction[]
  requestId: string | undefined
  ms: Millis
}

/** The component that renders toasts, once it is loaded. */
export type ToastScreen = { add: (toast: ToastRequest) => void; close: (id: string) => void }

/** The shared id of toasts about code that could not be loaded, so that only one of them is shown. */
export const PART_MISSING = 'part-missing'

/** Shows a toast, or queues it until the renderer is loaded. */
export function raiseToast(toast: ToastRequest): void {
  if (screen) screen.add(toast)
  else waiting = [...waiting.filter(({ id }) => id !== toast.id), toast]
  tellAll()
}

export function removeToast(id: string): void {
  waiting = waiting.filter((toast) => toast.id !== id)
  screen?.close(id)
}

/** Sets the renderer and passes it the queued toasts. Returns a function that removes it. */
export function connectScreen(next: ToastScreen): () => void {
  screen = next
  for (const toast of waiting.splice(0)) next.add(toast)
  return () => {
    if (screen === next) screen = undefined
  }
}

/** Calls `listener` each time a toast is raised. Returns a function that unsubscribes. */
export const watchToasts = (tell: () => void): (() => void) => watch(tell)

export const toastsWait = (): boolean => waiting.length > 0

let screen: ToastScreen | undefined
let waiting: ToastRequest[] = []
const { watch, tellAll } = makeWatchers()
