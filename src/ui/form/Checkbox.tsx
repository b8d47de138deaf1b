import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Field } from '@base-ui/react/field'
import { Check, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

export type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** Shows a dash instead of the tick, when only some of the items are selected. */
  indeterminate?: boolean
  disabled?: boolean
  readOnly?: boolean
  className?: string
}

/** A yes or no that takes effect when the form is submitted. Use Switch where it takes effect at once. */
export function Checkbox({ label, hint, error, checked, onChange, indeterminate = false, className, ...rest }: CheckboxProps) {
  const { disabled = false, readOnly = false } = rest
  const helpText = error || hint
  return (
    <Field.Root
      invalid={Boolean(error)}
      disabled={disabled}
      className={classes('flex items-start gap-2.5 pointer-coarse:py-2.5', className)}
    >
      <Base.Root
        checked={checked}
        indeterminate={indeterminate}
        readOnly={readOnly}
        onCheckedChange={(next) => onChange(next)}
        className={BOX_CLASS}
      >
        <Base.Indicator className="grid place-items-center data-unchecked:hidden">
          {indeterminate ? <Minus aria-hidden strokeWidth={3} /> : <Check aria-hidden strokeWidth={3} />}
        </Base.Indicator>
      </Base.Root>
      <span className="grid min-w-0 flex-1 grid-cols-1">
        <Field.Label className="w-fit max-w-full text-base text-ink data-disabled:text-ink3">{label}</Field.Label>
        {helpText && (
          <Field.Description className={classes('text-sm', error ? 'text-signal' : 'text-ink2')}>{helpText}</Field.Description>
        )}
      </span>
    </Field.Root>
  )
}

/** On touch screens the pressable area is larger than the visible box. */
const BOX_CLASS =
  'relative mt-0.75 grid size-4.5 flex-none cursor-pointer place-items-center rounded-sm border border-edge bg-surface text-accent-ink transition-colors ' +
  'not-data-disabled:not-data-readonly:hover:border-ink2 data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent ' +
  'data-invalid:border-signal data-disabled:opacity-55 data-readonly:cursor-default [&_svg]:size-3.5 pointer-coarse:after:absolute pointer-coarse:after:-inset-3.25'
