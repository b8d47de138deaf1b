import { useMemo, useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Combobox } from '#ui/select/Combobox.tsx'

const HIDDEN_KEY = '••••••••••••'

type KeyFieldProps = {
  isStored: boolean
  value: string | undefined
  onChange: (key: string | undefined) => void
  onBlur: () => void
  error: string | false
}

/** The key of a server. A stored one can be replaced, never read. */
export function KeyField({ isStored, value, onChange, onBlur, error }: KeyFieldProps) {
  const t = useTranslations('language-models')
  const [isReplacing, setReplacing] = useState(false)
  const isHidden = isStored && !isReplacing
  return (
    <TextField
      label={t('key')}
      type="password"
      autoComplete="off"
      readOnly={isHidden}
      value={isHidden ? HIDDEN_KEY : (value ?? '')}
      onChange={(key) => onChange(key === '' ? undefined : key)}
      onBlur={onBlur}
      error={error}
      hint={!isHidden && t('key_hint')}
      after={
        isHidden && (
          <Button size="sm" variant="quiet" onClick={() => setReplacing(true)}>
            {t('replace')}
          </Button>
        )
      }
    />
  )
}

type ModelFieldProps = {
  offered: readonly string[]
  value: string
  onChange: (model: string) => void
  hint: string | false | null | undefined
}

/** A choice between the models that the server lists; a text where it lists none. */
export function ModelField({ offered, value, onChange, hint }: ModelFieldProps) {
  const t = useTranslations('language-models')
  const names = offered.join('\n')
  const options = useMemo(() => names.split('\n').map((name) => ({ value: name, label: name })), [names])
  if (offered.length > 0) return <Combobox label={t('model')} options={options} value={value || null} onChange={onChange} />
  return <TextField label={t('model')} autoComplete="off" spellCheck={false} value={value} onChange={onChange} hint={hint} />
}
