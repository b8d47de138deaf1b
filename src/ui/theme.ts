import { useSyncExternalStore } from 'react'
import { NoExpiration, STORED, recallText, store } from './storage.ts'
import { makeWatchers } from './makeWatchers.ts'

export type Theme = 'system' | 'light' | 'dark'

const isTheme = (value: unknown): value is Theme => value === 'system' || value === 'light' || value === 'dark'

/** The choice kept in this browser; `system` when nobody chose. */
export function chosenTheme(): Theme {
  const kept = recallText(STORED.theme)
  return isTheme(kept) ? kept : 'system'
}

/** Paints the page; `system` leaves it to the style sheet, which asks `prefers-color-scheme`. */
export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Keeps the choice and paints. */
export function chooseTheme(theme: Theme): void {
  store(STORED.theme, theme, { lifetime: NoExpiration })
  applyTheme(theme)
  tellAll()
}

/** The choice, renewed when it changes anywhere in the page, and the way to change it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(watch, chosenTheme), chooseTheme] as const
}

const { watch, tellAll } = makeWatchers()
