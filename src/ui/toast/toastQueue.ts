import { create } from 'zustand'
import type { Millis } from '#shared/units.ts'

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
export type ToastRenderer = { add: (toast: ToastRequest) => void; close: (id: string) => void }

/** The shared id of toasts about code that could not be loaded, so that only one of them is shown. */
export const LOAD_FAILED_TOAST = 'part-missing'

/** Shows a toast, or queues it until the renderer is loaded. */
export function showToast(toast: ToastRequest): void {
  if (renderer) renderer.add(toast)
  else setPending((pending) => [...pending.filter(({ id }) => id !== toast.id), toast])
}

export function removeToast(id: string): void {
  setPending((pending) => pending.filter((toast) => toast.id !== id))
  renderer?.close(id)
}

/** Sets the renderer and passes it the queued toasts. Returns a function that removes it. */
export function setToastRenderer(newRenderer: ToastRenderer): () => void {
  renderer = newRenderer
  for (const toast of usePendingToasts.getState().pending) newRenderer.add(toast)
  setPending(() => [])
  return () => {
    if (renderer === newRenderer) renderer = undefined
  }
}

/** Whether toasts are waiting for the renderer. */
export const useHasPendingToasts = (): boolean => usePendingToasts(({ pending }) => pending.length > 0)

let renderer: ToastRenderer | undefined
const usePendingToasts = create<{ pending: readonly ToastRequest[] }>(() => ({ pending: [] }))

const setPending = (change: (pending: readonly ToastRequest[]) => readonly ToastRequest[]): void =>
  usePendingToasts.setState(({ pending }) => ({ pending: change(pending) }))
