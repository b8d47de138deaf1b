import { CloudOff } from 'lucide-react'
import type { Millis } from '#shared/units.ts'
import { Button } from '../button/Button.tsx'
import { useReachable } from '#browser/http/reachability.ts'
import { now } from '#browser/timers/time.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type OfflineBannerProps = {
  /** When the data on the page was loaded; undefined when there is none. */
  lastLoaded?: Millis | undefined
  onRetry?: () => void
}

/**
 * Shown at the top of the page while the server is unreachable. The live region is always mounted, so that the message is
 * announced.
 */
export function OfflineBanner({ lastLoaded, onRetry }: OfflineBannerProps) {
  const t = useTranslations('ui')
  const reachable = useReachable()
  const { moment } = useFormat()
  const getMessage = () => {
    if (lastLoaded === undefined) return t('offline')
    const time = moment(lastLoaded, now())
    return navigator.onLine ? t('unreachable_since', { time }) : t('offline_since', { time })
  }
  return (
    <div role="status">
      {!reachable && (
        <div className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
          <CloudOff aria-hidden className="size-4.5 flex-none" />
          <span className="min-w-0">{getMessage()}</span>
          {onRetry && (
            <Button size="sm" onClick={onRetry}>
              {t('try_again')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
