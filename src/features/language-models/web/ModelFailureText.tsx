import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ModelFailure } from '../rules.ts'

export type ModelFailureTextProps = {
  /** The name of the model; empty when it is not known. */
  model: string
  failure: ModelFailure
  /** Whether the model wrote a part of it. */
  isPartial?: boolean
}

/** Says that a language model did not write what it was asked for, why, and what can be done. */
export function ModelFailureText({ model, failure, isPartial = false }: ModelFailureTextProps) {
  const t = useTranslations('language-models')
  return (
    <span className="text-pretty">
      {model === '' ? t('model_failed_unnamed') : t(isPartial ? 'model_failed_in_part' : 'model_failed', { model })}{' '}
      {t(`failure_${failure}`)}
    </span>
  )
}
