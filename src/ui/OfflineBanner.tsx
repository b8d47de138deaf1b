import { CloudOff } from 'lucide-react'
import { Button } from './Button.tsx'
import { useReachable } from './reachability.ts'
import { useWords } from './words.ts'

/** Stands at the top of the page while the server does not answer. The region is always there, so that it is announced. */
export function OfflineBanner({ onRetry }: { onRetry?: () => void }) {
  const t = useWords('ui')
  const reachable = useReachable()
  return (
    <div role="status">
      {!reachable && (
        <div className="flex items-center justify-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn">
          <CloudOff aria-hidden className="size-4.5 flex-none" />
          <span className="min-w-0">{t('offline')}</span>
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
