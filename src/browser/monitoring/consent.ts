import { create } from 'zustand'
import { days } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { STORAGE_KEYS, getItem, setItem, useStored } from '../storage/storage.ts'

/** A choice expires after this time, and the question is shown again. */
export const CONSENT_LIFETIME: Millis = days(180)

/**
 * Returns true when the user of this browser has agreed to analytics and to the tag that identifies the browser. False before a
 * choice.
 */
export const allowsStatistics = (): boolean => storedChoice() === true

/** The same as a hook. Updates when the choice changes in this tab or in another one. */
export const useConsent = (): boolean => useStored(allowsStatistics)

/** True while the consent question is open: there is no choice yet, or the user wants to change it. */
export function useConsentQuestion(): boolean {
  const hasChoice = useStored(() => storedChoice() !== undefined)
  return useQuestion(({ isReopened }) => isReopened) || !hasChoice
}

/** Stores the choice and closes the question. */
export function saveConsent({ statistics }: { statistics: boolean }): void {
  useQuestion.setState({ isReopened: false })
  setItem(STORAGE_KEYS.consent, { statistics }, { lifetime: CONSENT_LIFETIME })
}

/** Opens the question again. The stored choice stays valid until there is a new one. */
export const reopenConsentQuestion = (): void => useQuestion.setState({ isReopened: true })

const useQuestion = create(() => ({ isReopened: false }))

function storedChoice(): boolean | undefined {
  const stored = getItem(STORAGE_KEYS.consent)
  if (typeof stored !== 'object' || stored === null || !('statistics' in stored)) return undefined
  return stored.statistics === true
}
