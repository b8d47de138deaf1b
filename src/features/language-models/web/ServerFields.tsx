import { useMemo, useState } from 'react'
import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Combobox } from '#ui/select/Combobox.tsx'
import { ADDRESS_FAILURES } from '../rules.ts'
import type { useModelList } from './useLanguageModel.ts'

const HIDDEN_KEY = '••••••••••••'

/** A server with one of its models, as it is typed. */
type Typed = { readonly address: string; readonly key?: string | undefined; readonly model: string }

type ServerFieldsProps = {
  value: Typed
  onChange: (fields: Partial<Typed>) => void
  /** Called when an address or a key was typed. */
  onTyped: () => void
  list: ReturnType<typeof useModelList>
  /** What else the address was sent to, and may have been refused by. */
  errors: readonly unknown[]
  modelError?: string | false
  isKeyStored: boolean
  placeholder: string
}

/** The address of a server, its key and one of its models. */
export function ServerFields(props: ServerFieldsProps) {
  const { value, onChange, onTyped, list, errors, modelError = false, isKeyStored, placeholder } = props
  const t = useTranslations('language-models')
  const failure = list.result?.failure
  const addressFailure = ADDRESS_FAILURES.find((each) => each === failure)
  const isBadAddress = [list.error, ...errors].some((error) => error instanceof Refused && error.refusal === 'badAddress')
  return (
    <div className="grid items-start gap-x-3 gap-y-3.5 sm:grid-cols-2">
      <TextField
        label={t('address')}
        className="sm:col-span-2"
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={value.address}
        onChange={(address) => onChange({ address })}
        onBlur={onTyped}
        error={isBadAddress ? t('address_invalid') : addressFailure && t(`failure_${addressFailure}`)}
      />
      <KeyField
        isStored={isKeyStored}
        value={value.key}
        onChange={(key) => onChange({ key })}
        onBlur={onTyped}
        error={failure === 'wrong-key' && t('failure_wrong-key')}
      />
      <ModelField
        offered={list.result?.models.map(({ model }) => model) ?? []}
        value={value.model}
        onChange={(model) => onChange({ model })}
        error={modelError}
        hint={list.isBusy ? t('listing') : failure && !addressFailure && failure !== 'wrong-key' && t('no_list')}
      />
    </div>
  )
}

type KeyFieldProps = {
  isStored: boolean
  value: string | undefined
  onChange: (key: string | undefined) => void
  onBlur: () => void
  error: string | false
}

/** The key of a server. A stored one can be replaced, never read. */
function KeyField({ isStored, value, onChange, onBlur, error }: KeyFieldProps) {
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
  error: string | false
  hint: string | false | null | undefined
}

/** A choice between the models that the server lists; a text where it lists none. */
function ModelField({ offered, value, onChange, error, hint }: ModelFieldProps) {
  const t = useTranslations('language-models')
  const names = offered.join('\n')
  const options = useMemo(() => names.split('\n').map((name) => ({ value: name, label: name })), [names])
  const field = { label: t('model'), onChange, error }
  if (offered.length > 0) return <Combobox {...field} options={options} value={value || null} />
  return <TextField {...field} autoComplete="off" spellCheck={false} value={value} hint={hint} />
}
