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
  /** Instead of the time of the place; 8 seconds when there is something to press or to report. 0 stays. */
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

/** How long a toast stands where nothing else is said (A§9). */
export const TOAST_MILLIS = seconds(3)
/** How long one about recordings stands (B§9). */
export const RECORDINGS_TOAST_MILLIS = seconds(2)
/** How long one stands that asks for more than a glance. */
const LONGER_MILLIS = seconds(8)

/** `const toast = useToast()`, then `toast.show(t('moved'), { action: { label: t('undo'), run } })`. The same object always. */
export const useToast = (): Toaster => anywhere

/** The same for whatever is about recordings: files, folders, uploads, transcripts, summaries. */
export const useRecordingsToast = (): Toaster => aboutRecordings

const anywhere = toasterFor(TOAST_MILLIS)
const aboutRecordings = toasterFor(RECORDINGS_TOAST_MILLIS)

type AnyOptions = ToastOptions & { requestId?: string | undefined }

function toasterFor(glance: Millis): Toaster {
  const raise =
    (tone: ToastTone) =>
    (text: string, options: AnyOptions = {}) => {
      const { id = newId(), action, actions = action ? [action] : [], requestId } = options
      const asksForMore = tone === 'error' || actions.length > 0
      const { ms = asksForMore ? LONGER_MILLIS : glance } = options
      raiseToast({ id, text, tone, actions, requestId, ms })
      return id
    }
  return { show: raise('plain'), warn: raise('warning'), error: raise('error'), close: removeToast }
}
