import type { Millis } from '#kit/units.ts'

/**
 * One word as heard: start and end in ms from the start of the recording, text, confidence 0-1. Punctuation stays with its
 * word; `joinWords` puts texts together again, with or without spaces as the language has them.
 */
export type Word = readonly [startMs: number, endMs: number, text: string, confidence: number]

/**
 * What was heard in one window, perhaps no word. Every window is a checkpoint: work interrupted goes on at the `end` of the
 * last. Windows come in order and do not overlap.
 */
export type HeardWindow = {
  readonly start: Millis
  readonly end: Millis
  /** ISO 639-1 code as the engine writes it: `en`, `de`, `ja`. */
  readonly language: string
  readonly words: readonly Word[]
  /** Detected speech that no word covers, in order, outside the words. */
  readonly notUnderstood: readonly TimeSpan[]
}

/** From `start` to `end`, in ms from the start of the recording. */
export type TimeSpan = { readonly start: Millis; readonly end: Millis }

export type SpeechProgress = { readonly done: Millis }

export type TranscribeOptions = {
  /** ISO 639-1 code, or undefined to detect it. An unknown code is refused with SpeechError('language'). */
  readonly language?: string | undefined
  readonly glossary?: readonly string[]
  /** Go on from here; what lies before has been kept from an earlier attempt. */
  readonly resumeAt?: Millis
  /** The file's name: read by the log and by the scripted engine of the tests, never by a real one. */
  readonly label?: string
  readonly signal: AbortSignal
  readonly onWindow: (window: HeardWindow) => void | Promise<void>
  readonly onProgress?: (progress: SpeechProgress) => void
}

/**
 * Turns sound into words. `pcm` is 16 kHz mono, -1 to 1, in chunks of any size. Resolves when all has been heard, with the
 * language most words were heard in: '' when there was no word and none was asked for.
 */
export type SpeechEngine = {
  readonly id: string
  readonly capabilities: {
    readonly languages: readonly string[]
    readonly words: 'exact' | 'estimated' | 'none'
    readonly glossary: boolean
    readonly confidence: boolean
  }
  transcribe: (pcm: AsyncIterable<Float32Array>, options: TranscribeOptions) => Promise<{ language: string }>
  /** Ends native work and frees memory; the next call starts it again. */
  close: () => Promise<void>
}

export type SpeechErrorKind = 'language' | 'model-missing' | 'model-damaged' | 'engine-died' | 'aborted'

/** Why no text came. `says` is one plain sentence for a person; nothing secret stands in it. */
export class SpeechError extends Error {
  readonly kind: SpeechErrorKind
  constructor(kind: SpeechErrorKind, says: string, cause?: unknown) {
    super(says, { cause })
    this.name = 'SpeechError'
    this.kind = kind
  }
}
