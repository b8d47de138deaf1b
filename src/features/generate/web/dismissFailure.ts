import { useSyncExternalStore } from 'react'
import { getItem, setItem } from '#browser/storage/storage.ts'
import { createEmitter } from '#browser/events/createEmitter.ts'

/** Hides the failure of a task everywhere until the tab is closed. */
export function dismissFailure(taskId: string): void {
  setItem(
    STORAGE_KEY,
    [
      ...readDismissed()
        .filter((id) => id !== taskId)
        .slice(-MAX_IDS),
      taskId,
    ],
    { area: 'session' },
  )
  emit()
}

/** Returns a function that says whether the failure of a task was dismissed. */
export function useIsFailureDismissed(): (taskId: string) => boolean {
  const ids = useSyncExternalStore(subscribe, getSnapshot).split(' ')
  return (taskId) => ids.includes(taskId)
}

const STORAGE_KEY = 'failure_seen'
const MAX_IDS = 100

function readDismissed(): readonly string[] {
  const stored = getItem(STORAGE_KEY, { area: 'session' })
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : typeof stored === 'string' ? [stored] : []
}

// A string, because React compares snapshots by identity.
const getSnapshot = (): string => readDismissed().join(' ')

const { subscribe, emit } = createEmitter()
