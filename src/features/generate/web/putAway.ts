import { useSyncExternalStore } from 'react'
import { recall, store } from '#ui/storage.ts'
import { makeWatchers } from '#ui/makeWatchers.ts'

/** Puts the failure of a task out of sight, everywhere, for as long as the tab lives. */
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

/** Whether the failure of a task was put out of sight. */
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

// The same text as long as nothing has changed: what React compares.
const asText = (): string => readPutAway().join(' ')

const { watch, tellAll } = makeWatchers()
