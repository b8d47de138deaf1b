import type { ReactNode } from 'react'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** Explains in one or two sentences what will happen. */
  children?: ReactNode
  /** The verb of the action: "Delete", not "OK". */
  confirmLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** True while the confirmed action is running. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** False for a notice with a single button. */
  cancellable?: boolean
}

/** Asks for confirmation of an action. The parent controls `open`: the dialog never closes itself. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  cancellable = true,
}: ConfirmDialogProps) {
  const t = useTranslations('ui')
  return (
    <Dialog
      alert
      open={open}
      onClose={onClose}
      dismissible={cancellable}
      title={title}
      onSubmit={busy ? () => {} : onConfirm}
      footer={
        <>
          {cancellable && (
            <Button variant="quiet" onClick={onClose}>
              {cancelLabel ?? t('cancel')}
            </Button>
          )}
          <Button type="submit" variant={danger ? 'danger' : 'main'} busy={busy}>
            {confirmLabel ?? t('confirm')}
          </Button>
        </>
      }
    >
      {children && <div className="text-base text-ink2">{children}</div>}
    </Dialog>
  )
}
