import { Radio } from '@base-ui/react/radio'
import { RadioGroup as Base } from '@base-ui/react/radio-group'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  /** Shown below the label and announced with it. In segments it is only announced. */
  hint?: ReactNode
  icon?: ReactNode
  /** Disables the option and explains why, instead of the hint. */
  disabledReason?: string | false | undefined
}

export type RadioGroupProps<Value extends string> = {
  label: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  options: readonly RadioOption<Value>[]
  /** Null until something is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  /** Use `cards` when each option needs an explanation, `segments` for two to four short words in one row. */
  variant?: 'list' | 'cards' | 'segments'
  disabled?: boolean
  readOnly?: boolean
  className?: string
}

/** A choice between a few visible options. The group is one tab stop; arrow keys move and select. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hideLabel, hint, error, options, value, onChange, variant = 'list', className } = props
  const id = useId()
  const helpText = error || hint
  return (
    <div className={classes('grid grid-cols-1 gap-1.5', className)}>
      <span id={`${id}-label`} className={classes('w-fit max-w-full text-md font-[560] text-ink', hideLabel && 'sr-only')}>
        {label}
      </span>
      <Base
        value={value ?? ''}
        onValueChange={(next) => onChange(next as Value)}
        disabled={props.disabled ?? false}
        readOnly={props.readOnly ?? false}
        aria-labelledby={`${id}-label`}
        aria-describedby={helpText ? `${id}-hint` : undefined}
        aria-invalid={error ? true : undefined}
        className={GROUP_CLASS[variant]}
      >
        {options.map((option) => (
          <RadioItem key={option.value} id={`${id}-${option.value}`} option={option} variant={variant} />
        ))}
      </Base>
      {helpText && (
        <span id={`${id}-hint`} className={classes('text-sm', error ? 'text-signal' : 'text-ink2')}>
          {helpText}
        </span>
      )}
    </div>
  )
}

type RadioVariant = NonNullable<RadioGroupProps<string>['variant']>

function RadioItem({ id, option, variant }: { id: string; option: RadioOption<string>; variant: RadioVariant }) {
  const { value, label, icon, disabledReason } = option
  const hint = disabledReason || option.hint
  return (
    <Radio.Root
      value={value}
      disabled={Boolean(disabledReason)}
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      className={classes('group', ITEM_CLASS[variant])}
    >
      {variant === 'list' && <RadioDot />}
      {icon && (
        <span aria-hidden className={classes('flex flex-none', variant === 'cards' && 'h-6 items-center text-accent')}>
          {icon}
        </span>
      )}
      <span className="grid min-w-0 flex-1 grid-cols-1">
        <span id={`${id}-label`} className={variant === 'cards' ? 'font-[600]' : undefined}>
          {label}
        </span>
        {hint && (
          <span id={`${id}-hint`} className={variant === 'segments' ? 'sr-only' : 'text-sm font-[400] text-ink2'}>
            {hint}
          </span>
        )}
      </span>
      {variant === 'cards' && <RadioDot />}
    </Radio.Root>
  )
}

const RadioDot = () => (
  <span
    aria-hidden
    className="mt-0.75 grid size-4.5 flex-none place-items-center rounded-full border border-edge bg-surface transition-colors group-data-checked:border-accent group-not-data-disabled:group-hover:border-ink2 group-data-checked:group-hover:border-accent"
  >
    <Radio.Indicator className="size-2.5 rounded-full bg-accent" data-mark="" />
  </span>
)

const GROUP_CLASS: Record<RadioVariant, string> = {
  list: 'grid grid-cols-1 gap-0.5',
  cards: 'grid grid-cols-1 gap-2.5',
  segments: 'flex w-fit max-w-full flex-wrap gap-0.5 rounded-md bg-sunken p-0.75 ring-1 ring-line ring-inset',
}
const ITEM_BASE_CLASS =
  'cursor-pointer text-left text-ink select-none data-disabled:cursor-not-allowed data-readonly:cursor-default data-disabled:text-ink3 '
const ITEM_CLASS: Record<RadioVariant, string> = {
  list: `${ITEM_BASE_CLASS}-mx-1 flex items-start gap-2.5 rounded-md px-1 py-1.5 text-base pointer-coarse:min-h-11 pointer-coarse:py-2.5`,
  cards:
    `${ITEM_BASE_CLASS}flex items-start gap-3 rounded-md border border-line bg-raised p-3 text-base transition-colors [&_svg]:size-4.5 ` +
    'not-data-disabled:not-data-readonly:hover:bg-sunken data-checked:border-accent data-checked:ring-1 data-checked:ring-accent data-checked:ring-inset',
  segments:
    `${ITEM_BASE_CLASS}flex min-h-8 flex-auto items-center justify-center gap-2 rounded-sm border border-transparent px-3 py-0.5 text-center text-md text-ink2 transition-colors ` +
    'not-data-disabled:not-data-readonly:hover:text-ink data-checked:border-edge data-checked:bg-raised data-checked:font-[600] data-checked:text-ink pointer-coarse:min-h-11 [&_svg]:size-4.5',
}
