import { useSyncExternalStore } from 'react'
import { recall, store } from '#ui/storage.ts'
import { makeWatchers } from '#ui/makeWatchers.ts'

/** Hides the failure of a task everywhere until the tab is closed. */
export function putAway(taskId: string): void {
  store(
    KEY,
    [
      ...readPutAway()
        .filter((id) => id !== taskId)
        .slice(-MOST),
      taskId,
    ],
    { area: 'session' },
  )
  tellAll()
}

/** Returns a function that says whether the failure of a task was dismissed. */
export function useIsPutAway(): (taskId: string) => boolean {
  const ids = useSyncExternalStore(watch, asText).split(' ')
  return (taskId) => ids.includes(taskId)
}

const KEY = 'failure_seen'
const MOST = 100

function readPutAway(): readonly string[] {
  const kept = recall(KEY, { area: 'session' })
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : typeof kept === 'string' ? [kept] : []
}

// A string, because React compares snapshots by identity.
const asText = (): string => readPutAway().join(' ')

const { watch, tellAll } = makeWatchers()
