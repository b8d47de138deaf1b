import { useSyncExternalStore } from 'react'
import { NoExpiration, recall, store } from './storage.ts'
import { makeWatchers } from './makeWatchers.ts'

const KEY = 'single_keys'

/**
 * Returns whether shortcuts without Ctrl or Cmd are on. Users who dictate or press keys by accident can turn them off (WCAG
 * 2.1.4).
 */
export const hasSingleKeys = (): boolean => recall(KEY) !== false

/** Stores the choice in this browser. */
export function setSingleKeys(isOn: boolean): void {
  store(KEY, isOn, { lifetime: NoExpiration })
  tellAll()
}

/** The choice and its setter. */
export const useSingleKeys = (): readonly [boolean, (isOn: boolean) => void] =>
  [useSyncExternalStore(watch, hasSingleKeys), setSingleKeys] as const

const { watch, tellAll } = makeWatchers()
