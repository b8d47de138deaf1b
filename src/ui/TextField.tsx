import { Field } from '@base-ui/react/field'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import { FIELD_CLASS, FieldWords } from './FieldWords.tsx'

type Native = Omit<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange' | 'ref' | 'size' | 'children' | 'disabled'>

export type TextFieldProps = Native & {
  label: ReactNode
  /** The label is read aloud but not shown, as in a search box. */
  hideLabel?: boolean
  hint?: ReactNode
  /** What is wrong and how to put it right; stands in place of the hint. */
  error?: ReactNode
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  /** More than one makes it a text area of so many lines. */
  lines?: number
  /** Stands inside, before the text. */
  icon?: ReactNode
  /** Stands inside, after the text: a Kbd, a small button. */
  after?: ReactNode
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
    ref,
    className,
    ...rest
  } = props
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled} className={classes('grid grid-cols-1 gap-1.5', className)}>
      <FieldWords label={label} hideLabel={hideLabel} hint={hint} error={error}>
        <div className={classes(FIELD_CLASS, lines > 1 ? 'py-2' : 'h-10')}>
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
      </FieldWords>
    </Field.Root>
  )
}
