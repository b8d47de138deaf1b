import { MenuRadioGroup } from './Menu.tsx'
import { LOCALES, LOCALE_NAMES } from '#shared/locales.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { switchLocale } from '#browser/i18n/i18n.ts'

const OPTIONS = LOCALES.map((locale) => ({ value: locale, label: <span lang={locale.slice(0, 2)}>{LOCALE_NAMES[locale]}</span> }))

/** The ten languages as radio items of a menu. The page switches to the chosen language immediately. */
export function LanguageMenuItems() {
  return <MenuRadioGroup value={useLocale()} options={OPTIONS} onChange={(locale) => void switchLocale(locale)} />
}
