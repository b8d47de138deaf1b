import type { Bytes, Millis } from '#shared/units.ts'
import type { PlannedWindow } from '../detection/windowPlanner.ts'
import type { Diarization } from '../speakers.ts'
import type { TranscribedWindow, SpeechErrorKind, TranscribeOptions } from '../speech.ts'

/** The settings of the child, passed as JSON in its first argument. */
export type ChildSettings = { readonly modelsDir: string; readonly threads: number; readonly idle: Millis }

/** What the child does with the audio that follows. */
export type JobRequest =
  | ({
      readonly task: 'transcribe'
      readonly resumeAt: Millis
      /** A model of the catalogue and its folder; Whisper base by default. */
      readonly model?: InstalledModel | undefined
    } & Pick<TranscribeOptions, 'language' | 'glossary' | 'translate' | 'live'>)
  /** Detects the language of the first speech. */
  | { readonly task: 'detect-language' }
  /** Returns the windows of speech with their audio, each at most `maxWindow` samples long. */
  | { readonly task: 'plan'; readonly resumeAt: Millis; readonly maxWindow: number }
  | { readonly task: 'diarize'; readonly atMost?: number | undefined }

/** A model of the catalogue and the folder with its files. */
export type InstalledModel = { readonly id: string; readonly dir: string }

/** The result of a job. `peakMemory` is the peak resident memory of the child so far. */
export type JobResult = { readonly peakMemory: Bytes } & (
  | { readonly task: 'transcribe'; readonly language: string; readonly isStopped: boolean }
  /** `language` is '' when there is no speech. */
  | { readonly task: 'detect-language'; readonly language: string }
  | { readonly task: 'plan'; readonly isStopped: boolean }
  | { readonly task: 'diarize'; readonly diarization: Diarization }
)

/** Messages from the engine to its child. */
export type ParentMessage =
  /** Jobs are numbered, so that audio sent for a stopped job is not used for the next one. */
  | { readonly kind: 'job'; readonly job: number; readonly request: JobRequest }
  | { readonly kind: 'sound'; readonly job: number; readonly pcm: Float32Array }
  | { readonly kind: 'sound-ends'; readonly job: number }
  /** The last window has been saved. With `stop`, the job ends. */
  | { readonly kind: 'window-kept'; readonly stop: boolean }

/** Messages from the child to its engine. */
export type ChildMessage =
  /** Requests one more block of audio. */
  | { readonly kind: 'more' }
  | { readonly kind: 'window'; readonly window: TranscribedWindow }
  | { readonly kind: 'planned'; readonly window: PlannedWindow }
  | { readonly kind: 'progress'; readonly done: Millis }
  | { readonly kind: 'done'; readonly result: JobResult }
  | { readonly kind: 'failed'; readonly error: SpeechErrorKind; readonly says: string; readonly detail: string }
  /** The child has been idle for a while, so its memory can be freed. */
  | { readonly kind: 'idle' }
