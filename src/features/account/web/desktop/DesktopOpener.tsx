import { MonitorSmartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FormError, useFormatWait } from '../sign-in/FormError.tsx'
import { useDesktopSignIn } from './useDesktopSignIn.ts'

export type DesktopOpenerProps = {
  /** The id of the desktop program that may redeem the code. */
  desktopUuid: string
  /** Opens the program without another click. Only where the user has just asked for it. */
  openImmediately?: boolean
  /** Called when the session has ended. */
  onSignedOut: () => void
  /** Called when no program took the focus within 3 seconds (A§8). */
  onMissing: () => void
  /** Called when a program took the focus, also after `onMissing`. */
  onOpened?: () => void
  /** Shown when the program took the focus, instead of the text of the sign-in page. */
  openedText?: string
  /** Navigates this tab to a URL with the scheme of another program. */
  openAddress?: ((address: string) => void) | undefined
}

/** Opens the desktop program and signs it in (A§7, B§4). Shows a button, the progress and errors. */
export function DesktopOpener({
  desktopUuid,
  openImmediately = false,
  onSignedOut,
  onMissing,
  onOpened,
  openedText,
  openAddress = navigate,
}: DesktopOpenerProps) {
  const t = useTranslations('account')
  const formatWait = useFormatWait()
  const { state, errors, open } = useDesktopSignIn({ desktopUuid, onSignedOut, onMissing, onOpened, openAddress })
  const hasOpened = useRef(!openImmediately)
  useEffect(() => {
    if (hasOpened.current) return
    hasOpened.current = true
    open()
  })
  return (
    <>
      <FormError errors={errors} />
      <p role="alert" className="text-sm text-signal empty:hidden">
        {errors.fieldErrors.code && t(errors.fieldErrors.code, { wait: formatWait(errors.retryAfter) })}
      </p>
      <Button
        variant="main"
        size="lg"
        icon={<MonitorSmartphone aria-hidden strokeWidth={1.8} />}
        busy={state === 'asking'}
        onClick={open}
      >
        {t('desktop_open')}
      </Button>
      <p role="status" className="text-sm text-ink2 empty:hidden">
        {state === 'waiting' ? t('desktop_opening') : state === 'opened' ? (openedText ?? t('desktop_opened')) : null}
      </p>
    </>
  )
}

const navigate = (address: string): void => location.assign(address)
