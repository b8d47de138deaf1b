import { use, useEffect, useEffectEvent } from 'react'
import type { ComponentType } from 'react'
import type { DialogProps } from './ModalDialog.tsx'
import { LeaveQueueContext, useIsDialogWaiting } from './dialogQueue.tsx'
import { lazyCode, useLazyCode } from '../lazy/lazyCode.ts'
import { LOAD_FAILED_TOAST } from '../toast/toastQueue.ts'
import { useToast } from '../toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/**
 * A modal dialog, loaded on first use. On a phone it fills the screen. The focus stays inside and returns to its origin on
 * close.
 */
export const Dialog = lazyDialog<DialogProps>(async () => (await import('./ModalDialog.tsx')).ModalDialog)

type OpenProps = { open: boolean; onClose: () => void }

/**
 * Returns a dialog whose code is loaded when it is first opened: `lazyDialog(async () => (await import('./X.tsx')).X)`. Until
 * then it renders nothing. Inside a waiting `QueuedDialog` it loads only when it is first in the queue. If loading fails, a
 * toast says so and the dialog is closed, so that it can be opened again. `isSilent` leaves out the toast.
 */
export function lazyDialog<Props extends OpenProps>(
  load: () => Promise<ComponentType<Props>>,
  { isSilent = false }: { isSilent?: boolean } = {},
): ComponentType<Props> {
  const code = lazyCode(() => {
    // Load the code that all dialogs share in parallel.
    void import(/* chunk: offline */ './ModalDialog.tsx').catch(() => {})
    return load()
  })
  return function LazyDialog(props: Props) {
    const t = useTranslations('ui')
    const toast = useToast()
    const isWaiting = useIsDialogWaiting()
    const leaveQueue = use(LeaveQueueContext)
    const { loaded: Component, error } = useLazyCode(code, props.open && !isWaiting)
    const onLoadError = useEffectEvent(() => {
      if (!isSilent) toast.error(t('error_unreachable'), { id: LOAD_FAILED_TOAST })
      leaveQueue()
      props.onClose()
    })
    useEffect(() => {
      if (error !== undefined) onLoadError()
    }, [error])
    return Component ? <Component {...props} /> : null
  }
}
