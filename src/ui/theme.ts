import { useSyncExternalStore } from 'react'
import { NoExpiration, STORED, recallText, store } from './storage.ts'
import { makeWatchers } from './makeWatchers.ts'

export type Theme = 'system' | 'light' | 'dark'

const isTheme = (value: unknown): value is Theme => value === 'system' || value === 'light' || value === 'dark'

/** Returns the choice stored in this browser, `system` without a choice. */
export function chosenTheme(): Theme {
  const kept = recallText(STORED.theme)
  return isTheme(kept) ? kept : 'system'
}

/** Applies the theme to the page. With `system` the style sheet follows `prefers-color-scheme`. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Stores the choice and applies it. */
export function chooseTheme(theme: Theme): void {
  store(STORED.theme, theme, { lifetime: NoExpiration })
  applyTheme(theme)
  tellAll()
}

/** The choice and its setter. Updates when the choice changes anywhere in the page. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, chosenTheme), chooseTheme] as const
}

const { watch, tellAll } = makeWatchers()
