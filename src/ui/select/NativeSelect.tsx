import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../styles/classes.ts'

export type NativeSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  options: readonly { value: string; label: string; disabled?: boolean }[]
  value: string
  onChange: (value: string) => void
}

/**
 * A native `<select>`, for dozens of options: typed letters find an option, and phones show their own picker. The caller adds
 * the label.
 */
export function NativeSelect({ options, value, onChange, className, ...rest }: NativeSelectProps) {
  return (
    <span className={classes('relative inline-flex max-w-full min-w-0', className)}>
      <select
        {...rest}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-9 w-full min-w-0 appearance-none truncate rounded-md border border-edge bg-surface pr-9 pl-3 text-base text-ink not-disabled:hover:bg-sunken disabled:opacity-55 aria-invalid:border-signal pointer-coarse:min-h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4.5 text-ink3" />
    </span>
  )
}
