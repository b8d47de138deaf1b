import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import type { ExportPreview, Reason } from '../contract.ts'
import { EXPORT_FORMATS, type ExportFormat, FORMAT_GROUPS, FORMAT_IDS } from '../rules.ts'

export type FormatTilesProps = {
  chosen: readonly ExportFormat[]
  onChange: (formats: readonly ExportFormat[]) => void
  /** What the recordings have; undefined until it is known. */
  available: ExportPreview['formats'] | undefined
  /** The suffix of the stored audio. */
  audioSuffix: string
}

/** All formats in groups. Tab leads to one tile, arrows move between all of them, Space chooses. */
export function FormatTiles({ chosen, onChange, available, audioSuffix }: FormatTilesProps) {
  const t = useTranslations('export')
  const grid = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<ExportFormat>(chosen[0] ?? 'txt')
  const toggle = (format: ExportFormat) =>
    onChange(
      chosen.includes(format)
        ? chosen.filter((entry) => entry !== format)
        : FORMAT_IDS.filter((id) => id === format || chosen.includes(id)),
    )
  const focusFormat = (format: ExportFormat | undefined) => {
    if (format) grid.current?.querySelector<HTMLElement>(`[data-format="${format}"]`)?.focus()
  }
  const moveFocus = (event: KeyboardEvent) => {
    const next = nextFormat(active, event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (!next) return
    event.preventDefault()
    focusFormat(next)
  }
  return (
    <div ref={grid} role="presentation" onKeyDown={moveFocus} className="grid gap-5">
      {FORMAT_GROUPS.map((group) => (
        <div
          key={group}
          role="group"
          aria-label={t(`group_${group}`)}
          className="grid grid-cols-[5.5rem_1fr] items-center gap-1.5 max-sm:grid-cols-1"
        >
          <span aria-hidden className="text-md font-[560]">
            {t(`group_${group}`)}
          </span>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(5rem,1fr))] gap-1.5 sm:grid-cols-[repeat(6,5rem)]">
            {FORMAT_IDS.filter((format) => EXPORT_FORMATS[format].group === group).map((format) => (
              <Tile
                key={format}
                format={format}
                label={format === 'original' ? audioSuffix.toUpperCase() || '–' : EXPORT_FORMATS[format].label}
                hint={t(format === 'mp3' && audioSuffix === 'mp3' ? 'format_mp3_stored' : `format_${format}`)}
                isChosen={chosen.includes(format)}
                isActive={format === active}
                reason={available?.find((entry) => entry.format === format)?.reason ?? null}
                onToggle={() => toggle(format)}
                onFocus={() => setActive(format)}
              />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

type TileProps = {
  format: ExportFormat
  label: string
  hint: string
  isChosen: boolean
  isActive: boolean
  reason: Reason | null
  onToggle: () => void
  onFocus: () => void
}

function Tile({ format, label, hint, isChosen, isActive, reason, onToggle, onFocus }: TileProps) {
  const t = useTranslations('export')
  const isShownChosen = isChosen && reason === null
  return (
    <Tooltip label={reason ? t(`reason_${reason}`) : undefined}>
      <button
        type="button"
        role="checkbox"
        aria-checked={isShownChosen}
        aria-disabled={reason !== null || undefined}
        aria-label={[`${label}, ${hint}`, reason && t(`reason_${reason}`)].filter(Boolean).join('. ')}
        data-format={format}
        tabIndex={isActive ? 0 : -1}
        onClick={() => reason === null && onToggle()}
        onFocus={onFocus}
        className={classes(
          'relative h-14 overflow-hidden rounded-md border px-2 pt-1 text-left text-xs whitespace-nowrap',
          isShownChosen ? 'border-accent bg-accent-soft shadow-[0_0_0_1px_var(--color-accent)]' : 'border-line bg-raised',
          reason === null ? 'hover:border-edge' : 'cursor-default border-dashed',
        )}
      >
        <span
          className={classes(
            'block text-md leading-5 font-[600]',
            reason !== null ? 'text-ink3' : isShownChosen ? 'text-accent' : 'text-ink',
          )}
        >
          {label}
        </span>
        <span className={classes('block truncate leading-4', reason === null ? 'text-ink2' : 'text-ink3')}>{hint}</span>
        {isShownChosen && <Check aria-hidden strokeWidth={2.4} className="absolute top-2 right-1.5 size-3.5 text-accent" />}
      </button>
    </Tooltip>
  )
}

const ROWS = FORMAT_GROUPS.map((group) => FORMAT_IDS.filter((format) => EXPORT_FORMATS[format].group === group))

/** Returns the tile that an arrow leads to: along the row and on to the next one, or to the same place of another row. */
export function nextFormat(from: ExportFormat, key: string, isRtl: boolean): ExportFormat | undefined {
  const index = FORMAT_IDS.indexOf(from)
  const row = ROWS.findIndex((formats) => formats.includes(from))
  const column = ROWS[row]?.indexOf(from) ?? 0
  const inRow = (formats: readonly ExportFormat[] | undefined) => formats?.[Math.min(column, formats.length - 1)]
  switch (key) {
    case isRtl ? 'ArrowLeft' : 'ArrowRight':
      return FORMAT_IDS[index + 1]
    case isRtl ? 'ArrowRight' : 'ArrowLeft':
      return FORMAT_IDS[index - 1]
    case 'ArrowDown':
      return inRow(ROWS[row + 1])
    case 'ArrowUp':
      return inRow(ROWS[row - 1])
    case 'Home':
      return FORMAT_IDS[0]
    case 'End':
      return FORMAT_IDS.at(-1)
    default:
      return undefined
  }
}
