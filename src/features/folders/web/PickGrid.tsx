import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from '#ui/classes.ts'

export type PickOption<Value extends string> = { value: Value; label: string; show: ReactNode }

export type PickGridProps<Value extends string> = {
  label: string
  options: readonly PickOption<Value>[]
  /** None of the options when it is something else. */
  value: string
  onChange: (value: Value) => void
  className?: string
}

/**
 * One of many, as a grid of small pictures: one stop of the Tab key; left and right go on through the rows, up and down keep
 * the column, Home and End go to the ends, and what the focus comes to is chosen. Enter saves the form around it (B§5).
 */
export function PickGrid<Value extends string>({ label, options, value, onChange, className }: PickGridProps<Value>) {
  const labelId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const chosen = options.findIndex((option) => option.value === value)
  const hear = (event: KeyboardEvent<HTMLButtonElement>) => {
    // As on the browser's own radio buttons: Space chooses, Enter saves.
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
      return
    }
    const places = [...(grid.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])]
    const to = target(event.key, places.indexOf(event.target as HTMLElement), columnsOf(places), places.length)
    const option = to === undefined ? undefined : options[to]
    if (to === undefined || !option) return
    event.preventDefault()
    onChange(option.value)
    places[to]?.focus()
  }
  return (
    <div className="grid gap-1.5">
      <span id={labelId} className="text-md font-[560]">
        {label}
      </span>
      <div ref={grid} role="radiogroup" aria-labelledby={labelId} className={classes(GRID, className)}>
        {options.map((option, index) => (
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={index === chosen}
            aria-label={option.label}
            title={option.label}
            data-value={option.value}
            tabIndex={index === Math.max(0, chosen) ? 0 : -1}
            onClick={() => onChange(option.value)}
            onKeyDown={hear}
            className={CELL}
          >
            {option.show}
          </button>
        ))}
      </div>
    </div>
  )
}

const GRID = 'grid grid-cols-[repeat(auto-fill,var(--cell))] gap-0.75 [--cell:2.25rem] pointer-coarse:[--cell:2.75rem]'
const CELL =
  'grid size-(--cell) place-items-center rounded-md text-ink2 hover:bg-sunken aria-checked:bg-accent-soft aria-checked:text-accent ' +
  'aria-checked:ring-2 aria-checked:ring-accent aria-checked:ring-inset [&_svg]:size-5'

/** How many stand in the first row, as the width allows. */
const columnsOf = (places: readonly HTMLElement[]): number =>
  places.filter((place) => place.offsetTop === places[0]?.offsetTop).length

/** Where a key leads from a place; undefined for other keys and beyond the first and the last row. */
function target(key: string, from: number, columns: number, total: number): number | undefined {
  if (from < 0) return undefined
  const to: Record<string, number> = {
    ArrowRight: (from + 1) % total,
    ArrowLeft: (from - 1 + total) % total,
    ArrowDown: from + columns < total ? from + columns : from,
    ArrowUp: from - columns >= 0 ? from - columns : from,
    Home: 0,
    End: total - 1,
  }
  return to[key]
}
