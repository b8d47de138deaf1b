import { useTranslation } from 'react-i18next'
import type { FlatNamespace } from 'i18next'
import { localeOfTag } from './locales.ts'
import type { Locale } from './locales.ts'

/** The words of one feature: `const t = useWords('folders')`, then `t('Folder_exists')`. Keys are those of its en_US.json. */
export function useWords<Of extends FlatNamespace>(of: Of) {
  return useTranslation(of).t
}

/** The language the page speaks now. */
export function useLocale(): Locale {
  return localeOfTag(useTranslation().i18n.language)
}
