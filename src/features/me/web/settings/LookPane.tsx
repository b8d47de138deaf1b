import { useMemo } from 'react'
import { LOCALES, LOCALE_NAMES } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'
import { ChoiceRow } from '#ui/SettingRow.tsx'
import { useTheme } from '#ui/theme.ts'
import type { Theme } from '#ui/theme.ts'
import { now } from '#ui/time.ts'
import { useLocale, useWords } from '#ui/words.ts'
import type { OwnPaneProps } from './settingsPanes.ts'
import { browserZone, offsetOf, zoneOptions } from './zones.ts'

const LANGUAGES = LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))

/** Language, time zone and appearance. They are saved with the account and applied in this browser immediately. */
export function LookPane({ settings, change, onLanguage }: OwnPaneProps & { onLanguage: (locale: Locale) => void }) {
  const t = useWords('me')
  const locale = useLocale()
  const [theme, chooseTheme] = useTheme()
  const speak = async (language: Locale) => {
    onLanguage(language)
    if (!(await change({ language }))) onLanguage(locale)
  }
  const paint = async (next: Theme) => {
    chooseTheme(next)
    if (!(await change({ theme: next }))) chooseTheme(theme)
  }
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme_${value}`) }))
  return (
    <>
      <ChoiceRow
        title={t('language')}
        hint={t('language_hint')}
        options={LANGUAGES}
        value={locale}
        onChange={(value) => void speak(value as Locale)}
      />
      <ZoneRow settings={settings} change={change} />
      <ChoiceRow
        title={t('theme')}
        hint={t('theme_hint')}
        options={themes}
        value={theme}
        onChange={(value) => void paint(value as Theme)}
      />
    </>
  )
}

/** The empty value uses the time zone of the browser. */
function ZoneRow({ settings, change }: OwnPaneProps) {
  const t = useWords('me')
  const locale = useLocale()
  const { timezone } = settings
  const options = useMemo(() => {
    const here = browserZone()
    const zone = `${here.replaceAll('_', ' ')}, ${offsetOf(here, now())}`
    return [{ value: '', label: t('zone_browser', { zone }) }, ...zoneOptions(locale, now(), timezone ? [timezone] : [])]
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
