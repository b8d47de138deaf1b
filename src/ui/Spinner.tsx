import { LoaderCircle } from 'lucide-react'
import { classes } from './classes.ts'

/** Turns while something is under way. Without `label` it is decoration beside words that say so already. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={classes('inline-flex align-[-0.25em]', className)}>
      <LoaderCircle aria-hidden className="size-4.5 animate-spin" strokeWidth={1.8} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
