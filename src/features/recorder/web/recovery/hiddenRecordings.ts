import { useSyncExternalStore } from 'react'
import { createEmitter } from '#browser/events/createEmitter.ts'

/** Ids of recordings just discarded that can still be restored. */
let hiddenIds: ReadonlySet<string> = new Set()
const { subscribe, emit: notifyAll } = createEmitter()

export function hideRecording(recordingId: string): void {
  hiddenIds = new Set([...hiddenIds, recordingId])
  notifyAll()
}

export function showRecording(recordingId: string): void {
  hiddenIds = new Set([...hiddenIds].filter((id) => id !== recordingId))
  notifyAll()
}

export const useHiddenRecordings = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => hiddenIds)
