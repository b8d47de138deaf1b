import type { Millis } from '#kit/units.ts'
import type { Note } from './soundLog.ts'

/** What the page asks of the worker that makes and keeps the sound. */
export type RecorderRequest =
  | { readonly type: 'begin'; readonly account: string; readonly recordingId: string; readonly note: Note; readonly rate: number }
  /** Blocks of samples come through here, straight from the audio thread. */
  | { readonly type: 'sound'; readonly port: MessagePort }
  | { readonly type: 'note'; readonly note: Note }
  | { readonly type: 'finish' }
  | { readonly type: 'read'; readonly number: number }
  /** The server has this piece: in memory it need not be kept. */
  | { readonly type: 'arrived'; readonly number: number }
  | { readonly type: 'soundOf' }
  | { readonly type: 'remove' }

/** A piece to be sent. */
export type Piece = { readonly bytes: ArrayBuffer; readonly md5: string; readonly duration: Millis }

export type RecorderAnswer =
  | { readonly type: 'begun'; readonly keptIn: 'disk' | 'memory' }
  /** So much of the sound lies on the disk, or in memory. */
  | { readonly type: 'kept'; readonly upTo: Millis }
  /** This piece is whole and kept. */
  | { readonly type: 'piece'; readonly number: number; readonly duration: Millis }
  | { readonly type: 'full' }
  | { readonly type: 'finished'; readonly pieces: number }
  | { readonly type: 'read'; readonly number: number; readonly piece: Piece | null }
  | { readonly type: 'soundOf'; readonly sound: Blob }
  | { readonly type: 'removed' }
  /** `notLoaded`: the encoder did not come. */
  | { readonly type: 'failed'; readonly why: 'notLoaded' | 'failed'; readonly says: string }

/** What the audio thread tells the page some sixteen times a second: loudness since the last time, frames recorded in all. */
export type LevelTold = { readonly rms: number; readonly peak: number; readonly frames: number }
/** What the page tells the audio thread. */
export type CaptureRequest = { readonly port: MessagePort } | { readonly on: boolean }
