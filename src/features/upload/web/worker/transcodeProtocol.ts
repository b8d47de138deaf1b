import type { Millis } from '#kit/units.ts'

/**
 * Why a file cannot be made small here. `cannotRead`: this browser does not know the container or the codec. `needsHttps`:
 * it might, but lends its decoders only to pages that came over https or from this very machine.
 */
export type TranscodeFailure = 'cannotRead' | 'needsHttps' | 'noAudioTrack' | 'damaged' | 'tooLong'

/** What the page asks of the worker: one file a worker. Stopping means ending the worker. */
export type TranscodeRequest = { readonly file: Blob }

/** What the worker answers. `done` and `duration` are times in the sound; `duration` is null when the file does not say. */
export type TranscodeAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly done: Millis; readonly duration: Millis | null }
  | { readonly type: 'finished'; readonly blob: Blob; readonly duration: Millis }
  | { readonly type: 'failed'; readonly failure: TranscodeFailure; readonly says: string }
