import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { useExplain } from './useExplain.ts'
import { useWords } from './words.ts'

export type ErrorStateProps = {
  /** What was thrown; gives the sentence and the request id. */
  error: unknown
  /** What did not work, in the words of the place: "The files could not be loaded". */
  title?: ReactNode
  /** Own words instead of those the error gives. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  className?: string
}

/** What happened, what to do, the request id and Try again. */
export function ErrorState({ error, title, children, onRetry, retrying = false, className }: ErrorStateProps) {
  const t = useWords('ui')
  const { text, requestId } = useExplain()(error)
  return (
    <div role="alert" className={classes('grid place-items-center content-center gap-2 px-6 py-12 text-center', className)}>
      <p className="text-base font-[600]">{title ?? t('error_title')}</p>
      <p className="max-w-[48ch] text-md text-balance text-ink2">{children ?? text}</p>
      {requestId && <p className="font-mono text-xs break-all text-ink3 select-all">{t('request_id', { id: requestId })}</p>}
      {onRetry && (
        <Button className="mt-2" icon={<RotateCw aria-hidden />} busy={retrying} onClick={onRetry}>
          {t('try_again')}
        </Button>
      )}
    </div>
  )
}
