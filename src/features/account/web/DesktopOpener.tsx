import { MonitorSmartphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/Button.tsx'
import { useWords } from '#ui/words.ts'
import { FormTrouble } from './FormTrouble.tsx'
import { useDesktopSignIn } from './useDesktopSignIn.ts'
import { useWaitWords } from './useWaitWords.ts'

export type DesktopOpenerProps = {
  /** Which desktop program may redeem the code. */
  desktopUuid: string
  /** Opens without a press of its own: only where the user has just asked for it. */
  atOnce?: boolean
  /** The session ended meanwhile. */
  onSignedOut: () => void
  /** Nothing took the focus within 3 seconds (A§8). */
  onMissing: () => void
  /** Something took it after all. */
  onOpened?: () => void
  /** Said once the program took the focus, instead of the words of the sign-in page. */
  openedText?: string
  /** Leads this tab to an address of another program. */
  openAddress?: ((address: string) => void) | undefined
}

/** Opens the desktop program and signs it in (A§7, B§4): the button, what is happening, what went wrong. */
export function DesktopOpener({
  desktopUuid,
  atOnce = false,
  onSignedOut,
  onMissing,
  onOpened,
  openedText,
  openAddress = goTo,
}: DesktopOpenerProps) {
  const t = useWords('account')
  const waitWords = useWaitWords()
  const { state, said, open } = useDesktopSignIn({ desktopUuid, onSignedOut, onMissing, onOpened, openAddress })
  const asked = useRef(!atOnce)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    open()
  })
  return (
    <>
      <FormTrouble said={said} />
      <p role="alert" className="text-sm text-signal empty:hidden">
        {said.troubles.code && t(said.troubles.code, { wait: waitWords(said.wait) })}
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

const goTo = (address: string): void => location.assign(address)
