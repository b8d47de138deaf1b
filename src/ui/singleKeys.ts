import { useSyncExternalStore } from 'react'
import { NoExpiration, recall, store } from './storage.ts'
import { makeWatchers } from './makeWatchers.ts'

const KEY = 'single_keys'

/** Whether keys without Ctrl or Cmd do anything; who dictates, or strikes keys by chance, switches them off (WCAG 2.1.4). */
export const hasSingleKeys = (): boolean => recall(KEY) !== false

/** Keeps the choice in this browser. */
export function setSingleKeys(isOn: boolean): void {
  store(KEY, isOn, { lifetime: NoExpiration })
  tellAll()
}

/** The choice, and the way to change it. */
export const useSingleKeys = (): readonly [boolean, (isOn: boolean) => void] =>
  [useSyncExternalStore(watch, hasSingleKeys), setSingleKeys] as const

const { watch, tellAll } = makeWatchers()
