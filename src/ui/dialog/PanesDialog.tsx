import { Dialog as Base } from '@base-ui/react/dialog'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Fragment, useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { buttonClass } from '../button/Button.tsx'
import { classes } from '../styles/classes.ts'
import { useQueuedOpen } from './dialogQueue.tsx'
import { NewDot } from '../badge/NewDot.tsx'
import { isPhone } from '#browser/page/phone.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type PanesDialogProps<Id extends string> = {
  open: boolean
  onClose: () => void
  title: string
  /** `isNew` shows a dot: the user has not opened this pane yet (A§4). */
  panes: readonly {
    id: Id
    label: string
    icon: ReactNode
    isNew?: boolean
    /** The heading above the first pane of a group. */ group?: string
  }[]
  /** Null shows the list on a phone and the first pane in a wider window. */
  pane: Id | null
  onPaneChange: (pane: Id | null) => void
  /** Shown beside the heading of the pane, for example "Saved". */
  status?: ReactNode
  /** The content of the pane. */
  children: ReactNode
}

/** A dialog with several panes and their list on the left. A phone shows either the list or one pane with a Back button. */
export function PanesDialog<Id extends string>(props: PanesDialogProps<Id>) {
  const { onClose, pane } = props
  const { open, keepMounted } = useQueuedOpen(props.open)
  const currentButton = useRef<HTMLButtonElement>(null)
  const lastPane = useRef<Id>(undefined)
  useEffect(() => {
    // On a phone, going back to the list returns the focus to the pane that was open.
    if (pane === null && lastPane.current !== undefined && isPhone()) {
      document.querySelector<HTMLElement>(`[data-pane="${lastPane.current}"]`)?.focus()
    }
    lastPane.current = pane ?? undefined
  }, [pane])
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal keepMounted={keepMounted}>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-hidden sm:p-3">
          <Base.Popup
            initialFocus={currentButton}
            className={classes(
              'relative flex h-dvh w-full overflow-hidden bg-raised text-ink shadow-lift outline-none sm:h-[min(46.5rem,100%)] sm:max-w-[57.5rem] sm:rounded-lg',
              'transition duration-150 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0',
            )}
          >
            <PaneList {...props} currentButton={currentButton} />
            <Pane {...props} />
            <CloseButton />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

type CurrentButtonRef = { currentButton: React.RefObject<HTMLButtonElement | null> }

function PaneList<Id extends string>({
  title,
  panes,
  pane,
  onPaneChange,
  currentButton,
}: PanesDialogProps<Id> & CurrentButtonRef) {
  const selected = pane ?? panes[0]?.id
  return (
    <nav
      aria-label={title}
      className={classes(
        'flex w-55 flex-none flex-col gap-0.5 overflow-y-auto border-r border-line bg-sunken p-3 max-sm:w-full max-sm:border-0 max-sm:bg-raised max-sm:pt-4',
        pane !== null && 'max-sm:hidden',
      )}
    >
      <Base.Title className="px-2.5 pt-1 pb-2 text-sm font-[600] text-ink3 max-sm:text-xl max-sm:font-[640] max-sm:text-ink">
        {title}
      </Base.Title>
      {panes.map(({ id, label, icon, isNew, group }, index) => (
        <Fragment key={id}>
          {group !== undefined && panes[index - 1]?.group !== group && (
            <p className="px-2.5 pt-4 pb-1 text-sm font-[600] text-ink3">{group}</p>
          )}
          <button
            type="button"
            ref={id === selected ? currentButton : undefined}
            data-pane={id}
            aria-current={id === selected ? 'page' : undefined}
            onClick={() => onPaneChange(id)}
            className={classes(
              'flex min-h-9 items-center gap-2.5 rounded-md border px-2.5 py-1 text-left text-base max-sm:min-h-12 pointer-coarse:min-h-11 [&_svg]:size-4.5 [&_svg]:flex-none',
              id === selected
                ? 'border-line bg-raised font-[560] text-ink max-sm:border-transparent max-sm:font-[400]'
                : 'border-transparent text-ink2 hover:bg-line/50 hover:text-ink max-sm:text-ink',
            )}
          >
            {icon}
            <span className="min-w-0 flex-1">{label}</span>
            {isNew && <NewDot className="flex-none" />}
            <ChevronRight aria-hidden className="text-ink3 sm:hidden" />
          </button>
        </Fragment>
      ))}
    </nav>
  )
}

function Pane<Id extends string>({ panes, pane, onPaneChange, status, children }: PanesDialogProps<Id>) {
  const t = useTranslations('ui')
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const selected = panes.find(({ id }) => id === pane) ?? panes[0]
  useEffect(() => {
    // On a phone the list is now hidden and has lost the focus.
    if (pane !== null && isPhone()) heading.current?.focus()
  }, [pane])
  return (
    <section aria-labelledby={headingId} className={classes('flex min-w-0 flex-1 flex-col', pane === null && 'max-sm:hidden')}>
      <header className="flex items-center gap-2 px-7 pt-5 pr-15 pb-2 max-sm:px-2 max-sm:pt-3 max-sm:pr-14">
        <button
          type="button"
          aria-label={t('back')}
          onClick={() => onPaneChange(null)}
          className={classes(buttonClass({ variant: 'quiet', square: true }), 'sm:hidden')}
        >
          <ChevronLeft aria-hidden />
        </button>
        <h3 ref={heading} id={headingId} tabIndex={-1} className="min-w-0 truncate text-xl font-[640] outline-none">
          {selected?.label}
        </h3>
        <p role="status" className="ml-auto flex-none text-sm text-ink2">
          {status}
        </p>
      </header>
      <div key={selected?.id} className="min-h-0 flex-1 overflow-y-auto px-7 pb-6 max-sm:px-4">
        {children}
      </div>
    </section>
  )
}

function CloseButton() {
  const t = useTranslations('ui')
  return (
    <Base.Close
      aria-label={t('close')}
      className={classes(buttonClass({ variant: 'quiet', square: true }), 'absolute top-4 right-4 max-sm:top-2.5 max-sm:right-2')}
    >
      <X aria-hidden />
    </Base.Close>
  )
}
