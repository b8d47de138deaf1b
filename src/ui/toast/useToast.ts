import { createContext, use, useMemo } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { newId } from '../../browser/random/random.ts'
import { showToast, removeToast } from './toastQueue.ts'
import type { ToastAction, ToastTone } from './toastQueue.ts'

export type ToastOptions = {
  /** One button, such as Undo or Open. It closes the toast. */
  action?: ToastAction
  /** Two buttons, such as Undo and Visit. */
  actions?: readonly ToastAction[]
  /**
   * How long the toast is shown. The default is 8 seconds for errors and toasts with a button, otherwise that of the toaster. 0
   * keeps it.
   */
  ms?: Millis
  /** Replaces a toast with the same id. */
  id?: string
}

export type Toaster = {
  /** Confirms an action. Returns the id for `close`. */
  show: (text: string, options?: ToastOptions) => string
  /** Explains why nothing was done. */
  warn: (text: string, options?: ToastOptions) => string
  /** Reports a failure, with the request id if there is one. Screen readers announce it at once. */
  error: (text: string, options?: ToastOptions & { requestId?: string | undefined }) => string
  close: (id: string) => void
}

/** How long a toast is shown by default (A§9). */
export const TOAST_MILLIS = seconds(3)
/** How long errors and toasts with a button are shown. */
const LONG_TOAST_MILLIS = seconds(8)

/** How long the other toasts of a part of the page are shown: `<ToastMillis value={seconds(2)}>` around it. */
export const ToastMillis = createContext<Millis>(TOAST_MILLIS)

/**
 * `const toast = useToast()`, then `toast.show(t('moved'), { action: { label: t('undo'), run } })`. Returns the same object in each
 * rendering.
 */
export function useToast(): Toaster {
  const millis = use(ToastMillis)
  return useMemo(() => createToaster(millis), [millis])
}

type AnyOptions = ToastOptions & { requestId?: string | undefined }

function createToaster(defaultMillis: Millis): Toaster {
  const showWithTone =
    (tone: ToastTone) =>
    (text: string, options: AnyOptions = {}) => {
      const { id = newId(), action, actions = action ? [action] : [], requestId } = options
      const needsLonger = tone === 'error' || actions.length > 0
      const { ms = needsLonger ? LONG_TOAST_MILLIS : defaultMillis } = options
      showToast({ id, text, tone, actions, requestId, ms })
      return id
    }
  return { show: showWithTone('plain'), warn: showWithTone('warning'), error: showWithTone('error'), close: removeToast }
}
