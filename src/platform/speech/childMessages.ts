import type { Bytes, Millis } from '#kit/units.ts'
import type { HeardWindow, SpeechErrorKind } from './speech.ts'

/** What the child is started with, as JSON in its first argument. */
export type ChildSettings = { readonly modelsDir: string; readonly threads: number; readonly idle: Millis }

/** From the engine to its child. */
export type ToChild =
  | { readonly kind: 'job'; readonly language?: string | undefined; readonly resumeAt: Millis }
  | { readonly kind: 'sound'; readonly pcm: Float32Array }
  | { readonly kind: 'sound-ends' }
  /** The window last sent is in safe keeping. */
  | { readonly kind: 'window-kept' }

/** From the child to its engine. */
export type FromChild =
  /** One more block of sound may be sent. */
  | { readonly kind: 'more' }
  | { readonly kind: 'window'; readonly window: HeardWindow }
  | { readonly kind: 'progress'; readonly done: Millis }
  | { readonly kind: 'heard'; readonly language: string; readonly peakMemory: Bytes }
  | { readonly kind: 'failed'; readonly error: SpeechErrorKind; readonly says: string; readonly detail: string }
  /** No work for a while: the memory is wanted back. */
  | { readonly kind: 'resting' }
