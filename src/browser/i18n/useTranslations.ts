import { useTranslation } from 'react-i18next'
import type { FlatNamespace } from 'i18next'
import { localeOfTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

/**
 * The messages of one feature: `const t = useTranslations('folders')`, then `t('Folder_exists')`. The keys are those of its
 * en_US.json.
 */
export function useTranslations<Namespace extends FlatNamespace>(namespace: Namespace) {
  return useTranslation(namespace).t
}

/** Returns the current locale of the page. */
export function useLocale(): Locale {
  return localeOfTag(useTranslation().i18n.language)
}
