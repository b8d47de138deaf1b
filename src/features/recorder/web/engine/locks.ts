import { hasTurns, takeTurn } from '#ui/takeTurn.ts'

/** Lock name that allows one recording at a time in this browser, across tabs. */
const RECORDER = 'earshot-recorder'
const oneOf = (recordingId: string): string => `earshot-recording-${recordingId}`

/**
 * Locks the recorder and this recording, and returns the function that releases both. Returns null when another tab is recording.
 * Browsers without Web Locks do not lock.
 */
export async function holdRecorder(recordingId: string): Promise<(() => void) | null> {
  const place = await hold(RECORDER)
  if (!place) return null
  const name = await hold(oneOf(recordingId))
  return () => {
    place()
    name?.()
  }
}

/** Locks an unfinished recording. Returns null when another tab is recording or finishing it. */
export const holdKept = (recordingId: string): Promise<(() => void) | null> => hold(oneOf(recordingId))

/** Returns the recordings in use by any tab. */
export async function heldRecordings(): Promise<ReadonlySet<string>> {
  if (!navigator.locks?.query) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(oneOf('')) ? [name.slice(oneOf('').length)] : [])))
}

/** Returns null immediately when the lock is not available. */
async function hold(name: string): Promise<(() => void) | null> {
  if (!hasTurns()) return () => undefined
  return (await takeTurn(name, 'ifFree'))?.end ?? null
}
