import type { File as LibraryFile } from '#features/files/contract.ts'
import type { Millis } from '#kit/units.ts'
import type { Marker } from '../../contract.ts'
import type { CaptureTrouble } from './Capture.ts'
import type { WakeLockState } from './ScreenLock.ts'

/** `ready`: the microphone is open and the meter moves, nothing is kept. `failed`: it could not begin. */
export type Phase = 'idle' | 'asking' | 'ready' | 'recording' | 'paused' | 'finishing' | 'ended' | 'failed'

export type TroubleKind =
  | CaptureTrouble
  | 'busyElsewhere'
  | 'noMember'
  | 'noRoom'
  | 'tooMuch'
  | 'accountFull'
  | 'signedOut'
  | 'storageFull'
  | 'finishFailed'

/** Why the sound stopped without anybody having asked for it. */
export type StopReason =
  | 'unplugged'
  | 'muted'
  | 'silent'
  | 'interrupted'
  | 'slept'
  | 'frozen'
  | 'limit'
  | 'storageFull'
  | 'shareEnded'
  | 'failed'

/** `at`: how far the sound had come; `time`: unix milliseconds; `ended`: it will not go on by itself. */
export type Stopped = { readonly at: Millis; readonly time: Millis; readonly why: StopReason; readonly ended: boolean }
/** So much was not recorded, at this place of the sound. */
export type Gap = { readonly at: Millis; readonly lost: Millis; readonly why: StopReason }

export type RecorderState = {
  readonly phase: Phase
  readonly trouble: { readonly kind: TroubleKind; readonly error?: unknown } | null
  readonly recordingId: string | null
  readonly filename: string
  /** Unix milliseconds. */
  readonly startedAt: Millis | null
  readonly devices: readonly { readonly id: string; readonly label: string }[]
  readonly deviceId: string | null
  readonly hasTabSound: boolean
  readonly markers: readonly Marker[]
  /** Of the sound, on the server. */
  readonly safeUpTo: Millis
  /** Of the sound, kept in this browser. */
  readonly keptUpTo: Millis
  readonly keptIn: 'disk' | 'memory'
  readonly network: 'online' | 'retrying' | 'signedOut' | 'refused' | 'accountFull'
  readonly wakeLock: WakeLockState
  readonly stopped: Stopped | null
  readonly gaps: readonly Gap[]
  /** Once it is one. */
  readonly file: LibraryFile | null
  /** It ended without a file: there was less than a second. */
  readonly tooShort: boolean
}

export const IDLE: RecorderState = {
  phase: 'idle',
  trouble: null,
  recordingId: null,
  filename: '',
  startedAt: null,
  devices: [],
  deviceId: null,
  hasTabSound: false,
  markers: [],
  safeUpTo: 0,
  keptUpTo: 0,
  keptIn: 'disk',
  network: 'online',
  wakeLock: 'none',
  stopped: null,
  gaps: [],
  file: null,
  tooShort: false,
}
