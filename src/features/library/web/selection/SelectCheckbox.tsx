import { Check, Minus } from 'lucide-react'
import { classes } from '#ui/styles/classes.ts'

export type SelectCheckboxProps = {
  label: string
  checked: boolean
  /** Some but not all are selected. */
  isIndeterminate?: boolean
  /** Visible only while the row, the `group`, is hovered or focused. */
  isHoverOnly?: boolean
  /** Called on a click; with Shift a range is selected. */
  onSelect: (isRange: boolean) => void
  tabIndex?: number | undefined
  className?: string
}

/** A checkbox that selects one recording or all. The click target fills the given area; only the box in its center is visible. */
export function SelectCheckbox({
  label,
  checked,
  isIndeterminate = false,
  isHoverOnly = false,
  onSelect,
  tabIndex,
  className,
}: SelectCheckboxProps) {
  return (
    <span className={classes('grid place-items-center', className)}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate
        }}
        type="checkbox"
        data-pick=""
        tabIndex={tabIndex}
        aria-label={label}
        checked={checked}
        // The browser dispatches a click event for a checkbox.
        onChange={({ nativeEvent }) => onSelect('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none"
      />
      <span
        aria-hidden
        className={classes(
          'pointer-events-none grid size-4.5 place-items-center rounded-sm border transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus [&_svg]:size-3.5',
          checked || isIndeterminate
            ? 'border-accent bg-accent text-accent-ink'
            : isHoverOnly
              ? HOVER_ONLY
              : 'border-edge bg-surface peer-hover:border-ink2',
        )}
      >
        {isIndeterminate ? <Minus strokeWidth={3} /> : checked && <Check strokeWidth={3} />}
      </span>
    </span>
  )
}

/** @NOTE Transparent colours instead of opacity: opacity creates a layer in every row, which slows scrolling down. */
const HOVER_ONLY =
  'border-transparent group-focus-within:border-edge group-focus-within:bg-surface group-hover:border-edge group-hover:bg-surface peer-hover:border-ink2!'
