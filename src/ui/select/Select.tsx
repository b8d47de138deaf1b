import { Field } from '@base-ui/react/field'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { FormField } from '../form/FormField.tsx'
import { OPTION_CLASS, POPUP_CLASS, TRIGGER_CLASS } from '../styles/popupClass.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type SelectProps<Value extends string | number> = {
  label: ReactNode
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** `badge` is a mark beside the label, for example a Chip. */
  options: readonly { value: Value; label: string; badge?: ReactNode; hint?: ReactNode }[]
  /** Null until something is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean
  className?: string
}

/** A choice between a few options. First letters find an option, arrows move, Esc closes. */
export function Select<Value extends string | number>({
  label,
  hideLabel,
  hint,
  error,
  options,
  value,
  onChange,
  disabled = false,
  className,
}: SelectProps<Value>) {
  const t = useTranslations('ui')
  const choose = (next: Value | null) => {
    if (next !== null) onChange(next)
  }
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled} className={classes('grid grid-cols-1 gap-1.5', className)}>
      <Base.Root<Value> items={options} value={value} onValueChange={choose}>
        <FormField label={label} hideLabel={hideLabel} hint={hint} error={error}>
          <Base.Trigger className={TRIGGER_CLASS}>
            <Base.Value className="truncate" placeholder={<span className="text-ink3">{t('choose')}</span>} />
            <ChevronDown aria-hidden className="size-4.5 flex-none text-ink3" />
          </Base.Trigger>
        </FormField>
        <Options options={options} />
      </Base.Root>
    </Field.Root>
  )
}

function Options<Value extends string | number>({ options }: Pick<SelectProps<Value>, 'options'>) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={6} alignItemWithTrigger={false} collisionPadding={8} className="z-50 outline-none">
        <Base.Popup
          className={classes(
            POPUP_CLASS,
            'max-w-[min(var(--available-width),max(var(--anchor-width),24rem))] min-w-(--anchor-width)',
          )}
        >
          {options.map((option) => (
            <Base.Item key={option.value} value={option.value} className={OPTION_CLASS}>
              <Base.ItemIndicator>
                <Check aria-hidden className="size-4.5" />
              </Base.ItemIndicator>
              <span className="col-start-2 grid">
                <span className="flex min-w-0 items-center gap-2">
                  <Base.ItemText className="min-w-0 break-words">{option.label}</Base.ItemText>
                  {option.badge}
                </span>
                {option.hint && <span className="text-sm text-ink2">{option.hint}</span>}
              </span>
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
