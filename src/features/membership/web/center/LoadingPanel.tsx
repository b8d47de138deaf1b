import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Spinner } from '#ui/feedback/Spinner.tsx'

export type LoadingPanelType = 'trans' | 'summary' | 'loading' | 'unlimited_shining'

/**
 * An animated panel (A§2): a transcription or a summary in progress, a page that is loading, or minutes without a limit. It does
 * not move under reduced motion. Only `loading` is announced; the text beside the others says what they show.
 */
export function LoadingPanel({ type, className }: { type: LoadingPanelType; className?: string }) {
  if (type === 'loading') return <LoadingSpinner className={className} />
  if (type === 'unlimited_shining')
    return (
      <span
        aria-hidden
        data-panel={type}
        className={classes('relative block h-1.5 overflow-hidden rounded-full bg-accent', className)}
      >
        <span className="absolute inset-y-0 left-0 w-2/5 animate-slide bg-linear-to-r from-transparent via-raised/70 to-transparent [animation-duration:3.2s] motion-reduce:hidden" />
      </span>
    )
  return (
    <span aria-hidden data-panel={type} className={classes('inline-flex h-4 items-center gap-0.5', className)}>
      {(type === 'trans' ? WAVE : LINES).map((size, index) => (
        <span
          key={index}
          className="animate-pulse rounded-full bg-warn motion-reduce:animate-none"
          style={{ ...size, animationDelay: `${index * 160}ms` }}
        />
      ))}
    </span>
  )
}

function LoadingSpinner({ className }: { className?: string | undefined }) {
  const t = useTranslations('ui')
  return (
    <span
      role="status"
      data-panel="loading"
      className={classes('flex items-center justify-center gap-2 text-md text-ink2', className)}
    >
      <Spinner />
      {t('loading')}
    </span>
  )
}

/** The bars of a sound wave. */
const WAVE = [6, 12, 16, 9, 5].map((height) => ({ width: 2, height }))
/** The words of a line. */
const LINES = [10, 6, 12].map((width) => ({ width, height: 3 }))
