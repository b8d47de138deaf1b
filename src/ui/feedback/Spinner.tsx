import { LoaderCircle } from 'lucide-react'
import { classes } from '../styles/classes.ts'

/** Spins while work is in progress. Without `label` it is decorative, for use beside text that says the same. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={classes('inline-flex align-[-0.25em]', className)}>
      <LoaderCircle aria-hidden className="size-4.5 animate-spin" strokeWidth={1.8} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
