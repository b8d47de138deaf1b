import { useEffect, useRef } from 'react'
import { useSettings } from '#features/me/web.tsx'
import { STORED, recallText } from '#ui/storage.ts'
import { chooseTheme, useTheme } from '#ui/theme.ts'
import { useLocale } from '#ui/words.ts'
import { switchLocale } from '../i18n.ts'

/**
 * Synchronises language and theme with the account. The values of the account apply in a browser without own choices, and a
 * choice made in the user menu is saved to the account. `isPaused` while the settings dialog is open, which saves by itself.
 */
export function useAccountLook(isPaused: boolean): void {
  const { settings, change } = useSettings()
  const locale = useLocale()
  const [theme] = useTheme()
  const taken = useRef(false)
  const shown = useRef({ locale, theme })
  useEffect(() => {
    if (!settings || taken.current) return
    taken.current = true
    if (settings.language && recallText(STORED.language) === undefined) void switchLocale(settings.language)
    if (settings.theme !== 'system' && recallText(STORED.theme) === undefined) chooseTheme(settings.theme)
  }, [settings])
  useEffect(() => {
    const before = shown.current
    shown.current = { locale, theme }
    if (!settings || isPaused) return
    if (before.locale !== locale && settings.language !== locale) void change({ language: locale })
    if (before.theme !== theme && settings.theme !== theme) void change({ theme })
  })
}
