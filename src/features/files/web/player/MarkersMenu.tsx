import { Flag } from 'lucide-react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Millis } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { File } from '../../contract.ts'
import { usePlayer } from './PlayerContext.ts'

/** The menu of markers set while recording; each seeks to its time. Empty without markers. */
export function MarkersMenu({ markers }: { markers: readonly Marker[] }) {
  const t = useTranslations('files')
  const playback = usePlayer()
  if (markers.length === 0) return null
  return (
    <Menu side="top" trigger={<IconButton label={t('player_marks')} icon={<Flag aria-hidden />} />}>
      {markers.map(({ at, text }, index) => (
        <MenuItem key={index} onSelect={() => playback.playFrom(at)}>
          <span className="tabular mr-2 text-ink2">{formatTimestamp(at)}</span>
          <bdi>{text || t('player_mark')}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Ticks on the waveform at the times of the markers. */
export function MarkerTicks({ markers, duration }: { markers: readonly Marker[]; duration: number }) {
  return markers
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

/** A marker set while recording, with its text. */
export type Marker = { at: Millis; text: string }

/** Returns the markers of a recording sorted by time. Clients write arbitrary data here, so invalid entries are skipped. */
export function readMarkers({ extra_data }: Pick<File, 'extra_data'>): readonly Marker[] {
  const { markers } = extra_data
  if (!Array.isArray(markers)) return []
  return markers.flatMap(readMarker).toSorted((a, b) => a.at - b.at)
}

function readMarker(value: unknown): Marker[] {
  if (typeof value !== 'object' || value === null || !('at' in value) || typeof value.at !== 'number') return []
  return [{ at: value.at, text: 'text' in value && typeof value.text === 'string' ? value.text : '' }]
}
