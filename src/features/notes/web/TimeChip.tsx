import { Play } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { usePlayedTime, usePlayer } from '#features/files/web.tsx'
import type { Passage } from '../rules/citations.ts'
import { useSummarySource } from './summarySource.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type TimeChipProps = {
  passage: Passage
  /** Shows a triangle before the time, where chips begin a line. */
  hasIcon?: boolean
  className?: string
  /** The text of the chip; the default is the time. */
  children?: ReactNode
}

/**
 * A button with the time of a passage. A click plays from there and marks the passage in the transcript. It is filled while the
 * passage plays, and outlined once that has been played.
 */
export function TimeChip({ passage, hasIcon = false, className, children }: TimeChipProps) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  const { onChoose } = useSummarySource()
  const { start, end } = passage
  const progress = usePlayedTime((played) => (played === 0 || played < start ? 'ahead' : played < end ? 'current' : 'played'))
  const choose = () => {
    playback.playFrom(start)
    onChoose(passage)
  }
  return (
    <button
      type="button"
      aria-current={progress === 'current' ? 'true' : undefined}
      data-progress={progress}
      aria-label={t('goToTime', { time: formatTimestamp(start) })}
      onClick={choose}
      className={classes(
        progress === 'current' ? 'bg-accent text-accent-ink' : 'bg-accent-soft text-accent',
        progress === 'played' && 'ring-1 ring-accent ring-inset',
        CHIP_CLASS,
        hasIcon ? 'gap-1 ps-1.5 pe-2' : 'px-1.75',
        className,
      )}
    >
      {hasIcon && <Play aria-hidden className="size-2.5 fill-current rtl:-scale-x-100" />}
      {children ?? formatTimestamp(start)}
    </button>
  )
}

const CHIP_CLASS =
  'tabular relative inline-flex h-5 items-center rounded-full align-[1px] text-xs font-[560] transition-colors hover:bg-accent hover:text-accent-ink pointer-coarse:h-7 pointer-coarse:px-2.5 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2 pointer-coarse:after:inset-x-0'
