import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'

/** Ids of recordings just discarded that can still be restored. */
let hidden: ReadonlySet<string> = new Set()
const { watch, tellAll } = makeWatchers()

export function hideKept(recordingId: string): void {
  hidden = new Set([...hidden, recordingId])
  tellAll()
}

export function showKept(recordingId: string): void {
  hidden = new Set([...hidden].filter((id) => id !== recordingId))
  tellAll()
}

export const useHiddenKept = (): ReadonlySet<string> => useSyncExternalStore(watch, () => hidden)
