import { useMemo } from 'react'
import { NO_EXPIRATION, STORAGE_KEYS, getItem, setItem, useStored } from './storage.ts'

/** The pages that the user has not opened yet (A§3): the feedback board and the integrations. */
export type RedDotFlags = { feedbackBoard: boolean; automation: boolean }

/** Both are true by default (A§3). */
const DEFAULT_FLAGS: RedDotFlags = { feedbackBoard: true, automation: true }

/** Returns the stored flags of the user, with defaults for missing or malformed values. */
export function readRedDots(userId: string): RedDotFlags {
  const stored = getItem(STORAGE_KEYS.redDots, { owner: userId })
  const readFlag = (name: keyof RedDotFlags) => {
    const flag = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>)[name] : undefined
    return typeof flag === 'boolean' ? flag : DEFAULT_FLAGS[name]
  }
  return { feedbackBoard: readFlag('feedbackBoard'), automation: readFlag('automation') }
}

/** Merges the changes into the stored flags of the user, which never expire (A§4). */
export function updateRedDots(userId: string, changes: Partial<RedDotFlags>): void {
  setItem(STORAGE_KEYS.redDots, { ...readRedDots(userId), ...changes }, { owner: userId, lifetime: NO_EXPIRATION })
}

/** The red dots of the signed-in user, in sync across tabs. All false while `userId` is unknown. */
export function useRedDots(userId: string | undefined) {
  const text = useStored(() => (userId ? JSON.stringify(readRedDots(userId)) : NO_FLAGS))
  return useMemo(() => {
    const flags = JSON.parse(text) as RedDotFlags
    const update = (changes: Partial<RedDotFlags>): void => {
      if (userId) updateRedDots(userId, changes)
    }
    return { flags, update }
  }, [text, userId])
}

const NO_FLAGS = JSON.stringify({ feedbackBoard: false, automation: false } satisfies RedDotFlags)
