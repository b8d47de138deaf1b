import { useFormat } from '#browser/i18n/useFormat.ts'
import { languageTag } from '#shared/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { minutes } from '#shared/units.ts'
import type { RecommendReason } from '../../contract.ts'

/** Returns a function that says why templates are recommended: "2 speakers, many questions". */
export function useReasonsText(): (reasons: readonly RecommendReason[]) => string {
  const t = useTranslations('templates')
  const locale = useLocale()
  const { duration, number } = useFormat()
  const reasonText = ({ code, value, text }: RecommendReason): string => {
    if (code === 'speakers') return t('reason_speakers', { count: value, n: number(value) })
    if (code === 'questions') return t('reason_questions')
    if (code === 'length') return duration(minutes(value) / 1000)
    return code === 'category' ? text : t('reason_words', { word: text })
  }
  return (reasons) =>
    new Intl.ListFormat(languageTag(locale), { type: 'unit', style: 'long' }).format(reasons.map(reasonText).filter(Boolean))
}
