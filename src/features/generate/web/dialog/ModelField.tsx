import { useEffect, useState } from 'react'
import { days } from '#shared/units.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { getItem, setItem } from '#browser/storage/storage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Select } from '#ui/select/Select.tsx'
import { offeredModel, useModels } from './useModels.ts'

/**
 * The language model with its description, or that there is none. The hint about the choice is shown in its place the first time that
 * there is one.
 */
export function ModelField({ value, onChange }: { value: string; onChange: (model: string) => void }) {
  const t = useTranslations('generateDialog')
  const models = useModels()
  const hasChoice = models !== undefined && models.length > 1
  const isHintShown = useHintOnce(hasChoice)
  const options = models?.map(({ model_name, name, des, isBeta }) => ({
    value: model_name,
    label: name,
    badge: isBeta && <Chip tone="accent">{t('beta')}</Chip>,
    hint: des || undefined,
  }))
  const chosen = models && offeredModel(models, value)
  const description = models?.find(({ model_name }) => model_name === chosen)?.des
  return (
    <Select
      label={t('model')}
      options={options ?? [{ value: 'auto', label: t('method_auto') }]}
      value={chosen ?? 'auto'}
      hint={models?.length === 1 ? t('model_hint_none') : isHintShown ? t('model_hint') : description}
      onChange={onChange}
    />
  )
}

const STORAGE_KEY = 'model_hint'
/** B§9 */
const HINT_LIFETIME = days(365)

/** Returns whether the hint is due, and remembers that it was shown. It stays until the dialog is closed. */
function useHintOnce(isApplicable: boolean): boolean {
  const owner = currentAccountId()
  const [wasShown] = useState(() => owner === undefined || getItem(STORAGE_KEY, { owner }) === true)
  const isShown = isApplicable && !wasShown
  useEffect(() => {
    if (isShown && owner !== undefined) setItem(STORAGE_KEY, true, { owner, lifetime: HINT_LIFETIME })
  }, [isShown, owner])
  return isShown
}
