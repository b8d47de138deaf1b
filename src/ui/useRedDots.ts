import { useMemo, useSyncExternalStore } from 'react'
import { listen } from './listen.ts'
import { makeWatchers } from './makeWatchers.ts'
import { NoExpiration, STORED, recall, store } from './storage.ts'

/** What the user has not opened yet (A§3): the feedback board and the integrations. */
export type RedDotFlags = { feedbackBoard: boolean; automation: boolean }

/** Both are true by default (A§3). */
const AT_FIRST: RedDotFlags = { feedbackBoard: true, automation: true }

/** Returns the stored flags of the user, with defaults for missing or malformed values. */
export function readRedDots(userId: string): RedDotFlags {
  const kept = recall(STORED.redDots, { owner: userId })
  const of = (name: keyof RedDotFlags) => {
    const flag = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>)[name] : undefined
    return typeof flag === 'boolean' ? flag : AT_FIRST[name]
  }
  return { feedbackBoard: of('feedbackBoard'), automation: of('automation') }
}

/** Merges the changes into the stored flags of the user, which never expire (A§4). */
export function updateRedDots(userId: string, change: Partial<RedDotFlags>): void {
  store(STORED.redDots, { ...readRedDots(userId), ...change }, { owner: userId, lifetime: NoExpiration })
  tellAll()
}

/**
 * The red dots of the signed-in user, in sync across tabs. All false while `userId` is unknown. `isAny` is true if one is set
 * (A§4).
 */
export function useRedDots(userId: string | undefined) {
  const text = useSyncExternalStore(watch, () => (userId ? JSON.stringify(readRedDots(userId)) : NONE))
  return useMemo(() => {
    const flags = JSON.parse(text) as RedDotFlags
    const update = (change: Partial<RedDotFlags>): void => {
      if (userId) updateRedDots(userId, change)
    }
    return { flags, isAny: flags.feedbackBoard || flags.automation, update }
  }, [text, userId])
}

const NONE = JSON.stringify({ feedbackBoard: false, automation: false } satisfies RedDotFlags)
const { watch: watchHere, tellAll } = makeWatchers()

function watch(tell: () => void): () => void {
  const leave = watchHere(tell)
  const deaf = listen(window, 'storage', tell)
  return () => {
    leave()
    deaf()
  }
}
