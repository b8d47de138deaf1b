import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { paths } from '#kit/paths.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { LOCALE_NAMES } from '#ui/locales.ts'
import { Mark } from '#ui/Mark.tsx'
import { Menu, MenuChoice } from '#ui/Menu.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { useTheme } from '#ui/theme.ts'
import { useLocale, useWords } from '#ui/words.ts'
import { holdsToken } from '../../shell/askForToken.ts'
import { LanguageChoice } from '../../shell/LanguageChoice.tsx'

/** The header of public pages: home, language, theme and sign-in. */
export function PublicHeader() {
  const t = useWords('app')
  const words = useWords('pages')
  const isIn = holdsToken()
  return (
    <header
      data-navigation=""
      className="flex h-15 flex-none items-center gap-1 border-b border-line px-4 pt-[env(safe-area-inset-top)] sm:px-6 print:hidden"
    >
      <PageLink to={paths.home()} aria-label={t('to_home')} className="mr-auto inline-flex rounded-md py-2">
        <Mark name />
      </PageLink>
      <LanguageMenu />
      <ThemeMenu />
      <PageLink to={isIn ? paths.home() : paths.login()} className={`${buttonClass()} ml-1`}>
        {isIn ? words('open_earshot') : words('sign_in')}
      </PageLink>
    </header>
  )
}

function LanguageMenu() {
  const t = useWords('app')
  const label = t('language_is', { language: LOCALE_NAMES[useLocale()] })
  return (
    <Menu trigger={<IconButton label={label} icon={<Languages aria-hidden />} />}>
      <LanguageChoice />
    </Menu>
  )
}

const ICON = { system: <Monitor aria-hidden />, light: <Sun aria-hidden />, dark: <Moon aria-hidden /> } as const

function ThemeMenu() {
  const t = useWords('app')
  const [theme, chooseTheme] = useTheme()
  const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme_${value}`) }))
  return (
    <Menu trigger={<IconButton label={t('appearance')} icon={ICON[theme]} />}>
      <MenuChoice value={theme} options={themes} onChange={chooseTheme} />
    </Menu>
  )
}
