import { classes } from '../styles/classes.ts'

type SteadyLabelProps = {
  /** The label shown. */
  label: string
  /** Labels that may replace it. */
  others: readonly string[]
  className?: string
}

/** A label as wide as the widest of those that may replace it, so that nothing beside it moves when one does. */
export function SteadyLabel({ label, others, className }: SteadyLabelProps) {
  return (
    <span className={classes('grid justify-items-center', className)}>
      {/* Keyed: a new label replaces the old one instead of moving. */}
      <span key={label} className="col-start-1 row-start-1">
        {label}
      </span>
      {others.map((other) => (
        <span key={other} aria-hidden className="invisible col-start-1 row-start-1">
          {other}
        </span>
      ))}
    </span>
  )
}
