import { useFormat } from '#browser/i18n/useFormat.ts'
import { TextField, type TextFieldProps } from '#ui/form/TextField.tsx'
import { classes } from '#ui/styles/classes.ts'

/** How many characters a field holds of how many. */
export function Counter({ length, max, className = 'ml-auto' }: { length: number; max: number; className?: string }) {
  const { number } = useFormat()
  return (
    <span className={classes('tabular min-w-16 text-right text-sm', length > max ? 'text-signal' : 'text-ink3', className)}>
      {number(length)} / {number(max)}
    </span>
  )
}

/** A text field that counts its characters. It takes more, and says so. */
export const CountedField = ({ max, ...props }: TextFieldProps & { max: number }) => (
  <div className="relative">
    <TextField {...props} />
    <Counter length={props.value.length} max={max} className="absolute top-0 right-0" />
  </div>
)
