import { useMemo } from 'react'
import { LOCALES, LOCALE_NAMES } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { useTheme } from '#browser/page/theme.ts'
import type { Theme } from '#browser/page/theme.ts'
import { now } from '#browser/timers/time.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import type { EditablePaneProps } from './settingsPanes.ts'
import { getBrowserTimeZone, utcOffset, timeZoneOptions } from './timeZones.ts'

const LANGUAGES = LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))

/** Language, time zone and appearance. They are saved with the account and applied in this browser immediately. */
export function AppearancePane({ settings, change, onLanguage }: EditablePaneProps & { onLanguage: (locale: Locale) => void }) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const [theme, setTheme] = useTheme()
  const changeLanguage = async (language: Locale) => {
    onLanguage(language)
    if (!(await change({ language }))) onLanguage(locale)
  }
  const changeTheme = async (next: Theme) => {
    setTheme(next)
    if (!(await change({ theme: next }))) setTheme(theme)
  }
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme_${value}`) }))
  return (
    <>
      <ChoiceRow
        title={t('language')}
        hint={t('language_hint')}
        options={LANGUAGES}
        value={locale}
        onChange={(value) => void changeLanguage(value as Locale)}
      />
      <TimeZoneRow settings={settings} change={change} />
      <ChoiceRow
        title={t('theme')}
        hint={t('theme_hint')}
        options={themes}
        value={theme}
        onChange={(value) => void changeTheme(value as Theme)}
      />
    </>
  )
}

/** The empty value uses the time zone of the browser. */
function TimeZoneRow({ settings, change }: EditablePaneProps) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const { timezone } = settings
  const options = useMemo(() => {
    const ownZone = getBrowserTimeZone()
    const zone = `${ownZone.replaceAll('_', ' ')}, ${utcOffset(ownZone, now())}`
    return [{ value: '', label: t('zone_browser', { zone }) }, ...timeZoneOptions(locale, now(), timezone ? [timezone] : [])]
  }, [t, locale, timezone])
  return (
    <ChoiceRow
      wide
      title={t('zone')}
      hint={t('zone_hint')}
      options={options}
      value={timezone ?? ''}
      onChange={(value) => void change({ timezone: value || null })}
    />
  )
}
