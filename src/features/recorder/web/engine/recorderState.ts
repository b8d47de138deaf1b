import type { File as LibraryFile } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { Marker } from '../../contract.ts'
import type { CaptureErrorKind } from './AudioCapture.ts'
import type { WakeLockState } from './ScreenWakeLock.ts'

/** `ready`: the microphone is open and the level is shown, but nothing is recorded. `failed`: it could not start. */
export type Phase = 'idle' | 'asking' | 'ready' | 'recording' | 'paused' | 'finishing' | 'ended' | 'failed'

export type TroubleKind =
  | CaptureErrorKind
  | 'busyElsewhere'
  | 'noMember'
  | 'noRoom'
  | 'tooMuch'
  | 'accountFull'
  | 'signedOut'
  | 'storageFull'
  | 'finishFailed'

/** Why the audio stopped without a request of the user. */
export type InterruptionReason =
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

/** `at`: position in the audio; `time`: Unix milliseconds; `ended`: it will not resume by itself. */
export type Interruption = {
  readonly at: Millis
  readonly time: Millis
  readonly why: InterruptionReason
  readonly ended: boolean
}
/** Audio missing at this position. */
export type Gap = { readonly at: Millis; readonly lost: Millis; readonly why: InterruptionReason }

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
  /** Audio stored on the server, in milliseconds. */
  readonly safeUpTo: Millis
  /** Audio stored in this browser, in milliseconds. */
  readonly keptUpTo: Millis
  readonly keptIn: 'disk' | 'memory'
  readonly network: 'online' | 'retrying' | 'signedOut' | 'refused' | 'accountFull'
  readonly wakeLock: WakeLockState
  readonly stopped: Interruption | null
  readonly gaps: readonly Gap[]
  /** The file, once it exists. */
  readonly file: LibraryFile | null
  /** It ended without a file, because it was shorter than a second. */
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
