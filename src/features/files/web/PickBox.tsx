import { Check, Minus } from 'lucide-react'
import { classes } from '#ui/classes.ts'

export type PickBoxProps = {
  label: string
  checked: boolean
  /** Some of all are chosen. */
  partly?: boolean
  /** Seen only while one points at the row, the `group`, or the focus is in it. */
  isQuiet?: boolean
  /** Pressed; with Shift, all between are meant. */
  onPick: (isRange: boolean) => void
  tabIndex?: number | undefined
  className?: string
}

/** The box that chooses a recording, or all. What can be hit is the whole place given, what is seen only the box in its middle. */
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
        // Of a box that is pressed the browser tells a click.
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

/** @NOTE No colour instead of no opacity: what has an opacity is a layer of its own in every row, and scrolling pays for each. */
const QUIET =
  'border-transparent group-focus-within:border-edge group-focus-within:bg-ground group-hover:border-edge group-hover:bg-ground peer-hover:border-ink2!'
