import { useFormat } from '#browser/i18n/useFormat.ts'
import { classes } from '#ui/styles/classes.ts'

/** How many characters a field holds of how many. */
export function Counter({ length, max }: { length: number; max: number }) {
  const { number } = useFormat()
  return (
    <span className={classes('tabular ml-auto min-w-16 text-right text-sm', length > max ? 'text-signal' : 'text-ink3')}>
      {number(length)} / {number(max)}
    </span>
  )
}
