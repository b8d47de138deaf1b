import { Bell, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { minutes } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { turnOffReadyNotices, turnOnReadyNotices, useReadyNotices } from './readyNotices.ts'

/** The offer is made to a user who waits longer than this, in seconds. */
const MIN_WAIT = 60
/** Until the time left is known, recordings from this duration on are expected to take that long. */
const LONG_RECORDING: Millis = minutes(10)

type ReadyNoticeOfferProps = { secondsLeft: number | null; duration: Millis }

/**
 * Offers once in this browser to notify the user when the task is done. In a wide row its place costs nothing; in a narrow one it
 * is a line of its own, which is there from the first frame or never, so that nothing moves. Users who have answered before see
 * nothing.
 */
export function ReadyNoticeOffer({ secondsLeft, duration }: ReadyNoticeOfferProps) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { isUnanswered } = useReadyNotices()
  const [hasPlace] = useState(isUnanswered)
  const isLong = secondsLeft === null ? duration >= LONG_RECORDING : secondsLeft > MIN_WAIT
  const [hasLine] = useState(isLong)
  const [wasLong, setWasLong] = useState(isLong)
  const [result, setResult] = useState<'on' | 'blocked' | 'dismissed'>()
  if (isLong && !wasLong) setWasLong(true)
  if (!hasPlace) return null
  const accept = async () => setResult((await turnOnReadyNotices()) === 'granted' ? 'on' : 'blocked')
  const dismiss = () => {
    turnOffReadyNotices()
    setResult('dismissed')
  }
  return (
    <div
      className={classes(
        'flex min-h-7 items-center pointer-coarse:min-h-11',
        hasLine ? '@max-[42rem]:order-last @max-[42rem]:-ml-2 @max-[42rem]:w-full' : '@max-[42rem]:hidden',
      )}
    >
      {wasLong && isUnanswered && result === undefined && (
        <>
          <Button size="sm" variant="quiet" icon={<Bell aria-hidden />} onClick={() => void accept()}>
            {t('notices_offer')}
          </Button>
          <IconButton size="sm" label={ui('dismiss')} icon={<X aria-hidden />} onClick={dismiss} />
        </>
      )}
      <span role="status" className="px-2 text-sm text-ink2 empty:hidden">
        {result === 'on' && t('notices_on')}
        {result === 'blocked' && t('notices_refused')}
      </span>
    </div>
  )
}
