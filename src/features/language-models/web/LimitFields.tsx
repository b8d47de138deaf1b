import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TextField } from '#ui/form/TextField.tsx'
import type { Limits } from '../contract.ts'
import { Section } from './ModelRow.tsx'

type LimitFieldsProps = {
  title: string
  note: string
  limits: Limits
  /** Whether the latest change was saved. */
  isSaved: boolean
  onSave: (limits: Limits) => void
}

/** Three limits. Enter and blur save one that has changed; an empty field is no limit. */
export function LimitFields({ title, note, limits, isSaved, onSave }: LimitFieldsProps) {
  const t = useTranslations('language-models')
  const field = (name: keyof Limits, unit: string) => (
    <LimitField
      key={`${name} ${limits[name]}`}
      label={t(`limit_${name}`)}
      unit={unit}
      value={limits[name]}
      min={name === 'requests' ? 1 : 0}
      max={name === 'requests' ? 1000 : 1_000_000}
      onSave={(value) => onSave({ ...limits, [name]: value })}
    />
  )
  return (
    <Section title={title} note={<span role="status">{isSaved ? t('limits_saved') : note}</span>}>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        {field('summaries', t('a_day'))}
        {field('questions', t('a_day'))}
        {field('requests', t('requests'))}
      </div>
    </Section>
  )
}

type LimitFieldProps = {
  label: string
  unit: string
  value: number | null
  min: number
  max: number
  onSave: (value: number | null) => void
}

function LimitField({ label, unit, value, min, max, onSave }: LimitFieldProps) {
  const t = useTranslations('language-models')
  const saved = value === null ? '' : String(value)
  const [draft, setDraft] = useState(saved)
  const [isWrong, setWrong] = useState(false)
  const save = () => {
    const text = draft.trim()
    const number = Number(text)
    const isValid = text === '' || (/^\d+$/.test(text) && number >= min && number <= max)
    setWrong(!isValid)
    if (isValid && text !== saved) onSave(text === '' ? null : number)
  }
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t('no_limit')}
      value={draft}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
      error={isWrong && t('limit_wrong', { min, max })}
      after={<span className="flex-none text-sm text-ink3">{unit}</span>}
    />
  )
}
