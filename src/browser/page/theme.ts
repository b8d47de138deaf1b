import { NO_EXPIRATION, STORAGE_KEYS, getString, setItem, useStored } from '../storage/storage.ts'

export type Theme = 'system' | 'light' | 'dark'

const isTheme = (value: unknown): value is Theme => value === 'system' || value === 'light' || value === 'dark'

/** Returns the choice stored in this browser, `system` without a choice. */
export function getTheme(): Theme {
  const stored = getString(STORAGE_KEYS.theme)
  return isTheme(stored) ? stored : 'system'
}

/** Applies the theme to the page. With `system` the style sheet follows `prefers-color-scheme`. */
export function applyTheme(theme: Theme = getTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Stores the choice and applies it. */
export function setTheme(theme: Theme): void {
  setItem(STORAGE_KEYS.theme, theme, { lifetime: NO_EXPIRATION })
  applyTheme(theme)
}

/** The choice and its setter. Updates when the choice changes anywhere in the page. */
export const useTheme = (): readonly [Theme, (theme: Theme) => void] => [useStored(getTheme), setTheme] as const
