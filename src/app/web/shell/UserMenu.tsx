import { Keyboard, LogOut, Settings } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuChoice, MenuGroup, MenuItem, MenuSeparator } from '#ui/Menu.tsx'
import { RedDot } from '#ui/RedDot.tsx'
import { useTheme } from '#ui/theme.ts'
import { useWords } from '#ui/words.ts'
import { LanguageChoice } from './LanguageChoice.tsx'

/** `email` is empty where nobody reads it; `avatar` a `data:` address; `hasNews`: something of theirs was not looked at yet (A§4). */
export type ShellUser = { name: string; email: string; avatar?: string | null; hasNews?: boolean }

export type UserMenuProps = {
  trigger: ReactElement
  user: ShellUser | undefined
  onSettings: () => void
  onShortcuts: () => void
  onSignOut: () => void
  align?: 'start' | 'end'
}

/** Who is signed in, how the page looks and speaks, and the way out (B§2). */
export function UserMenu({ trigger, user, onSettings, onShortcuts, onSignOut, align = 'start' }: UserMenuProps) {
  const t = useWords('app')
  const [theme, chooseTheme] = useTheme()
  const themes = [
    { value: 'system' as const, label: t('theme_system') },
    { value: 'light' as const, label: t('theme_light') },
    { value: 'dark' as const, label: t('theme_dark') },
  ]
  return (
    <Menu trigger={trigger} align={align} side="top">
      {user && (
        <MenuGroup label={<span className="block max-w-64 truncate">{user.email || user.name}</span>}>
          <MenuSeparator />
        </MenuGroup>
      )}
      <MenuGroup label={t('appearance')}>
        <MenuChoice value={theme} options={themes} onChange={chooseTheme} />
      </MenuGroup>
      <MenuSeparator />
      <MenuGroup label={t('language')}>
        <LanguageChoice />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<Settings aria-hidden />} shortcut={`${t('press_mod')} ,`} onSelect={onSettings}>
        {t('settings')}
        {user?.hasNews && <RedDot className="ml-2 inline-block align-middle" />}
      </MenuItem>
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onSelect={onShortcuts}>
        {t('shortcuts')}
      </MenuItem>
      <MenuItem icon={<LogOut aria-hidden />} onSelect={onSignOut}>
        {t('sign_out')}
      </MenuItem>
    </Menu>
  )
}
