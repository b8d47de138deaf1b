import { useSyncExternalStore } from 'react'
import { NO_EXPIRATION, getItem, setItem } from '../storage/storage.ts'
import { createEmitter } from '../events/createEmitter.ts'

const STORAGE_KEY = 'single_keys'

/**
 * Returns whether shortcuts without Ctrl or Cmd are on. Users who dictate or press keys by accident can turn them off (WCAG
 * 2.1.4).
 */
export const hasCharacterShortcuts = (): boolean => getItem(STORAGE_KEY) !== false

/** Stores the choice in this browser. */
export function setCharacterShortcuts(isOn: boolean): void {
  setItem(STORAGE_KEY, isOn, { lifetime: NO_EXPIRATION })
  emit()
}

/** The choice and its setter. */
export const useCharacterShortcuts = (): readonly [boolean, (isOn: boolean) => void] =>
  [useSyncExternalStore(subscribe, hasCharacterShortcuts), setCharacterShortcuts] as const

const { subscribe, emit } = createEmitter()
