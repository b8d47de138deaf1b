import { Field } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

/** The shape and the states of text fields, which choose the color of their border and background. */
export const FIELD_CLASS =
  'flex items-center gap-2 rounded-md border px-3 text-base text-ink2 transition-colors pointer-coarse:min-h-11 ' +
  'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:-outline-offset-1 [&>svg]:size-4.5 [&>svg]:flex-none ' +
  '[&_input]:text-ink [&_textarea]:text-ink has-[[aria-invalid=true]]:border-signal has-[:disabled]:opacity-55 ' +
  'has-[[readonly]]:border-line has-[[readonly]]:bg-sunken'

type FormFieldProps = {
  label: ReactNode
  hideLabel?: boolean | undefined
  hint?: ReactNode
  error?: ReactNode
  children: ReactNode
}

/** Renders the label above a control and the hint or error below it. Must be inside the `Field.Root` of the control. */
export function FormField({ label, hideLabel, hint, error, children }: FormFieldProps) {
  return (
    <>
      <Field.Label className={classes('w-fit max-w-full text-md font-[560] text-ink', hideLabel && 'sr-only')}>
        {label}
      </Field.Label>
      {children}
      {hint && !error && <Field.Description className="text-sm text-ink2">{hint}</Field.Description>}
      {error && (
        <Field.Error match className="text-sm text-signal">
          {error}
        </Field.Error>
      )}
    </>
  )
}
