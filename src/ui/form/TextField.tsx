import { Field } from '@base-ui/react/field'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classes } from '../styles/classes.ts'
import { FIELD_CLASS, FormField } from './FormField.tsx'

type NativeInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'ref' | 'size' | 'children' | 'disabled'
>

export type TextFieldProps = NativeInputProps & {
  label: ReactNode
  /** Hides the label visually, as in a search box. It stays the accessible name. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What is wrong and how to fix it. Shown instead of the hint. */
  error?: ReactNode
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  /** More than 1 renders a text area with this many lines. */
  lines?: number
  /** Shown inside the field, before the text. */
  icon?: ReactNode
  /** Shown inside the field, after the text, for example a Kbd or a small button. */
  after?: ReactNode
  /** Without a border, on a darker background: for a field that everyone recognizes, such as a search field. */
  isQuiet?: boolean
  ref?: Ref<HTMLInputElement | HTMLTextAreaElement>
}

export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel,
    hint,
    error,
    value,
    onChange,
    disabled = false,
    lines = 1,
    icon,
    after,
    isQuiet = false,
    ref,
    className,
    ...rest
  } = props
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled} className={classes('grid grid-cols-1 gap-1.5', className)}>
      <FormField label={label} hideLabel={hideLabel} hint={hint} error={error}>
        <div
          className={classes(
            FIELD_CLASS,
            isQuiet ? 'border-transparent bg-sunken' : 'border-edge bg-surface',
            lines > 1 ? 'py-2' : 'h-10',
          )}
        >
          {icon}
          <Field.Control
            {...rest}
            ref={ref as Ref<HTMLInputElement>}
            value={value}
            onValueChange={onChange}
            render={lines > 1 ? <textarea rows={lines} /> : undefined}
            className={classes('min-w-0 flex-1 bg-transparent outline-none', lines > 1 && 'resize-y')}
          />
          {after}
        </div>
      </FormField>
    </Field.Root>
  )
}
