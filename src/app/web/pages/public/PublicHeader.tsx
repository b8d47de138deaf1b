import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { LOCALE_NAMES } from '#browser/i18n/locales.ts'
import { Logo } from '#ui/logo/Logo.tsx'
import { Menu, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTheme } from '#browser/page/theme.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { hasValidToken } from '../../auth/requireToken.ts'
import { LanguageMenuItems } from '../../layout/LanguageMenuItems.tsx'

/** The header of public pages: home, language, theme and sign-in. */
export function PublicHeader() {
  const t = useTranslations('app')
  const tPages = useTranslations('pages')
  const isSignedIn = hasValidToken()
  return (
    <header
      data-navigation=""
      className="flex h-15 flex-none items-center gap-1 border-b border-line px-4 pt-[env(safe-area-inset-top)] sm:px-6 print:hidden"
    >
      <PageLink to={paths.home()} aria-label={t('to_home')} className="mr-auto inline-flex rounded-md py-2">
        <Logo withName />
      </PageLink>
      <LanguageMenu />
      <ThemeMenu />
      <PageLink to={isSignedIn ? paths.home() : paths.login()} className={`${buttonClass()} ml-1`}>
        {isSignedIn ? tPages('open_earshot') : tPages('sign_in')}
      </PageLink>
    </header>
  )
}

function LanguageMenu() {
  const t = useTranslations('app')
  const label = t('language_is', { language: LOCALE_NAMES[useLocale()] })
  return (
    <Menu trigger={<IconButton label={label} icon={<Languages aria-hidden />} />}>
      <LanguageMenuItems />
    </Menu>
  )
}

const ICON = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const

function ThemeMenu() {
  const t = useTranslations('app')
  const [theme, chooseTheme] = useTheme()
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme_${value}`) }))
  return (
    <Menu trigger={<IconButton label={t('appearance')} icon={ICON[theme]} />}>
      <MenuRadioGroup value={theme} options={themes} onChange={chooseTheme} />
    </Menu>
  )
}
