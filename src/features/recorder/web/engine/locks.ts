import { hasTurns, takeTurn } from '#ui/takeTurn.ts'

/** One recording at a time in a browser, whatever tabs are open. */
const RECORDER = 'earshot-recorder'
const oneOf = (recordingId: string): string => `earshot-recording-${recordingId}`

/**
 * Holds the browser's one place for recording, and the name of this recording, until what is answered is called; null when
 * another tab records. Browsers without locks have none to wait for.
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

/** Holds a kept recording while it is finished; null when another tab is at it, or still records it. */
export const holdKept = (recordingId: string): Promise<(() => void) | null> => hold(oneOf(recordingId))

/** Recordings some tab is at right now. */
export async function heldRecordings(): Promise<ReadonlySet<string>> {
  if (!navigator.locks?.query) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(oneOf('')) ? [name.slice(oneOf('').length)] : [])))
}

/** Now or not at all. */
async function hold(name: string): Promise<(() => void) | null> {
  if (!hasTurns()) return () => undefined
  return (await takeTurn(name, 'ifFree'))?.end ?? null
}
