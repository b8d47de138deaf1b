import { Check, Minus } from 'lucide-react'
import { classes } from '#ui/classes.ts'

export type PickBoxProps = {
  label: string
  checked: boolean
  /** Some but not all are selected. */
  partly?: boolean
  /** Visible only while the row, the `group`, is hovered or focused. */
  isQuiet?: boolean
  /** Called on a click; with Shift a range is selected. */
  onPick: (isRange: boolean) => void
  tabIndex?: number | undefined
  className?: string
}

/** A checkbox that selects one recording or all. The click target fills the given area; only the box in its center is visible. */
export function PickBox({ label, checked, partly = false, isQuiet = false, onPick, tabIndex, className }: PickBoxProps) {
  return (
    <span className={classes('grid place-items-center', className)}>
      <input
        ref={(box) => {
          if (box) box.indeterminate = partly
        }}
        type="checkbox"
        data-pick=""
        tabIndex={tabIndex}
        aria-label={label}
        checked={checked}
        // The browser dispatches a click event for a checkbox.
        onChange={({ nativeEvent }) => onPick('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none"
      />
      <span
        aria-hidden
        className={classes(
          'pointer-events-none grid size-4.5 place-items-center rounded-sm border transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus [&_svg]:size-3.5',
          checked || partly
            ? 'border-accent bg-accent text-accent-ink'
            : isQuiet
              ? QUIET
              : 'border-edge bg-ground peer-hover:border-ink2',
        )}
      >
        {partly ? <Minus strokeWidth={3} /> : checked && <Check strokeWidth={3} />}
      </span>
    </span>
  )
}

/** @NOTE Transparent colours instead of opacity: opacity creates a layer in every row, which slows scrolling down. */
const QUIET =
  'border-transparent group-focus-within:border-edge group-focus-within:bg-ground group-hover:border-edge group-hover:bg-ground peer-hover:border-ink2!'
