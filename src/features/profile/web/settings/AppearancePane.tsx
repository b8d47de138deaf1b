import { useMemo } from 'react'
import { switchLocale } from '#browser/i18n/i18n.ts'
import { LOCALES, LOCALE_NAMES, languageTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { ChoiceRow } from '#ui/settings/SettingRow.tsx'
import { useTheme } from '#browser/page/theme.ts'
import type { Theme } from '#browser/page/theme.ts'
import { now } from '#browser/timers/time.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { EditablePane } from './EditablePane.tsx'
import type { EditablePaneProps } from './EditablePane.tsx'

const LANGUAGES = LOCALES.map((locale) => ({ value: locale, label: LOCALE_NAMES[locale] }))

/** Language, time zone and appearance. They are saved with the account and applied in this browser immediately. */
export function AppearancePane() {
  return <EditablePane>{(props) => <AppearanceSettings {...props} />}</EditablePane>
}

function AppearanceSettings({ settings, change }: EditablePaneProps) {
  const t = useTranslations('profile')
  const locale = useLocale()
  const [theme, setTheme] = useTheme()
  const changeLanguage = async (language: Locale) => {
    void switchLocale(language)
    if (!(await change({ language }))) void switchLocale(locale)
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
      title={t('zone')}
      hint={t('zone_hint')}
      options={options}
      value={timezone ?? ''}
      onChange={(value) => void change({ timezone: value || null })}
    />
  )
}

/** Returns the time zone of the browser. */
const getBrowserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Returns the UTC offset of a zone at a time, such as `+02:00`. Returns an empty string for an unknown zone. */
function utcOffset(zone: string, time: number): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time)
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name.replace('GMT', '') || '+00:00'
  } catch {
    return ''
  }
}

/** Returns all zones of the browser and the additional ones, sorted by name, each with its offset at the given time. */
function timeZoneOptions(locale: Locale, time: number, additional: readonly string[]): { value: string; label: string }[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...additional])
  const compare = new Intl.Collator(languageTag(locale)).compare
  return [...zones]
    .sort(compare)
    .map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} (${utcOffset(zone, time)})` }))
}
