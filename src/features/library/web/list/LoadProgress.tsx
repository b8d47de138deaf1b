import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type LoadProgressProps = {
  /** More is being loaded or sorted. */
  isLoading: boolean
  /** Loading failed. */
  hasFailed: boolean
  onRetry: () => void
}

/** Progress above the rows while they are incomplete. Takes no space, except for an error. */
export function LoadProgress({ isLoading, hasFailed, onRetry }: LoadProgressProps) {
  const [t, ui] = [useTranslations('files'), useTranslations('ui')]
  if (hasFailed)
    return (
      <div role="alert" className="flex flex-none items-center justify-between gap-2 border-b border-line py-1 pr-3 pl-4.5">
        <p className="text-sm text-ink2">{t('rest_failed')}</p>
        <Button variant="quiet" size="sm" onClick={onRetry}>
          {ui('try_again')}
        </Button>
      </div>
    )
  if (!isLoading) return null
  return (
    <div className="relative z-1 h-0 flex-none">
      <div
        role="progressbar"
        aria-label={t('rest_coming')}
        className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-accent motion-reduce:animate-none"
      />
    </div>
  )
}
