import type { StoreApi } from 'zustand/vanilla'
import type { LevelHistory } from './LevelHistory.ts'
import type { File as LibraryFile } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { Marker } from '../../contract.ts'

export type WakeLockState = 'none' | 'held' | 'lost' | 'unsupported'

export type CaptureErrorKind =
  | 'notAllowed'
  | 'noMicrophone'
  | 'inUse'
  | 'insecure'
  | 'tooOld'
  | 'shareCancelled'
  | 'noSharedAudio'
  | 'notLoaded'

/** `ready`: the microphone is open and the level is shown, but nothing is recorded. `failed`: it could not start. */
export type Phase = 'idle' | 'asking' | 'ready' | 'recording' | 'paused' | 'finishing' | 'ended' | 'failed'

export type FailureKind =
  | CaptureErrorKind
  | 'busyElsewhere'
  | 'noMember'
  | 'noRoom'
  | 'tooMuch'
  | 'accountFull'
  | 'signedOut'
  | 'storageFull'
  | 'finishFailed'

/** Why the audio stopped without a request by the user. */
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
  readonly failure: { readonly kind: FailureKind; readonly error?: unknown } | null
  readonly recordingId: string | null
  /** The id of the recording on the server. */
  readonly serverId: string | null
  readonly filename: string
  /** Unix milliseconds. */
  readonly startedAt: Millis | null
  readonly devices: readonly { readonly id: string; readonly label: string }[]
  readonly deviceId: string | null
  readonly hasTabAudio: boolean
  readonly markers: readonly Marker[]
  /** Audio stored on the server, in milliseconds. */
  readonly uploadedUpTo: Millis
  /** Audio stored in this browser, in milliseconds. */
  readonly storedUpTo: Millis
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
  failure: null,
  recordingId: null,
  serverId: null,
  filename: '',
  startedAt: null,
  devices: [],
  deviceId: null,
  hasTabAudio: false,
  markers: [],
  uploadedUpTo: 0,
  storedUpTo: 0,
  keptIn: 'disk',
  network: 'online',
  wakeLock: 'none',
  stopped: null,
  gaps: [],
  file: null,
  tooShort: false,
}

export type CaptureOptions = {
  readonly deviceId?: string | null
  readonly echoCancellation?: boolean
  readonly noiseSuppression?: boolean
  readonly autoGainControl?: boolean
  readonly tabAudio?: boolean
}

/**
 * The interface of the recorder for screens; tests pass a fake. `store` contains the state, except `level`, `peak` and `position`,
 * which change too often and are polled.
 */
export type RecorderHandle = {
  readonly store: StoreApi<RecorderState>
  canRecord: () => 'ready' | 'insecure' | 'tooOld'
  canShareAudio: () => boolean
  /** Current level, 0 to 1 (root mean square), updated about sixteen times a second. */
  level: () => number
  /** The levels of the recording from its start. */
  levelHistory: () => Pick<LevelHistory, 'bars' | 'barDuration'>
  peak: () => number
  /** Duration of the recording in milliseconds, counted by samples: without pauses and gaps. */
  position: () => Millis
  /** Opens the microphone for a check, or changes its options while recording. */
  open: (options?: CaptureOptions) => Promise<void>
  /** Closes the microphone after a check. */
  close: () => void
  /** Starts recording, also offline. `phase` shows whether it succeeded. */
  start: (details: { filename: string; folderId?: string | null }) => Promise<void>
  pause: () => void
  resume: () => Promise<void>
  switchDevice: (deviceId: string) => Promise<void>
  addTabAudio: () => Promise<void>
  removeTabAudio: () => void
  /** Adds a marker at the current position and returns its index. */
  mark: (text?: string) => number
  nameMark: (index: number, text: string) => void
  removeMark: (index: number) => void
  rename: (filename: string) => void
  /** Stops the recording and creates its file; offline it retries until the network is back. */
  stop: () => Promise<void>
  /** Retries immediately. */
  retryFinish: () => void
  /** Leaves an unfinished recording in the storage, where `listRecoverable` finds it. */
  finishLater: () => void
  /** Discards the recording, here and on the server. */
  discard: () => Promise<void>
  /** Returns the audio stored in this browser as MP3. */
  download: () => Promise<Blob>
  reset: () => void
  /** True when leaving the page now would lose audio that is not on the server yet. */
  wouldLose: () => boolean
  /** Subscribes to the files of finished recordings. Returns the unsubscribe function. */
  onFile: (listener: (file: LibraryFile) => void) => () => void
}
