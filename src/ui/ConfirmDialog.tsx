import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { useWords } from './words.ts'

export type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  /** What will happen, in a sentence or two. */
  children?: ReactNode
  /** The verb of what is done: "Delete", not "OK". */
  confirmLabel?: string
  cancelLabel?: string
  danger?: boolean
  /** While what was confirmed is under way. */
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
  /** False for a notice with one button only. */
  cancellable?: boolean
}

/** Asks before something happens. The one who opens it also closes it. */
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
  const t = useWords('ui')
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
