import { getItem, setItem, useStored } from '#browser/storage/storage.ts'

const STORAGE_KEY = 'failure_seen'
const MAX_IDS = 100

/** Hides the failure of a task everywhere until the tab is closed. */
export function dismissFailure(taskId: string): void {
  const others = readDismissed().filter((id) => id !== taskId)
  setItem(STORAGE_KEY, [...others.slice(-MAX_IDS), taskId], { area: 'session' })
}

/** Returns a function that says whether the failure of a task was dismissed. */
export function useIsFailureDismissed(): (taskId: string) => boolean {
  const ids = useStored(getSnapshot).split(' ')
  return (taskId) => ids.includes(taskId)
}

function readDismissed(): readonly string[] {
  const stored = getItem(STORAGE_KEY, { area: 'session' })
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : typeof stored === 'string' ? [stored] : []
}

// A string, because React compares snapshots by identity.
const getSnapshot = (): string => readDismissed().join(' ')
