import type { Millis } from '#shared/units.ts'
import type { Diarization, DiarizeOptions } from './speakers.ts'

/**
 * One transcribed word: start and end in ms from the start of the recording, text, confidence 0-1. Punctuation belongs to its
 * word. `joinWords` joins the texts, with or without spaces depending on the language.
 */
export type Word = readonly [startMs: number, endMs: number, text: string, confidence: number]

/**
 * The transcript of one window, which may have no words. Every window is a checkpoint: interrupted work resumes at the `end` of
 * the last one. Windows come in order and do not overlap.
 */
export type TranscribedWindow = {
  readonly start: Millis
  readonly end: Millis
  /** ISO 639-1 code of the engine: `en`, `de`, `ja`. */
  readonly language: string
  readonly words: readonly Word[]
  /** Detected speech without words, in order, outside the words. */
  readonly notUnderstood: readonly TimeSpan[]
}

/** From `start` to `end`, in ms from the start of the recording. */
export type TimeSpan = { readonly start: Millis; readonly end: Millis }

export type SpeechProgress = { readonly done: Millis }

export type TranscribeOptions = {
  /** ISO 639-1 code, or undefined to detect the language. An unknown code rejects with SpeechError 'language'. */
  readonly language?: string | undefined
  /** Names and terms to expect. Only engines with the capability use it. */
  readonly glossary?: readonly string[] | undefined
  /** Translates to English. The times of its words are less exact. Engines without the capability ignore it. */
  readonly translate?: boolean | undefined
  /** Faster and slightly less accurate, for live words. */
  readonly live?: boolean | undefined
  /** Resume here. Everything before was saved by an earlier attempt. */
  readonly resumeAt?: Millis
  /** The file name, for the log and for the scripted engine of the tests. A real engine does not use it. */
  readonly label?: string
  readonly signal: AbortSignal
  /** Called with each window, in order; the next one waits until it is saved. 'stop' ends the work after this window. */
  readonly onWindow: (window: TranscribedWindow) => void | Promise<void | 'stop'>
  readonly onProgress?: (progress: SpeechProgress) => void
}

/** `isStopped` is true when `onWindow` has ended the work before the end of the recording. */
export type TranscriptionResult = { readonly language: string; readonly isStopped?: boolean }

/**
 * Turns audio into words and speakers. `pcm` is 16 kHz mono, -1 to 1, in chunks of any size. `transcribe` resolves when everything
 * is transcribed, with the language of most words, or '' when there were no words and no language was given. `diarize` has no
 * checkpoints: interrupted work starts over.
 */
export type SpeechEngine = {
  readonly id: string
  readonly capabilities: {
    readonly languages: readonly string[]
    readonly words: 'exact' | 'estimated' | 'none'
    readonly glossary: boolean
    readonly translate: boolean
    readonly confidence: boolean
  }
  transcribe: (pcm: AsyncIterable<Float32Array>, options: TranscribeOptions) => Promise<TranscriptionResult>
  diarize: (pcm: AsyncIterable<Float32Array>, options: DiarizeOptions) => Promise<Diarization>
  /** Stops native work and frees its memory. The next call starts it again. */
  close: () => Promise<void>
}

/**
 * `unavailable`: this engine cannot run here, or its server has no transcription. `refused`: its server refuses the request, such
 * as a wrong key. Retrying either is useless. `engine-died`: the engine or its server failed, and a retry may succeed.
 */
export type SpeechErrorKind =
  | 'language'
  | 'model-missing'
  | 'model-damaged'
  | 'unavailable'
  | 'refused'
  | 'engine-died'
  | 'aborted'

/** Thrown when a transcription fails. `message` is one plain sentence for a user and contains no secrets. */
export class SpeechError extends Error {
  readonly kind: SpeechErrorKind
  constructor(kind: SpeechErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SpeechError'
    this.kind = kind
  }
}
