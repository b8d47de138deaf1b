import { Combobox as Base } from '@base-ui/react/combobox'
import { Field } from '@base-ui/react/field'
import { Check, ChevronDown, Search } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { classes } from '../styles/classes.ts'
import { FormField } from '../form/FormField.tsx'
import { languageTag } from '#shared/locales.ts'
import { OPTION_CLASS, POPUP_CLASS, TRIGGER_CLASS } from '../styles/popupClass.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'

export type ComboboxOption<Value extends string | number> = {
  value: Value
  label: string
  /** Shown below the label, for example the name of a language in that language. */
  hint?: string
  /** More text to search in, for example the English name or the code. */
  keywords?: string
}

export type ComboboxProps<Value extends string | number> = {
  /** Also the accessible name of the list. */
  label: string
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  /** Pass the same array until an option changes: the items are memoized by identity. */
  options: readonly ComboboxOption<Value>[]
  /** Null until something is chosen. */
  value: Value | null
  onChange: (value: Value) => void
  disabled?: boolean
  /** The list opens, but the value cannot be changed. */
  readOnly?: boolean
  /** The HTML `autocomplete` value: `country`, `language`. */
  autoComplete?: string
  className?: string
}

/**
 * A select with a search field, for lists of dozens such as languages and countries. The search ignores case and accents and
 * highlights the first match. Enter picks it, arrows move, Esc closes. Use Select for a few options.
 */
export function Combobox<Value extends string | number>(props: ComboboxProps<Value>) {
  const { label, hideLabel, hint, error, options, value, onChange, disabled = false, readOnly = false, className } = props
  const t = useTranslations('ui')
  const locale = languageTag(useLocale())
  const { contains } = Base.useFilter({ locale })
  const items = useMemo(() => Base.createItems(options, { getValue, getLabel }), [options])
  const choose = (next: Value | null) => {
    if (next !== null) onChange(next)
  }
  return (
    <Field.Root invalid={Boolean(error)} disabled={disabled} className={classes('grid grid-cols-1 gap-1.5', className)}>
      <Base.Root
        items={items}
        value={value}
        onValueChange={choose}
        filter={(option, query) => contains(option, query, searchText)}
        locale={locale}
        autoHighlight
        readOnly={readOnly}
        {...(props.autoComplete ? { autoComplete: props.autoComplete } : {})}
      >
        <FormField label={label} hideLabel={hideLabel} hint={hint} error={error}>
          <Base.Trigger className={TRIGGER_CLASS}>
            <span className="truncate">
              <Base.Value placeholder={<span className="text-ink3">{t('choose')}</span>} />
            </span>
            <ChevronDown aria-hidden className="size-4.5 flex-none text-ink3" />
          </Base.Trigger>
        </FormField>
        <Options label={label} />
      </Base.Root>
    </Field.Root>
  )
}

type Option = ComboboxOption<string | number>

function Options({ label }: { label: string }) {
  const t = useTranslations('ui')
  return (
    <Base.Portal>
      <Base.Positioner align="start" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
        <Base.Popup
          aria-label={label}
          className={classes(
            POPUP_CLASS,
            'flex max-h-[min(24rem,var(--available-height))] min-w-(--anchor-width) max-w-[min(26rem,var(--available-width))] flex-col overflow-hidden',
          )}
        >
          <div className="-mx-1 -mt-1 mb-1 flex flex-none items-center gap-2 border-b border-line px-3 text-ink3">
            <Search aria-hidden className="size-4.5 flex-none" />
            <Base.Input
              aria-label={t('search')}
              // Without this the label of the field would name the search input too.
              aria-labelledby={undefined}
              placeholder={t('search')}
              className="h-10 min-w-0 flex-1 bg-transparent text-base text-ink outline-none pointer-coarse:h-11"
            />
          </div>
          <Base.Empty className="px-3 py-4 text-md text-ink2 empty:p-0">{t('nothing_found')}</Base.Empty>
          <Base.List aria-label={label} className="min-h-0 flex-1 scroll-py-1 overflow-y-auto overscroll-contain">
            {(option: Option) => (
              <Base.Item key={option.value} value={option.value} className={OPTION_CLASS}>
                <Base.ItemIndicator>
                  <Check aria-hidden className="size-4.5" />
                </Base.ItemIndicator>
                <span className="col-start-2 grid">
                  {option.label}
                  {option.hint && <span className="text-sm text-ink2">{option.hint}</span>}
                </span>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}

const getValue = <Value extends string | number>(option: ComboboxOption<Value>): Value => option.value
const getLabel = (option: Option): string => option.label
const searchText = ({ label, hint, keywords }: Option): string => [label, hint, keywords].filter(Boolean).join('\n')
