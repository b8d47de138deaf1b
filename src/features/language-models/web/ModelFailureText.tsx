import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { ModelFailure } from '../rules.ts'

export type ModelFailureTextProps = {
  /** The name of the model; empty when it is not known. */
  model: string
  failure: ModelFailure
}

/** Says that a language model did not write what it was asked for, why, and what can be done. */
export function ModelFailureText({ model, failure }: ModelFailureTextProps) {
  const t = useTranslations('language-models')
  return (
    <span className="text-pretty">
      {model === '' ? t('model_failed_unnamed') : t('model_failed', { model })} {t(`failure_${failure}`)}
    </span>
  )
}
