import { useQuery } from '@tanstack/react-query'
import { languageModelsContract } from '#features/language-models/contract.ts'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { useIsBeta } from './useIsBeta.ts'

const languageModels = client('language-models', languageModelsContract, send)

type DimensionsFieldProps = {
  /** Undefined when the template decides. */
  value: readonly string[] | undefined
  error?: string | undefined
  onChange: (dimensions: readonly string[] | undefined) => void
}

/** The multi-dimensional summary: which parts it has, instead of a template (B§7 `/summary/multi/config`). */
export function DimensionsField({ value, error, onChange }: DimensionsFieldProps) {
  const t = useTranslations('generateDialog')
  const isBeta = useIsBeta('multi_summary')
  const offered = useDimensions()
  if (!offered) return null
  const all = offered.map(({ dimension }) => dimension)
  const label = (
    <span className="flex items-center gap-2">
      {t('dimensions')}
      {isBeta && <Chip tone="accent">{t('beta')}</Chip>}
    </span>
  )
  const toggle = (dimension: string, isOn: boolean) =>
    onChange(all.filter((each) => (each === dimension ? isOn : value?.includes(each))))
  return (
    <div className="grid grid-cols-1 gap-2.5">
      <Switch
        side="start"
        label={label}
        hint={t('dimensions_hint')}
        checked={value !== undefined}
        onChange={(isOn) => onChange(isOn ? all : undefined)}
      />
      {value && (
        <fieldset className="m-0 grid grid-cols-2 gap-2 border-0 p-0 ps-12 max-sm:grid-cols-1">
          <legend className="sr-only">{t('dimensions_label')}</legend>
          {offered.map(({ dimension, name, isBeta: isNew }) => (
            <Checkbox
              key={dimension}
              label={isNew ? `${name} · ${t('beta')}` : name}
              checked={value.includes(dimension)}
              onChange={(isOn) => toggle(dimension, isOn)}
            />
          ))}
          {error && (
            <p role="alert" className="col-span-full text-sm text-signal">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </div>
  )
}

/** Returns the parts that a summary can have on this server; undefined until they are loaded. */
function useDimensions() {
  const query = { language: useLocale() }
  const { data } = useQuery({
    queryKey: languageModels.dimensions.key({ query }),
    queryFn: ({ signal }) => languageModels.dimensions({ query }, { signal }),
    select: (reply) => reply.data.dimensions,
  })
  return data
}
