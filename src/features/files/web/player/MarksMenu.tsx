import { Flag } from 'lucide-react'
import { formatClock } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Menu, MenuItem } from '#ui/Menu.tsx'
import { useWords } from '#ui/words.ts'
import type { Mark } from './markersOf.ts'
import { usePlayer } from './usePlayer.ts'

/** The menu of markers set while recording; each seeks to its time. Empty without markers. */
export function MarksMenu({ marks }: { marks: readonly Mark[] }) {
  const t = useWords('files')
  const playback = usePlayer()
  if (marks.length === 0) return null
  return (
    <Menu side="top" trigger={<IconButton label={t('player_marks')} icon={<Flag aria-hidden />} />}>
      {marks.map(({ at, text }, index) => (
        <MenuItem key={index} onSelect={() => playback.playFrom(at)}>
          <span className="tabular mr-2 text-ink2">{formatClock(at / 1000)}</span>
          <bdi>{text || t('player_mark')}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Ticks on the waveform at the times of the markers. */
export function MarkTicks({ marks, duration }: { marks: readonly Mark[]; duration: number }) {
  return marks
    .filter(({ at }) => at <= duration)
    .map(({ at }, index) => (
      <span
        key={index}
        aria-hidden
        data-tick=""
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-warn before:absolute before:-top-px before:-left-0.75 before:size-2 before:rounded-full before:bg-warn"
        style={{ left: `${(at / Math.max(1, duration)) * 100}%` }}
      />
    ))
}
