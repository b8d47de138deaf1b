import { useMemo, useSyncExternalStore } from 'react'
import { listen } from './listen.ts'
import { makeWatchers } from './makeWatchers.ts'
import { NoExpiration, STORED, recall, store } from './storage.ts'

/** What has not been looked at yet (A§3): the feedback board, and the connections to other services. */
export type RedDotFlags = { feedbackBoard: boolean; automation: boolean }

/** A§3: both are true at first. */
const AT_FIRST: RedDotFlags = { feedbackBoard: true, automation: true }

/** The flags of that user; everything counts as seen for nobody. */
export function readRedDots(userId: string): RedDotFlags {
  const kept = recall(STORED.redDots, { owner: userId })
  const of = (name: keyof RedDotFlags) => {
    const flag = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>)[name] : undefined
    return typeof flag === 'boolean' ? flag : AT_FIRST[name]
  }
  return { feedbackBoard: of('feedbackBoard'), automation: of('automation') }
}

/** A§4: what changes is merged into what is kept, per user and with no expiry. */
export function updateRedDots(userId: string, change: Partial<RedDotFlags>): void {
  store(STORED.redDots, { ...readRedDots(userId), ...change }, { owner: userId, lifetime: NoExpiration })
  tellAll()
}

/** The red dots of the signed-in user, the same in every tab; none until it is known who that is. `isAny`: show one (A§4). */
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
