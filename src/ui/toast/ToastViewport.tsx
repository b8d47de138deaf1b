import { Toast as Base } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FocusEvent } from 'react'
import { classes } from '../styles/classes.ts'
import { IconButton } from '../button/IconButton.tsx'
import { setToastRenderer } from './toastQueue.ts'
import type { ToastAction, ToastRequest } from './toastQueue.ts'
import { useIsAnyDialogOpen } from '../dialog/dialogQueue.tsx'
import { isTextField } from '#browser/keyboard/shortcuts.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { TOAST_MILLIS } from './useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

type ToastData = { requestId: string | undefined; actions: readonly ToastAction[] }

/**
 * Shows at most three toasts, above the player, the recorder and the cookie notice, and at the top while a dialog is open, whose buttons are at its
 * bottom. A toast stays while it has the pointer or the focus. F6 moves the focus to the toasts.
 */
export function ToastViewport() {
  return (
    <Base.Provider timeout={TOAST_MILLIS} limit={3}>
      <ToastList />
    </Base.Provider>
  )
}

/** On phones the bottom bar is 4 rem high. Moved by a transform, so that a bar that comes or goes shifts no layout. */
const ABOVE_BARS = 'bottom-4 max-sm:bottom-20 translate-y-[calc(-1*(var(--player,0px)+var(--dock,0px)+var(--notice,0px)))]'

function ToastList() {
  const t = useTranslations('ui')
  const { toasts, add, close } = Base.useToastManager<ToastData>()
  useEffect(() => setToastRenderer({ add: (toast) => add(toBaseToast(toast)), close }), [add, close])
  useUndoKey(toasts, close)
  const focusHandlers = useRestoreFocus(toasts.length)
  const isDialogOpen = useIsAnyDialogOpen()
  return (
    <Base.Portal>
      <Base.Viewport
        {...focusHandlers}
        aria-label={t('notifications')}
        className={classes(
          'fixed right-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] gap-2 outline-none',
          isDialogOpen
            ? 'top-4 flex-col max-sm:top-2 max-sm:right-14 max-sm:w-[calc(100vw-4.5rem)]'
            : `flex-col-reverse ${ABOVE_BARS}`,
        )}
      >
        {toasts.map((toast) => (
          <ToastItem key={toast.id} toast={toast} onClose={() => close(toast.id)} />
        ))}
      </Base.Viewport>
    </Base.Portal>
  )
}

/** Moves the focus to `<main>` when a toast disappears together with its focused button. Otherwise the focus would be lost. */
function useRestoreFocus(count: number) {
  const isInside = useRef(false)
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return
    isInside.current = false
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [count])
  return {
    onFocus: () => void (isInside.current = true),
    onBlur: ({ relatedTarget }: FocusEvent) => void (isInside.current = relatedTarget === null),
  }
}

/** Ctrl+Z or Cmd+Z runs the undo action of the newest toast while it is shown. In text fields the keys undo typing as usual. */
function useUndoKey(toasts: readonly Base.Root.ToastObject<ToastData>[], close: (id: string) => void) {
  useEvent('document', 'keydown', (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isUndo || event.defaultPrevented || event.repeat || isTextField(event.target)) return
    for (const { id, data, transitionStatus } of toasts) {
      const action = transitionStatus === 'ending' ? undefined : data?.actions.find(({ undoes }) => undoes)
      if (!action) continue
      event.preventDefault()
      close(id)
      return action.run()
    }
  })
}

function toBaseToast({ id, text, tone, actions, requestId, ms }: ToastRequest) {
  return {
    id,
    title: text,
    type: tone,
    priority: tone === 'error' ? ('high' as const) : ('low' as const),
    timeout: ms,
    data: { requestId, actions },
  }
}

function ToastItem({ toast, onClose }: { toast: Base.Root.ToastObject<ToastData>; onClose: () => void }) {
  const t = useTranslations('ui')
  return (
    <Base.Root
      toast={toast}
      // Base UI hides error toasts, because a live region announces them. But focusable elements must not be hidden.
      aria-hidden={false}
      // A toast has the role dialog. `isPopupOpen` uses this attribute to ignore it.
      data-toast=""
      className={classes(
        'rounded-lg border bg-raised text-ink shadow-lift transition data-ending-style:opacity-0 data-limited:hidden',
        'data-starting-style:translate-y-2 data-starting-style:opacity-0',
        toast.type === 'error' ? 'border-signal' : toast.type === 'warning' ? 'border-warn' : 'border-line',
      )}
    >
      <Base.Content className="flex items-start gap-2 py-2.5 pr-2 pl-4">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
          <div className="grid min-w-40 flex-1 gap-1 py-1">
            <Base.Title render={<p />} className="text-md wrap-anywhere" />
            {toast.data?.requestId && (
              <Base.Description className="font-mono text-xs break-all text-ink3 select-all">
                {t('request_id', { id: toast.data.requestId })}
              </Base.Description>
            )}
          </div>
          {toast.data && toast.data.actions.length > 0 && (
            <div className="-mr-2.5 ml-auto flex flex-none">
              {toast.data.actions.map(({ label, run }) => (
                <button
                  key={label}
                  type="button"
                  onClick={() => {
                    onClose()
                    run()
                  }}
                  className="h-8.5 rounded-md px-2.5 text-md font-[560] text-accent hover:bg-accent-soft pointer-coarse:min-h-11"
                >
                  {label}
                </button>
              ))}
            </div>
          )}
        </div>
        <Base.Close aria-hidden={false} render={<IconButton label={t('dismiss')} icon={<X />} />} />
      </Base.Content>
    </Base.Root>
  )
}
