import { useSyncExternalStore } from 'react'
import { days } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { listen } from './listen.ts'
import { makeWatchers } from './makeWatchers.ts'
import { STORED, address, recall, store } from './storage.ts'

/** A choice expires after this time, and the question is shown again. */
export const CONSENT_LIFETIME: Millis = days(180)

/**
 * Returns true when the user of this browser has agreed to analytics and to the tag that identifies the browser. False without
 * a choice.
 */
export const allowsStatistics = (): boolean => chosen() === true

/** The same as a hook. Updates when the choice changes in this tab or in another one. */
export const useConsent = (): boolean => useSyncExternalStore(watch, allowsStatistics)

/** True while the consent question is open: there is no choice yet, or the user wants to change it. */
export const useConsentQuestion = (): boolean => useSyncExternalStore(watch, isAsked)

/** Stores the choice and closes the question. */
export function answerConsent({ statistics }: { statistics: boolean }): void {
  isAskedAgain = false
  store(STORED.consent, { statistics }, { lifetime: CONSENT_LIFETIME })
  tellAll()
}

/** Opens the question again. The stored choice stays valid until there is a new one. */
export function askConsentAgain(): void {
  isAskedAgain = true
  tellAll()
}

let isAskedAgain = false
const isAsked = (): boolean => isAskedAgain || chosen() === undefined

function chosen(): boolean | undefined {
  const kept = recall(STORED.consent)
  if (typeof kept !== 'object' || kept === null || !('statistics' in kept)) return undefined
  return kept.statistics === true
}

const { watch: watchHere, tellAll } = makeWatchers()

function watch(tell: () => void): () => void {
  const leave = watchHere(tell)
  const deaf = listen<StorageEvent>(window, 'storage', ({ key }) => {
    if (key === address(STORED.consent) || key === null) tell()
  })
  return () => {
    leave()
    deaf()
  }
}
