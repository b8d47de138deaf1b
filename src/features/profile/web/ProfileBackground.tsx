import { useEffect, useRef } from 'react'
import { QueuedDialog } from '#ui/dialog/dialogQueue.tsx'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { closeDialog, openDialog, useOpenDialog } from '#ui/dialog/openDialog.ts'
import { useSettingsUrl } from './settings/useSettingsUrl.ts'
import type { SettingsUrl } from './settings/useSettingsUrl.ts'
import type { SettingsScreenProps } from './settings/SettingsScreen.tsx'
import { useMe } from './useMe.ts'
import { STORAGE_KEYS, getString } from '#browser/storage/storage.ts'
import { setTheme, useTheme } from '#browser/page/theme.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { hasChosenLanguage, switchLocale } from '#browser/i18n/i18n.ts'
import { useSettings } from './useSettings.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    settings: { pane?: string | undefined }
  }
}

const SettingsDialog = lazyDialog<SettingsScreenProps>(async () => (await import('./settings/SettingsScreen.tsx')).SettingsScreen)

/** Shows the settings while the address asks for them (A§2 `profile=open`), and asks for consent to a new privacy policy. */
export function ProfileBackground() {
  const settingsUrl = useSettingsUrl()
  useAccountPreferences(settingsUrl.isOpen)
  useSettingsRequests(settingsUrl)
  useNewPolicy()
  return (
    <QueuedDialog priority="requested" open={settingsUrl.isOpen}>
      <SettingsDialog
        open={settingsUrl.isOpen}
        onClose={settingsUrl.close}
        pane={settingsUrl.pane}
        onPaneChange={settingsUrl.setPane}
      />
    </QueuedDialog>
  )
}

/** The address says whether the settings are open, so `openDialog('settings')` changes the address. */
function useSettingsRequests({ open }: SettingsUrl): void {
  const request = useOpenDialog('settings')
  useEffect(() => {
    if (!request) return
    closeDialog('settings')
    open(request.pane)
  }, [request, open])
}

function useNewPolicy(): void {
  const isNew = useMe()?.has_new_privacy ?? false
  useEffect(() => {
    if (!isNew) return
    openDialog('policy')
    return () => closeDialog('policy')
  }, [isNew])
}

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
    if (settings.language && !hasChosenLanguage()) void switchLocale(settings.language)
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
