import { AudioError, type AudioErrorKind } from '#platform/audio/audio.ts'
import { LlmError, type LlmErrorKind } from '#platform/llm/llm.ts'
import { SpeechError, type SpeechErrorKind } from '#platform/speech/speech.ts'
import { TASK_CODES } from '../contract.ts'

/** Why a task failed: a code of B§8 and a sentence. */
export type Failure = { readonly status: number; readonly msg: string }

const AUDIO_CODES: Record<AudioErrorKind, number> = {
  'not-sound': TASK_CODES.transcriptionFailed,
  empty: TASK_CODES.transcriptionFailed,
  damaged: TASK_CODES.transcriptionFailed,
  'too-short': TASK_CODES.transcriptionFailed,
  'too-long': TASK_CODES.tooLong,
}

const SPEECH_CODES: Record<SpeechErrorKind, number> = {
  language: TASK_CODES.transcriptionUnknown,
  'model-missing': TASK_CODES.modelBroken,
  'model-damaged': TASK_CODES.modelBroken,
  unavailable: TASK_CODES.transcriptionUnavailable,
  refused: TASK_CODES.transcriptionRefused,
  'engine-died': TASK_CODES.transcriptionFailed,
  aborted: TASK_CODES.transcriptionFailed,
}

const LLM_CODES: Record<LlmErrorKind, number> = {
  timeout: TASK_CODES.modelFailed,
  server: TASK_CODES.modelFailed,
  network: TASK_CODES.modelFailed,
  'connection-refused': TASK_CODES.modelFailed,
  'unknown-host': TASK_CODES.modelFailed,
  'untrusted-certificate': TASK_CODES.modelFailed,
  'expired-certificate': TASK_CODES.modelFailed,
  'wrong-certificate-host': TASK_CODES.modelFailed,
  'no-https': TASK_CODES.modelFailed,
  redirect: TASK_CODES.modelFailed,
  'no-api': TASK_CODES.modelFailed,
  'not-found': TASK_CODES.modelFailed,
  'broken-off': TASK_CODES.modelFailed,
  aborted: TASK_CODES.modelFailed,
  auth: TASK_CODES.modelRefused,
  'rate-limit': TASK_CODES.modelRefused,
  quota: TASK_CODES.modelRefused,
  'bad-request': TASK_CODES.modelRefused,
  'unknown-model': TASK_CODES.modelRefused,
  'refused-answer': TASK_CODES.modelRefused,
  'unusable-answer': TASK_CODES.answerUnusable,
  'empty-answer': TASK_CODES.answerUnusable,
  'cut-answer': TASK_CODES.answerUnusable,
  'endless-answer': TASK_CODES.answerUnusable,
  'too-long': TASK_CODES.requestTooLong,
}

/** Returns whether another attempt of a transcription may succeed after this error. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof SpeechError) return error.kind === 'engine-died' || error.kind === 'aborted'
  return !(error instanceof AudioError)
}

/** The processes that transcribed a recording were killed, or ran out of memory. */
export const transcriptionDied: Failure = {
  status: TASK_CODES.transcriptionFailed,
  msg: 'the transcription has ended its process several times',
}

/** Returns the code for an error of a transcription. */
export function transcriptionFailure(error: unknown): Failure {
  if (error instanceof AudioError) return { status: AUDIO_CODES[error.kind], msg: error.message }
  if (error instanceof SpeechError) return { status: SPEECH_CODES[error.kind], msg: error.message }
  return { status: TASK_CODES.transcriptionUnknown, msg: 'the recording could not be transcribed' }
}

/** Returns the code for an error while a summary or a note was written. */
export function summaryFailure(error: unknown): Failure {
  if (error instanceof LlmError) return { status: LLM_CODES[error.kind], msg: error.message }
  return { status: TASK_CODES.summaryFailed, msg: 'the summary could not be created; the transcript is ready' }
}

/**
 * Returns the code for a chosen model that may not be used any more today. At a note -1 says that; at a recording it says that there
 * are not enough minutes (B§8).
 */
export const usedUpFailure = ({ note_id }: { note_id: string | null }): Failure => ({
  status: note_id ? TASK_CODES.noteUnavailable : TASK_CODES.modelRefused,
  msg: 'the language model cannot be used any more today',
})
