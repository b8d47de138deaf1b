import type { Millis } from '#shared/units.ts'
import type { Marker } from '../../contract.ts'

/** Metadata of a recording. Later records override earlier ones. These keys are stored on the disk. */
export type RecordingMetadata = {
  readonly recordingId?: string
  /** Id on the server, if the server had finished the recording and this browser had more of it. */
  readonly serverId?: string
  readonly filename?: string
  readonly folderId?: string | null
  /** Unix milliseconds. */
  readonly startedAt?: Millis
  readonly timezone?: number
  readonly markers?: readonly Marker[]
  /** Stopped by the user: no more audio follows. */
  readonly ended?: boolean
}

/** Requests of the page to the worker that encodes and stores the audio. */
export type RecorderRequest =
  | {
      readonly type: 'begin'
      readonly account: string
      readonly recordingId: string
      readonly metadata: RecordingMetadata
      readonly rate: number
    }
  /** Port for the samples from the audio thread. */
  | { readonly type: 'sound'; readonly port: MessagePort }
  | { readonly type: 'note'; readonly saveMetadata: RecordingMetadata }
  | { readonly type: 'finish' }
  | { readonly type: 'read'; readonly number: number }
  /** The server has this piece, so it can be removed from memory. */
  | { readonly type: 'arrived'; readonly number: number }
  | { readonly type: 'soundOf' }
  | { readonly type: 'remove' }

/** A piece to be uploaded. */
export type Piece = { readonly bytes: ArrayBuffer; readonly md5: string; readonly duration: Millis }

export type RecorderResponse =
  | { readonly type: 'begun'; readonly keptIn: 'disk' | 'memory' }
  /** Duration of the audio stored on the disk or in memory. */
  | { readonly type: 'kept'; readonly upTo: Millis }
  /** This piece is complete and stored. */
  | { readonly type: 'piece'; readonly number: number; readonly duration: Millis }
  | { readonly type: 'full' }
  | { readonly type: 'finished'; readonly pieces: number }
  | { readonly type: 'read'; readonly number: number; readonly piece: Piece | null }
  | { readonly type: 'soundOf'; readonly audio: Blob }
  | { readonly type: 'removed' }
  /** `notLoaded`: the encoder could not be loaded. */
  | { readonly type: 'failed'; readonly reason: 'notLoaded' | 'failed'; readonly message: string }

/** Level since the last message, about sixteen times a second, and the total number of recorded frames. */
export type AudioLevel = { readonly rms: number; readonly peak: number; readonly frames: number }
/** Requests of the page to the audio thread. */
export type CaptureRequest = { readonly port: MessagePort } | { readonly isActive: boolean }
