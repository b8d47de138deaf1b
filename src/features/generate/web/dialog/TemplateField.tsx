import { useId, useState } from 'react'
import { TemplatePicker } from '#features/templates/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FIELD_CLASS } from '#ui/form/FormField.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { TemplateChoice } from '../../rules.ts'

type TemplateFieldProps = {
  value: TemplateChoice | null
  error?: string | undefined
  /** The choice cannot be left to the server, as for a note (B§5). */
  withoutAutomatic?: boolean
  onChange: (template: TemplateChoice) => void
}

/** The chosen template. Pressing it opens all templates. */
export function TemplateField({ value, error, withoutAutomatic, onChange }: TemplateFieldProps) {
  const t = useTranslations('generateDialog')
  const id = useId()
  const [isPicking, setPicking] = useState(false)
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <span id={`${id}-label`} className="w-fit text-md font-[560] text-ink">
        {t('template')}
      </span>
      <button
        type="button"
        id={`${id}-button`}
        aria-labelledby={`${id}-label ${id}-button`}
        aria-haspopup="dialog"
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setPicking(true)}
        className={classes(
          FIELD_CLASS,
          'h-10 w-full cursor-pointer bg-surface text-left hover:bg-sunken',
          error ? 'border-signal' : 'border-edge',
        )}
      >
        <span className={classes('min-w-0 flex-1 truncate', value ? 'text-ink' : 'text-ink3')}>
          {value?.name ?? t('template_none')}
        </span>
        <span className="flex-none text-sm text-ink2">{value ? t('template_change') : t('template_choose')}</span>
      </button>
      {error && (
        <span id={`${id}-error`} role="alert" className="text-sm text-signal">
          {error}
        </span>
      )}
      <TemplatePicker
        open={isPicking}
        onClose={() => setPicking(false)}
        value={value}
        withoutAutomatic={withoutAutomatic}
        onChange={onChange}
      />
    </div>
  )
}
