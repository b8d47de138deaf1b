import { Link, Outlet } from '@tanstack/react-router'
import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { SkipLink } from '#ui/layout/SkipLink.tsx'
import { useFocusOnNavigation } from '#ui/layout/useFocusOnNavigation.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { LOCALE_NAMES } from '#shared/locales.ts'
import { Logo } from '#ui/logo/Logo.tsx'
import { Menu, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import { useTheme } from '#browser/page/theme.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { hasValidToken } from '#features/account/web.tsx'
import { LanguageMenuItems } from '#ui/menu/LanguageMenuItems.tsx'
import { useServerSettings } from '../useServerSettings.ts'

/** The layout of public pages (A§2). Each page renders its own h1. */
export function PublicLayout() {
  useFocusOnNavigation()
  return (
    <div className="flex min-h-page flex-col">
      <SkipLink />
      <PublicHeader />
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}

/** The header of public pages: home, language, theme and sign-in. */
function PublicHeader() {
  const t = useTranslations('ui')
  const tSite = useTranslations('site')
  const isSignedIn = hasValidToken()
  return (
    <header
      data-navigation=""
      className="flex h-15 flex-none items-center gap-1 border-b border-line px-4 pt-[env(safe-area-inset-top)] sm:px-6 print:hidden"
    >
      <Link to="/" aria-label={t('to_home')} className="mr-auto inline-flex rounded-md py-2">
        <Logo withName />
      </Link>
      <LanguageMenu />
      <ThemeMenu />
      <Link to={isSignedIn ? '/' : '/login'} className={`${buttonClass()} ml-1`}>
        {isSignedIn ? tSite('open_earshot') : tSite('sign_in')}
      </Link>
    </header>
  )
}

function LanguageMenu() {
  const t = useTranslations('ui')
  const label = t('language_is', { language: LOCALE_NAMES[useLocale()] })
  return (
    <Menu trigger={<IconButton label={label} icon={<Languages aria-hidden />} />}>
      <LanguageMenuItems />
    </Menu>
  )
}

const ICON = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const

function ThemeMenu() {
  const t = useTranslations('ui')
  const [theme, chooseTheme] = useTheme()
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme_${value}`) }))
  return (
    <Menu trigger={<IconButton label={t('appearance')} icon={ICON[theme]} />}>
      <MenuRadioGroup value={theme} options={themes} onChange={chooseTheme} />
    </Menu>
  )
}

/** The footer of public pages: links to all documents and the name of the operator. */
function PublicFooter() {
  const t = useTranslations('site')
  const operator = useServerSettings()?.operator
  const links = [
    ['/appfaq', t('doc_appfaq')],
    ['/audiouploadintro', t('doc_audiouploadintro')],
    ['/transdetail', t('doc_transdetail')],
    ['/common', t('doc_common')],
    ['/userdetail', t('doc_userdetail')],
    ['/buydetail', t('doc_buydetail')],
    ['/zapier-doc', t('doc_zapier')],
    ['/privacy', t('doc_privacy')],
    ['/user-agreement', t('doc_user_agreement')],
    ['/cookie-policy', t('doc_cookie_policy')],
  ] as const
  return (
    <footer data-navigation="" className="flex-none border-t border-line bg-sunken text-sm text-ink2 print:hidden">
      <div className="mx-auto grid max-w-[75rem] gap-4 px-4 py-6 sm:px-6">
        <nav aria-label={t('documents')}>
          <ul className="flex flex-wrap gap-x-6">
            {links.map(([to, label]) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-8 items-center rounded-sm underline-offset-2 hover:text-ink hover:underline pointer-coarse:min-h-11"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {/* Reserves its space before the name is loaded. */}
        <p className={operator ? undefined : 'invisible'}>
          {operator?.name ? t('operator_is', { name: operator.name }) : t('operator_unnamed_line')}
        </p>
      </div>
    </footer>
  )
}
