import type { Millis } from '#kit/units.ts'

/**
 * Why a file cannot be made small. `cannotRead`: nobody here knows the container or the codec. `locked`: its sound is encrypted.
 * `noRoom`: the browser has no place for what is made, or does not open it. `notLoaded`: a part of the transcoder could not
 * be fetched.
 */
export type TranscodeFailure = 'cannotRead' | 'noAudioTrack' | 'damaged' | 'locked' | 'tooLong' | 'noRoom' | 'notLoaded'

/** What the page asks of a worker: one file a worker. Stopping means ending the worker. `into`: where the MP3 is to stand. */
export type TranscodeRequest = { readonly file: Blob; readonly into?: FileSystemFileHandle | undefined }

/** What a worker answers. `done` and `duration` are times in the sound; `duration` is null when the file does not say. */
export type TranscodeAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly done: Millis; readonly duration: Millis | null }
  | { readonly type: 'finished'; readonly blob: Blob; readonly duration: Millis }
  | { readonly type: 'failed'; readonly failure: TranscodeFailure; readonly says: string }
