import { acquireLock, hasWebLocks, heldLockNames } from '#browser/locks/webLocks.ts'

/** Lock name that allows one recording at a time in this browser, across tabs. */
const RECORDER_LOCK = 'earshot-recorder'
const recordingLockName = (recordingId: string): string => `earshot-recording-${recordingId}`

/**
 * Locks the recorder and this recording, and returns the function that releases both. Returns null when another tab is recording.
 * Browsers without Web Locks do not lock.
 */
export async function lockRecorder(recordingId: string): Promise<(() => void) | null> {
  const releaseRecorder = await tryLock(RECORDER_LOCK)
  if (!releaseRecorder) return null
  const releaseRecording = await tryLock(recordingLockName(recordingId))
  return () => {
    releaseRecorder()
    releaseRecording?.()
  }
}

/** Locks an unfinished recording. Returns null when another tab is recording or finishing it. */
export const lockRecording = (recordingId: string): Promise<(() => void) | null> => tryLock(recordingLockName(recordingId))

/** Returns the recordings in use by any tab. */
export async function lockedRecordings(): Promise<ReadonlySet<string>> {
  const prefix = recordingLockName('')
  const names = (await heldLockNames()).filter((name) => name.startsWith(prefix))
  return new Set(names.map((name) => name.slice(prefix.length)))
}

/** Returns null immediately when the lock is not available. */
async function tryLock(name: string): Promise<(() => void) | null> {
  if (!hasWebLocks()) return () => undefined
  return (await acquireLock(name, 'ifFree'))?.release ?? null
}
