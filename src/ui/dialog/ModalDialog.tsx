import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { buttonClass } from '../button/Button.tsx'
import { classes } from '../styles/classes.ts'
import { useQueuedOpen } from './dialogQueue.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type DialogProps = {
  open: boolean
  /** Called on Esc, on a press outside and by the close button. */
  onClose: () => void
  title: ReactNode
  /** One sentence below the title; screen readers announce it with the title. */
  description?: ReactNode
  children?: ReactNode
  /** The row of buttons, with the main one last. */
  footer?: ReactNode
  /** Wraps body and footer in a form, so that Enter submits. The main button needs `type="submit"`. */
  onSubmit?: () => void
  /** False removes the close button; Esc and a press outside then do nothing. */
  dismissible?: boolean
  /** Renders an alert dialog: it is announced at once, and a press outside does nothing. */
  alert?: boolean
  /**
   * `small` is shown as a card on phones instead of a full-height sheet; `full` covers the window. `editor` is as high as the
   * window allows, with lines below the header and above the footer, and its content decides about padding and scrolling. So it does
   * in `split`, which has a list beside what is chosen in it.
   */
  size?: 'small' | 'normal' | 'medium' | 'wide' | 'split' | 'editor' | 'full'
  /** Shown after the title, for example the steps of the dialog. */
  titleEnd?: ReactNode
  /** Dark in both themes. */
  isDark?: boolean
  /** Hides the title, which stays the name of the dialog: its content has its own. */
  isTitleHidden?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /**
   * The element that gets the focus on close. By default, and when the function returns true, it returns to the element that had
   * it before.
   */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | true)
}

/** The dialog itself, which `Dialog` loads on first use. */
export function ModalDialog(props: DialogProps) {
  const { onClose, dismissible = true, alert = false } = props
  const { open, keepMounted } = useQueuedOpen(props.open)
  const Root = alert ? AlertDialog.Root : Base.Root
  return (
    <Root
      open={open}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen && dismissible) onClose()
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
  titleEnd,
  description,
  children,
  footer,
  onSubmit,
  dismissible,
  alert,
  size = 'normal',
  isDark = false,
  isTitleHidden = false,
  initialFocus,
  finalFocus,
}: DialogProps) {
  const t = useTranslations('ui')
  const isClosable = dismissible && !alert
  const isEditor = size === 'editor'
  return (
    <Base.Popup
      initialFocus={initialFocus}
      finalFocus={finalFocus}
      // Only alerts: in other dialogs the popups of fields open outside of the dialog element.
      aria-modal={alert || undefined}
      className={classes(
        'relative flex max-h-full w-full flex-col bg-raised text-ink shadow-lift outline-none',
        'transition duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 data-starting-style:translate-y-1',
        // B§9: the closing transition takes 200 ms.
        'data-ending-style:duration-200',
        alert || size === 'small' ? 'max-w-dialog rounded-lg max-sm:w-[calc(100%-1.5rem)]' : 'max-sm:h-dvh sm:rounded-lg',
        MAX_WIDTH[size],
        // Nothing of the page shines beside it.
        isDark && 'dark-surface fixed! inset-0 rounded-none! bg-surface',
      )}
    >
      <header
        className={
          isTitleHidden
            ? 'sr-only'
            : classes('grid gap-1 px-6 pt-5 max-sm:px-4', isEditor ? HEADER_LINE : 'pb-1', isClosable && 'pr-14 max-sm:pr-14')
        }
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Base.Title className="text-xl font-[640] text-balance">{title}</Base.Title>
          {titleEnd}
        </div>
        {description && <Base.Description className="text-sm text-ink2">{description}</Base.Description>}
      </header>
      <DialogBody onSubmit={onSubmit}>
        <div
          className={
            isEditor || size === 'split'
              ? 'flex min-h-0 flex-1'
              : classes('min-h-0 flex-1 overflow-y-auto px-6 py-3 max-sm:px-4', Boolean(footer) && SCROLL_LINE)
          }
        >
          {children}
        </div>
        {footer && <footer className={classes(FOOTER_CLASS, isEditor ? FOOTER_LINE : 'pt-2 pb-5')}>{footer}</footer>}
      </DialogBody>
      {/* Last in DOM order, so that the initial focus goes to the content. */}
      {isClosable && (
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

const MAX_WIDTH = {
  small: 'sm:max-w-dialog',
  normal: 'sm:max-w-dialog',
  medium: 'sm:max-w-dialog-medium',
  wide: 'sm:max-w-dialog-wide',
  split: 'overflow-hidden sm:h-180 sm:max-w-230',
  editor: 'sm:h-197 sm:max-w-280',
  full: 'h-full',
} as const

const HEADER_LINE = 'border-b border-line pb-4.5'
const FOOTER_LINE = 'border-t border-line py-3.5'

/** A line above the footer while there is more below: the first layer moves with the content, and covers the line at its end. */
const SCROLL_LINE =
  'bg-[linear-gradient(var(--raised),var(--raised)),linear-gradient(var(--line),var(--line))] bg-[length:100%_1px] bg-bottom bg-no-repeat [background-attachment:local,scroll]'

/** Button labels wrap when they are wider than the phone. There the main button has a row of its own, above the others. */
const FOOTER_CLASS =
  'flex flex-wrap items-center justify-end gap-2 px-6 max-sm:px-4 ' +
  'max-sm:[&>:is(a,button)]:grow max-sm:[&>button:last-child]:-order-1 max-sm:[&>button:last-child]:basis-full ' +
  '[&>button]:h-auto [&>button]:min-h-8.5 [&>button]:max-w-full [&>button]:py-1 [&>button]:whitespace-normal pointer-coarse:[&>button]:min-h-11'

function DialogBody({ onSubmit, children }: { onSubmit: (() => void) | undefined; children: ReactNode }) {
  const bodyClass = 'flex min-h-0 flex-1 flex-col'
  if (!onSubmit) return <div className={bodyClass}>{children}</div>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form noValidate className={bodyClass} onSubmit={submit}>
      {children}
    </form>
  )
}
