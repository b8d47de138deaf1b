import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { newId } from './newId.ts'
import { raiseToast, removeToast } from './toastQueue.ts'
import type { ToastAction, ToastTone } from './toastQueue.ts'

export type ToastOptions = {
  /** One button: Undo, Open. It closes the toast. */
  action?: ToastAction
  /** Two of them: Undo and Visit. */
  actions?: readonly ToastAction[]
  /** Instead of the 3 seconds of A§9 (2 in the templates area); 8 when there is something to press or to report. 0 stays. */
  ms?: Millis
  /** A toast of the same id is replaced. */
  id?: string
}

export type Toaster = {
  /** Says that something was done. Returns the id for `close`. */
  show: (text: string, options?: ToastOptions) => string
  /** Says that nothing was done, and why. */
  warn: (text: string, options?: ToastOptions) => string
  /** Says that something failed, at once to those who listen, with the request id if there is one. */
  error: (text: string, options?: ToastOptions & { requestId?: string | undefined }) => string
  close: (id: string) => void
}

/** How long a toast stands (A§9), and how long one that asks for more than a glance. */
export const TOAST_MILLIS = seconds(3)
const LONGER_MILLIS = seconds(8)

/** `const toast = useToast()`, then `toast.show(t('moved'), { action: { label: t('undo'), run } })`. The same object always. */
export const useToast = (): Toaster => toaster

const toaster: Toaster = {
  show: (text, options = {}) => raise(text, 'plain', options),
  warn: (text, options = {}) => raise(text, 'warning', options),
  error: (text, options = {}) => raise(text, 'error', options),
  close: removeToast,
}

function raise(text: string, tone: ToastTone, options: ToastOptions & { requestId?: string | undefined }): string {
  const { id = newId(), action, actions = action ? [action] : [], ms, requestId } = options
  const asksForMore = tone === 'error' || actions.length > 0
  raiseToast({ id, text, tone, actions, requestId, ms: ms ?? (asksForMore ? LONGER_MILLIS : TOAST_MILLIS) })
  return id
}
