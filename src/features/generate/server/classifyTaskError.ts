import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { SpeechError } from '#platform/speech/speech.ts'
import { TASK_CODES } from '../contract.ts'

/** Number of engine failures after which a task fails. */
const MAX_ENGINE_FAILURES = 3

export type Failure = { status: number; msg: string }

/**
 * Classifies an error of a task. Returns `again` when the database is unavailable, `engineFailure` when the engine failed and the
 * task can be retried, otherwise the code and message with which the task fails (B§8).
 */
export function classifyTaskError(error: unknown, engineFailures: number): Failure | 'again' | 'engineFailure' {
  if (isDatabaseUnavailable(error)) return 'again'
  if (error instanceof AudioError && error.kind === 'too-long') return { status: TASK_CODES.tooLong, msg: error.message }
  if (error instanceof AudioError) return { status: TASK_CODES.transcriptionFailed, msg: error.message }
  if (error instanceof SpeechError && (error.kind === 'language' || error.kind.startsWith('model-'))) {
    return { status: TASK_CODES.transcriptionUnknown, msg: error.message }
  }
  if (engineFailures < MAX_ENGINE_FAILURES) return 'engineFailure'
  if (error instanceof SpeechError) return { status: TASK_CODES.transcriptionFailed, msg: error.message }
  return { status: TASK_CODES.transcriptionUnknown, msg: 'the recording could not be transcribed' }
}
