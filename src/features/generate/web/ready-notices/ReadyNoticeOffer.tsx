import { Bell, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { turnOffReadyNotices, turnOnReadyNotices, useReadyNotices } from './readyNotices.ts'

/** The offer is made to a user who waits longer than this, in seconds. */
const MIN_WAIT = 60

/**
 * Offers once in this browser to notify the user when the task is done. It takes its place from the start, so that nothing moves
 * when the time left becomes known or the offer is answered; it is empty for users who have answered before.
 */
export function ReadyNoticeOffer({ secondsLeft, className }: { secondsLeft: number | null; className: string }) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { isUnanswered } = useReadyNotices()
  const [hasPlace] = useState(isUnanswered)
  const [wasLong, setWasLong] = useState(false)
  const [result, setResult] = useState<'on' | 'blocked' | 'dismissed'>()
  if (!wasLong && secondsLeft !== null && secondsLeft > MIN_WAIT) setWasLong(true)
  if (!hasPlace) return null
  const accept = async () => setResult((await turnOnReadyNotices()) === 'granted' ? 'on' : 'blocked')
  const dismiss = () => {
    turnOffReadyNotices()
    setResult('dismissed')
  }
  return (
    <div className={classes('flex min-h-7 items-center pointer-coarse:min-h-11', className)}>
      {wasLong && isUnanswered && result === undefined && (
        <>
          <Button size="sm" variant="quiet" icon={<Bell aria-hidden />} onClick={() => void accept()}>
            {t('notices_offer')}
          </Button>
          <IconButton size="sm" label={ui('dismiss')} icon={<X aria-hidden />} onClick={dismiss} />
        </>
      )}
      <span role="status" className="text-sm text-ink2 empty:hidden">
        {result === 'on' && t('notices_on')}
        {result === 'blocked' && t('notices_refused')}
      </span>
    </div>
  )
}
