import { Link } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import { CircleHelp, Download, Gem, Keyboard, Languages, LogOut, Settings, SunMoon } from 'lucide-react'
import type { ComponentProps, ReactElement } from 'react'
import { Menu, MenuRadioGroup, MenuGroup, MenuItem, MenuSeparator, Submenu } from '#ui/menu/Menu.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { useTheme } from '#browser/page/theme.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GuardedLink } from '../GuardedLink.tsx'
import { LanguageMenuItems } from '#ui/menu/LanguageMenuItems.tsx'

/** `email` is empty for a placeholder address. `avatar` is a `data:` URL. `hasNews`: something is new to the user (A§4). */
export type ShellUser = { name: string; email: string; avatar?: string | null; hasNews?: boolean }

export type UserMenuProps = {
  trigger: ReactElement
  user: ShellUser | undefined
  /** The path of the membership page for this user (A§2). */
  membershipLink: ToOptions
  /** The URL of the operator's help centre. Null: our own help pages. */
  help: string | null
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

/** The user menu: settings, membership, help centre, download, appearance, language, shortcuts, sign out (B§2). */
export function UserMenu({ trigger, user, membershipLink, help, align = 'start', side = 'bottom' }: UserMenuProps) {
  const t = useTranslations('app')
  return (
    <Menu trigger={trigger} align={align} side={side}>
      {user && (
        <MenuGroup label={<bdi className="block max-w-64 truncate">{user.email || user.name}</bdi>}>
          <MenuSeparator />
        </MenuGroup>
      )}
      <MenuItem icon={<Settings aria-hidden />} shortcut={`${t('press_mod')} ,`} onSelect={() => openDialog('settings')}>
        {t('settings')}
        {user?.hasNews && <NewDot className="ml-2 inline-block align-middle" />}
      </MenuItem>
      <MenuItem icon={<Gem aria-hidden />} render={<GuardedLink link={membershipLink} />}>
        {t('membership')}
      </MenuItem>
      <MenuItem icon={<CircleHelp aria-hidden />} render={<HelpLink help={help} />}>
        {t('help_centre')}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => openDialog('download')}>
        {t('download')}
      </MenuItem>
      <MenuSeparator />
      <AppearanceMenu />
      <Submenu icon={<Languages aria-hidden />} label={t('language')}>
        <LanguageMenuItems />
      </Submenu>
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onSelect={() => openDialog('shortcuts')}>
        {t('shortcuts')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => openDialog('signOut')}>
        {t('sign_out')}
      </MenuItem>
    </Menu>
  )
}

/** Links to the operator's help centre in a new tab, or to our own help pages. The menu item passes the content as `children`. */
function HelpLink({ help, children, ...item }: ComponentProps<'a'> & { help: string | null }) {
  if (help === null) {
    return (
      <Link {...item} to="/appfaq">
        {children}
      </Link>
    )
  }
  return (
    <a {...item} href={help} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function AppearanceMenu() {
  const t = useTranslations('ui')
  const [theme, chooseTheme] = useTheme()
  const themes = [
    { value: 'system' as const, label: t('theme_system') },
    { value: 'light' as const, label: t('theme_light') },
    { value: 'dark' as const, label: t('theme_dark') },
  ]
  return (
    <Submenu icon={<SunMoon aria-hidden />} label={t('appearance')}>
      <MenuRadioGroup value={theme} options={themes} onChange={chooseTheme} />
    </Submenu>
  )
}
