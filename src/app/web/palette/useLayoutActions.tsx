import { useNavigate } from '@tanstack/react-router'
import { Keyboard, Languages, LayoutTemplate, MessageSquareText, PanelLeft, PanelRight, SunMoon } from 'lucide-react'
import { LOCALES, LOCALE_NAMES, languageTag } from '#shared/locales.ts'
import { useIsPhone } from '#browser/page/phone.ts'
import { useTheme } from '#browser/page/theme.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { switchLocale } from '#browser/i18n/i18n.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import type { PaletteAction } from '#ui/feature/PaletteAction.ts'
import { useSidebars } from '../layout/Sidebars.tsx'

/** The pages of the app, the sidebars, the list of shortcuts, the themes and the languages. */
export function useLayoutActions(): readonly PaletteAction[] {
  const [pages, layout, themes, languages] = [usePageActions(), useSidebarActions(), useThemeActions(), useLanguageActions()]
  return [...pages, ...layout, ...themes, ...languages]
}

function usePageActions(): PaletteAction[] {
  const t = useTranslations('app')
  const navigate = useNavigate()
  return [
    {
      group: 'go',
      order: 30,
      id: 'ask',
      name: t('ask_ai'),
      icon: <MessageSquareText />,
      shortcut: 'key_ask',
      isGuarded: true,
      run: () => void navigate({ to: '/ask' }),
    },
    {
      group: 'go',
      order: 40,
      id: 'templates',
      name: t('templates'),
      icon: <LayoutTemplate />,
      shortcut: 'key_templates',
      run: () => void navigate({ to: '/community-templates' }),
    },
  ]
}

/** Phones have neither sidebars nor a keyboard. */
function useSidebarActions(): PaletteAction[] {
  const t = useTranslations('shortcuts')
  const { left, right } = useSidebars()
  const isPhone = useIsPhone()
  const place = { group: 'do' as const, order: 50 }
  const rightSidebar: PaletteAction = {
    ...place,
    id: 'right_sidebar',
    name: t('key_right_sidebar'),
    icon: <PanelRight />,
    shortcut: 'key_right_sidebar',
    run: right.toggle,
  }
  if (isPhone) return []
  return [
    { ...place, id: 'sidebar', name: t('key_sidebar'), icon: <PanelLeft />, shortcut: 'key_sidebar', run: left.toggle },
    ...(right.isAvailable ? [rightSidebar] : []),
    {
      ...place,
      id: 'shortcuts',
      name: t('keys_title'),
      icon: <Keyboard />,
      shortcut: 'key_shortcuts',
      run: () => openDialog('shortcuts'),
    },
  ]
}

function useThemeActions(): PaletteAction[] {
  const t = useTranslations('palette')
  const [current, chooseTheme] = useTheme()
  return (['system', 'light', 'dark'] as const)
    .filter((theme) => theme !== current)
    .map((theme) => ({
      group: 'do',
      order: 70,
      id: `theme:${theme}`,
      name: t(`palette_theme_${theme}`),
      icon: <SunMoon />,
      isRare: theme === 'system',
      run: () => chooseTheme(theme),
    }))
}

/** Each language is found by its own name and by its name in the current language. */
function useLanguageActions(): PaletteAction[] {
  const t = useTranslations('palette')
  const current = useLocale()
  const names = new Intl.DisplayNames(languageTag(current), { type: 'language' })
  return LOCALES.filter((locale) => locale !== current).map((locale) => ({
    group: 'do',
    order: 70,
    id: `language:${locale}`,
    name: t('palette_language', { language: LOCALE_NAMES[locale] }),
    also: names.of(languageTag(locale)),
    icon: <Languages />,
    isRare: true,
    run: () => void switchLocale(locale),
  }))
}
