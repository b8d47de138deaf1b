import { useEffect, useRef } from 'react'
import { useSettings } from '#features/profile/web.tsx'
import { STORAGE_KEYS, getString } from '#browser/storage/storage.ts'
import { setTheme, useTheme } from '#browser/page/theme.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { switchLocale } from '../../i18n.ts'

/**
 * Synchronises language and theme with the account. The values of the account apply in a browser without own choices, and a
 * choice made in the user menu is saved to the account. `isPaused` while the settings dialog is open, which saves by itself.
 */
export function useAccountPreferences(isPaused: boolean): void {
  const { settings, change: changeSettings } = useSettings()
  const locale = useLocale()
  const [theme] = useTheme()
  const isApplied = useRef(false)
  const lastShown = useRef({ locale, theme })
  useEffect(() => {
    if (!settings || isApplied.current) return
    isApplied.current = true
    if (settings.language && getString(STORAGE_KEYS.language) === undefined) void switchLocale(settings.language)
    if (settings.theme !== 'system' && getString(STORAGE_KEYS.theme) === undefined) setTheme(settings.theme)
  }, [settings])
  useEffect(() => {
    const previous = lastShown.current
    lastShown.current = { locale, theme }
    if (!settings || isPaused) return
    if (previous.locale !== locale && settings.language !== locale) void changeSettings({ language: locale })
    if (previous.theme !== theme && settings.theme !== theme) void changeSettings({ theme })
  })
}
