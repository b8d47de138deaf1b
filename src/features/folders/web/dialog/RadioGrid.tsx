import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from '#ui/styles/classes.ts'

export type RadioOption<Value extends string> = { value: Value; label: string; show: ReactNode }

export type RadioGridProps<Value extends string> = {
  label: string
  options: readonly RadioOption<Value>[]
  /** No option is selected for another value. */
  value: string
  onChange: (value: Value) => void
  className?: string
}

/**
 * A radio group as a grid of icons with one tab stop. Left and right move through the rows, up and down keep the column, Home and
 * End go to the ends, and the focused option is selected. Enter submits the form (B§5).
 */
export function RadioGrid<Value extends string>({ label, options, value, onChange, className }: RadioGridProps<Value>) {
  const labelId = useId()
  const grid = useRef<HTMLDivElement>(null)
  const selectedIndex = options.findIndex((option) => option.value === value)
  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    // As with native radio buttons: Space selects, Enter submits.
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.form?.requestSubmit()
      return
    }
    const radios = [...(grid.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])]
    const to = targetIndex(event.key, radios.indexOf(event.target as HTMLElement), countColumns(radios), radios.length)
    const option = to === undefined ? undefined : options[to]
    if (to === undefined || !option) return
    event.preventDefault()
    onChange(option.value)
    radios[to]?.focus()
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
            aria-checked={index === selectedIndex}
            aria-label={option.label}
            title={option.label}
            data-value={option.value}
            tabIndex={index === Math.max(0, selectedIndex) ? 0 : -1}
            onClick={() => onChange(option.value)}
            onKeyDown={handleKeyDown}
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

/** Returns the number of options in the first row, which depends on the width. */
const countColumns = (radios: readonly HTMLElement[]): number =>
  radios.filter((radio) => radio.offsetTop === radios[0]?.offsetTop).length

/** Returns the index that a key leads to; undefined for other keys. */
function targetIndex(key: string, from: number, columns: number, total: number): number | undefined {
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
