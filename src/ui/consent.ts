import { useSyncExternalStore } from 'react'
import { days } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { listen } from './listen.ts'
import { makeWatchers } from './makeWatchers.ts'
import { STORED, address, recall, store } from './storage.ts'

/** After this long a choice is asked for again. */
export const CONSENT_LIFETIME: Millis = days(180)

/** Whether this browser's user allows what is not necessary: counting, and the tag that tells browsers apart. Nobody asked: no. */
export const allowsStatistics = (): boolean => chosen() === true

/** The same, renewed when it changes here or in another tab. */
export const useConsent = (): boolean => useSyncExternalStore(watch, allowsStatistics)

/** Whether the question stands: nobody answered it yet, or the answer is to be changed. */
export const useConsentQuestion = (): boolean => useSyncExternalStore(watch, isAsked)

/** Keeps the answer and ends the question. */
export function answerConsent({ statistics }: { statistics: boolean }): void {
  isAskedAgain = false
  store(STORED.consent, { statistics }, { lifetime: CONSENT_LIFETIME })
  tellAll()
}

/** Puts the question again; the answer that stands holds until there is another. */
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
