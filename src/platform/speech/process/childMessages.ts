import type { Bytes, Millis } from '#shared/units.ts'
import type { TranscribedWindow, SpeechErrorKind } from '../speech.ts'

/** The settings of the child, passed as JSON in its first argument. */
export type ChildSettings = { readonly modelsDir: string; readonly threads: number; readonly idle: Millis }

/** Messages from the engine to its child. */
export type ParentMessage =
  | { readonly kind: 'job'; readonly language?: string | undefined; readonly resumeAt: Millis }
  | { readonly kind: 'sound'; readonly pcm: Float32Array }
  | { readonly kind: 'sound-ends' }
  /** The last window has been saved. */
  | { readonly kind: 'window-kept' }

/** Messages from the child to its engine. */
export type ChildMessage =
  /** Requests one more block of audio. */
  | { readonly kind: 'more' }
  | { readonly kind: 'window'; readonly window: TranscribedWindow }
  | { readonly kind: 'progress'; readonly done: Millis }
  | { readonly kind: 'transcribed'; readonly language: string; readonly peakMemory: Bytes }
  | { readonly kind: 'failed'; readonly error: SpeechErrorKind; readonly says: string; readonly detail: string }
  /** The child has been idle for a while, so its memory can be freed. */
  | { readonly kind: 'idle' }
