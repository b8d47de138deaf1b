import type { File as LibraryFile } from '#features/files/contract.ts'
import { NO_EXPIRATION, removeItem, getItem, setItem } from '#browser/storage/storage.ts'
import type { Bytes, Millis } from '#shared/units.ts'
import type { Marker } from '../../contract.ts'

/** An unfinished recording. */
export type RecoverableRecording = {
  readonly recordingId: string
  readonly filename: string
  /** Unix milliseconds. */
  readonly startedAt: Millis
  readonly duration: Millis
  readonly bytes: Bytes
  readonly markers: readonly Marker[]
  /** `server`: begun in another browser, or no longer stored in this one. */
  readonly where: 'browser' | 'server' | 'both'
}

/** Actions on unfinished recordings; tests pass their own. */
export type RecoveryActions = {
  list: () => Promise<readonly RecoverableRecording[]>
  finish: (recordingId: string, onProgress: (sent: number, of: number) => void) => Promise<LibraryFile | null>
  discard: (recordingId: string) => Promise<void>
  /** Null when this browser has no audio of it. */
  sound: (recordingId: string) => Promise<Blob | null>
}

const STORAGE_KEY = 'recordings_kept'

/** True when this browser may have an unfinished recording. Reads only a flag; no code is loaded. */
export const mayHaveRecoverable = (): boolean => getItem(STORAGE_KEY) === true

/** Set before a recording is stored, and cleared when none is left. */
export const setMayHaveRecoverable = (isSet: boolean): void =>
  isSet ? setItem(STORAGE_KEY, true, { lifetime: NO_EXPIRATION }) : removeItem(STORAGE_KEY)
