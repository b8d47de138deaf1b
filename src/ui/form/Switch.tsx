import { Field } from '@base-ui/react/field'
import { Switch as Base } from '@base-ui/react/switch'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'

export type SwitchProps = {
  label: ReactNode
  /** Hides the label visually, as in a table. It stays the accessible name. */
  hideLabel?: boolean
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The position of the switch: `end` in settings, `start` in dialogs. */
  side?: 'start' | 'end'
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, hideLabel = false, hint, checked, onChange, disabled = false, side = 'end' }: SwitchProps) {
  return (
    <Field.Root disabled={disabled} className={classes('flex items-center gap-3', side === 'end' && 'flex-row-reverse')}>
      <Base.Root
        checked={checked}
        onCheckedChange={(next) => onChange(next)}
        className="relative inline-flex h-5.5 w-9 flex-none rounded-full bg-edge transition-colors data-checked:bg-accent data-disabled:opacity-55 pointer-coarse:after:absolute pointer-coarse:after:-inset-2.75"
      >
        <Base.Thumb className="m-0.5 size-4.5 rounded-full bg-raised transition-transform data-checked:translate-x-3.5" />
      </Base.Root>
      <span className={hideLabel ? 'sr-only' : 'grid min-w-0 flex-1 grid-cols-1'}>
        <Field.Label className="text-base font-[560] text-ink">{label}</Field.Label>
        {hint && <Field.Description className="text-sm text-ink2">{hint}</Field.Description>}
      </span>
    </Field.Root>
  )
}
