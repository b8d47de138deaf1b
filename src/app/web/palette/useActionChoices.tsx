import { Download, Keyboard, Languages, LogOut, Mic, MonitorDown, PanelLeft, PanelRight, SunMoon, Upload } from 'lucide-react'
import { LOCALES, LOCALE_NAMES, languageTag } from '#browser/i18n/locales.ts'
import { useTheme } from '#browser/page/theme.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { switchLocale } from '../i18n.ts'
import { useShellActions } from '../layout/ShellActions.ts'
import type { PaletteChoice } from './PaletteChoice.ts'

/** The actions in the palette. */
export function useActionChoices(): readonly PaletteChoice[] {
  const [actions, themes, languages] = [useShellActionChoices(), useThemeChoices(), useLanguageChoices()]
  return [...actions, ...themes, ...languages]
}

function useShellActionChoices(): PaletteChoice[] {
  const [t, tApp] = [useTranslations('pages'), useTranslations('app')]
  const shell = useShellActions()
  return [
    { id: 'record', name: t('key_record'), also: tApp('record_here'), icon: <Mic />, key: 'key_record', run: shell.recordHere },
    { id: 'record_desktop', name: tApp('record_desktop'), icon: <MonitorDown />, run: shell.startRecording },
    { id: 'upload', name: t('key_upload'), icon: <Upload />, key: 'key_upload', run: shell.openUpload },
    { id: 'download', name: t('palette_download'), icon: <Download />, run: shell.openDownload },
    { id: 'sidebar', name: t('key_sidebar'), icon: <PanelLeft />, key: 'key_sidebar', run: shell.toggleSidebar },
    {
      id: 'right_sidebar',
      name: t('key_right_sidebar'),
      icon: <PanelRight />,
      key: 'key_right_sidebar',
      run: shell.toggleRightSidebar,
    },
    { id: 'shortcuts', name: t('keys_title'), icon: <Keyboard />, key: 'key_shortcuts', run: shell.showShortcuts },
    { id: 'sign_out', name: tApp('sign_out'), icon: <LogOut />, run: shell.signOut },
  ]
}

function useThemeChoices(): PaletteChoice[] {
  const t = useTranslations('pages')
  const [current, chooseTheme] = useTheme()
  return (['system', 'light', 'dark'] as const)
    .filter((theme) => theme !== current)
    .map((theme) => ({
      id: `theme:${theme}`,
      name: t(`palette_theme_${theme}`),
      icon: <SunMoon />,
      isRare: theme === 'system',
      run: () => chooseTheme(theme),
    }))
}

/** Each language is found by its own name and by its name in the current language. */
function useLanguageChoices(): PaletteChoice[] {
  const t = useTranslations('pages')
  const current = useLocale()
  const names = new Intl.DisplayNames(languageTag(current), { type: 'language' })
  return LOCALES.filter((locale) => locale !== current).map((locale) => ({
    id: `language:${locale}`,
    name: t('palette_language', { language: LOCALE_NAMES[locale] }),
    also: names.of(languageTag(locale)),
    icon: <Languages />,
    isRare: true,
    run: () => void switchLocale(locale),
  }))
}
