import { useRef } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { DialogProps } from './ModalDialog.tsx'

export type PromptDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'description' | 'size'> & {
  closeLabel: string
  /** The close button is the main button, for information that the user only confirms. */
  isCloseMain?: boolean
  /** Shown beside the close button. */
  action?: { label: string; run: () => void }
  children: ReactNode
}

/** A dialog that opens by itself. The close button has the focus, so that a user who is just typing triggers nothing else. */
export function PromptDialog({ closeLabel, isCloseMain = false, action, children, ...dialog }: PromptDialogProps) {
  const closeButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...dialog}
      initialFocus={closeButton}
      footer={
        <>
          {action && (
            <Button variant="quiet" onClick={action.run}>
              {action.label}
            </Button>
          )}
          <Button ref={closeButton} variant={isCloseMain ? 'main' : 'quiet'} onClick={dialog.onClose}>
            {closeLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
