import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { buttonClass } from './buttonClass.ts'
import { classes } from './classes.ts'
import { useHeldOpen } from './dialogTurns.ts'
import { useWords } from './words.ts'

export type DialogProps = {
  open: boolean
  /** Asked by Esc, by a press outside or by the close button. */
  onClose: () => void
  title: ReactNode
  /** One sentence below the title, read aloud with it. */
  description?: ReactNode
  children?: ReactNode
  /** The row of buttons, the main one last. */
  footer?: ReactNode
  /** Makes body and footer a form: Enter saves. The main button then has `type="submit"`. */
  onSubmit?: () => void
  /** False: no close button, Esc and a press outside do nothing. */
  dismissible?: boolean
  /** A question that must be answered: announced at once, a press outside does nothing. */
  alert?: boolean
  /** `small`: of few words, so that a phone shows a card and not a sheet. `full`: over the whole window. */
  size?: 'small' | 'normal' | 'wide' | 'full'
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes afterwards; else to where it came from. */
  finalFocus?: RefObject<HTMLElement | null>
}

/** What a Dialog shows. */
export function DialogScreen(props: DialogProps) {
  const { onClose, dismissible = true, alert = false } = props
  const { open, keepMounted } = useHeldOpen(props.open)
  const Root = alert ? AlertDialog.Root : Base.Root
  return (
    <Root
      open={open}
      onOpenChange={(next) => {
        if (!next && dismissible) onClose()
      }}
    >
      <Base.Portal keepMounted={keepMounted}>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-ending-style:duration-200 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-40 grid grid-rows-1 place-items-center overflow-hidden sm:p-3">
          <DialogPopup {...props} dismissible={dismissible} />
        </Base.Viewport>
      </Base.Portal>
    </Root>
  )
}

function DialogPopup({
  title,
  description,
  children,
  footer,
  onSubmit,
  dismissible,
  alert,
  size = 'normal',
  initialFocus,
  finalFocus,
}: DialogProps) {
  const t = useWords('ui')
  const closable = dismissible && !alert
  return (
    <Base.Popup
      initialFocus={initialFocus}
      finalFocus={finalFocus}
      // Not for the others: the lists of their fields open outside of them.
      aria-modal={alert || undefined}
      className={classes(
        'relative flex max-h-full w-full flex-col bg-raised text-ink shadow-lift outline-none',
        'transition duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 data-starting-style:translate-y-1',
        // B§9: what closes stands 200 ms more.
        'data-ending-style:duration-200',
        alert || size === 'small' ? 'max-w-dialog rounded-lg max-sm:w-[calc(100%-1.5rem)]' : 'max-sm:h-dvh sm:rounded-lg',
        size === 'full' ? 'h-full' : size === 'wide' ? 'sm:max-w-dialog-wide' : 'sm:max-w-dialog',
      )}
    >
      <header className={classes('grid gap-1 px-6 pt-5 pb-1 max-sm:px-4', closable && 'pr-14 max-sm:pr-14')}>
        <Base.Title className="text-xl font-[640] text-balance">{title}</Base.Title>
        {description && <Base.Description className="text-sm text-ink2">{description}</Base.Description>}
      </header>
      <Body onSubmit={onSubmit}>
        <div className="min-h-0 flex-1 overflow-y-auto px-6 py-3 max-sm:px-4">{children}</div>
        {footer && <footer className={FOOTER}>{footer}</footer>}
      </Body>
      {/* Last in order, so that the first focus falls on what the dialog is about. */}
      {closable && (
        <Base.Close
          aria-label={t('close')}
          className={classes(
            buttonClass({ variant: 'quiet', square: true }),
            'absolute top-4 right-4 max-sm:right-2 pointer-coarse:top-2.75',
          )}
        >
          <X aria-hidden />
        </Base.Close>
      )}
    </Base.Popup>
  )
}

/** What a button says may be longer than a phone is wide: it then goes on in a second line. */
const FOOTER =
  'flex flex-wrap items-center justify-end gap-2 px-6 pt-2 pb-5 max-sm:px-4 ' +
  '[&>button]:h-auto [&>button]:min-h-8.5 [&>button]:max-w-full [&>button]:py-1 [&>button]:whitespace-normal pointer-coarse:[&>button]:min-h-11'

function Body({ onSubmit, children }: { onSubmit: (() => void) | undefined; children: ReactNode }) {
  const shape = 'flex min-h-0 flex-1 flex-col'
  if (!onSubmit) return <div className={shape}>{children}</div>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form noValidate className={shape} onSubmit={submit}>
      {children}
    </form>
  )
}
