import { useSyncExternalStore } from 'react'
import { days } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { listen } from '../events/listen.ts'
import { createEmitter } from '../events/createEmitter.ts'
import { STORAGE_KEYS, storageKey, getItem, setItem } from '../storage/storage.ts'

/** A choice expires after this time, and the question is shown again. */
export const CONSENT_LIFETIME: Millis = days(180)

/**
 * Returns true when the user of this browser has agreed to analytics and to the tag that identifies the browser. False without
 * a choice.
 */
export const allowsStatistics = (): boolean => storedChoice() === true

/** The same as a hook. Updates when the choice changes in this tab or in another one. */
export const useConsent = (): boolean => useSyncExternalStore(subscribe, allowsStatistics)

/** True while the consent question is open: there is no choice yet, or the user wants to change it. */
export const useConsentQuestion = (): boolean => useSyncExternalStore(subscribe, isQuestionOpen)

/** Stores the choice and closes the question. */
export function saveConsent({ statistics }: { statistics: boolean }): void {
  isReopened = false
  setItem(STORAGE_KEYS.consent, { statistics }, { lifetime: CONSENT_LIFETIME })
  emit()
}

/** Opens the question again. The stored choice stays valid until there is a new one. */
export function reopenConsentQuestion(): void {
  isReopened = true
  emit()
}

let isReopened = false
const isQuestionOpen = (): boolean => isReopened || storedChoice() === undefined

function storedChoice(): boolean | undefined {
  const stored = getItem(STORAGE_KEYS.consent)
  if (typeof stored !== 'object' || stored === null || !('statistics' in stored)) return undefined
  return stored.statistics === true
}

const { subscribe: subscribeHere, emit } = createEmitter()

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeHere(listener)
  const removeListener = listen<StorageEvent>(window, 'storage', ({ key }) => {
    if (key === storageKey(STORAGE_KEYS.consent) || key === null) listener()
  })
  return () => {
    unsubscribe()
    removeListener()
  }
}
