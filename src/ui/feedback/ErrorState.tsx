import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/Button.tsx'
import { classes } from '../styles/classes.ts'
import { useExplainError } from './useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type ErrorStateProps = {
  /** The thrown value. The message and the request id are derived from it. */
  error: unknown
  /** What failed, for example "The files could not be loaded". */
  title?: ReactNode
  /** Replaces the message derived from the error. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  retrying?: boolean
  className?: string
}

/** Shows an error with its message, its request id and a Try again button. */
export function ErrorState({ error, title, children, onRetry, retrying = false, className }: ErrorStateProps) {
  const t = useTranslations('ui')
  const { text, requestId } = useExplainError()(error)
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
