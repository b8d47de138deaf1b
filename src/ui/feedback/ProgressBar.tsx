import { Progress } from '@base-ui/react/progress'
import { classes } from '../styles/classes.ts'
import { languageTag } from '#shared/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'

export type ProgressBarProps = {
  /** The task, for example "Uploading memo 14.m4a". It is the accessible name, and visible with `showLabel`. */
  label: string
  showLabel?: boolean
  /** Between 0 and 1; null when the progress is unknown. */
  value: number | null
  /** `waiting` means paused and going to continue. */
  tone?: 'accent' | 'waiting' | 'bad'
  className?: string
}

export function ProgressBar({ label, showLabel = false, value, tone = 'accent', className }: ProgressBarProps) {
  const t = useTranslations('ui')
  const locale = useLocale()
  const percent = value === null ? null : Math.min(100, Math.max(0, Math.floor(value * 100)))
  return (
    <Progress.Root
      value={percent}
      locale={languageTag(locale)}
      getAriaValueText={(formatted) => (percent === null ? t('progress_unknown') : formatted)}
      className={classes('grid grid-cols-1 gap-1.5', className)}
    >
      <Progress.Label className={showLabel ? 'text-sm text-ink2' : 'sr-only'}>{label}</Progress.Label>
      <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-line">
        <Progress.Indicator
          data-mark=""
          className={classes(
            'h-full rounded-full transition-[width]',
            TONE_CLASS[tone],
            percent === null && 'w-2/5 animate-slide',
          )}
        />
      </Progress.Track>
    </Progress.Root>
  )
}

const TONE_CLASS = { accent: 'bg-accent', waiting: 'bg-warn', bad: 'bg-signal' }
