import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import type { TemplateItem } from '../../contract.ts'
import { templateLanguageName } from './templateTexts.ts'

/** The language a template was written in, and the number of others it can be read in. It stays also when it is shown translated. */
export function LanguageBadge({ template: { badgeText, language, languages } }: { template: TemplateItem }) {
  const t = useTranslations('templates')
  const locale = useLocale()
  if (badgeText === '') return null
  const others = languages.filter((code) => code !== language).length
  const name = templateLanguageName(language, locale)
  return (
    <span className="flex-none rounded-sm border border-line px-1.25 text-[11px] leading-4 font-[550] whitespace-nowrap text-ink2">
      <span aria-hidden>{badgeText}</span>
      <span className="sr-only">{others > 0 ? t('language_and_more', { language: name, count: others }) : name}</span>
    </span>
  )
}
