import { POLL_AFTER_FAILURE_MS, POLL_MS, TASK_CODES } from './contract.ts'
import type { TaskView } from './contract.ts'
import type { Millis } from '#kit/units.ts'

/** What a reader can do about a failure (B§8). */
export type FailureAction = 'again' | 'generate' | 'cancel'

/** The two stages of a task. */
export type TaskStep = 'transcription' | 'summary'

/** A failure as screens speak of it: the name of its words, which of the two stages it belongs to, and what is offered. */
export type FailureKind = { name: FailureName; stage: TaskStep; actions: readonly FailureAction[] }

export type FailureName =
  | 'no_time'
  | 'summary_interrupted'
  | 'transcription_interrupted'
  | 'refunded'
  | 'no_speech'
  | 'too_long'
  | 'no_custom_permission'
  | 'custom_missing'
  | 'no_template_permission'
  | 'transcription_unavailable'
  | 'too_short'
  | 'transcription_internal'
  | 'summary_internal'
  | 'transcription_unknown'
  | 'summary_unknown'
  | 'unstable_network'

const again = ['again', 'cancel'] as const
const generate = ['generate', 'cancel'] as const

/** The catalogue of B§8. -2, too frequent, is tried again silently and never shown. */
const CATALOGUE: Readonly<Record<number, FailureKind>> = {
  [-1]: { name: 'no_time', stage: 'transcription', actions: again },
  [-3]: { name: 'summary_interrupted', stage: 'summary', actions: again },
  [-5]: { name: 'transcription_interrupted', stage: 'transcription', actions: again },
  [-6]: { name: 'refunded', stage: 'transcription', actions: again },
  [-7]: { name: 'no_speech', stage: 'transcription', actions: [] },
  [-8]: { name: 'too_long', stage: 'transcription', actions: [] },
  [-11]: { name: 'no_custom_permission', stage: 'summary', actions: generate },
  [-12]: { name: 'custom_missing', stage: 'summary', actions: generate },
  [-13]: { name: 'no_template_permission', stage: 'summary', actions: generate },
  [-110]: { name: 'transcription_unavailable', stage: 'transcription', actions: again },
  [-111]: { name: 'too_short', stage: 'summary', actions: [] },
  [-112]: { name: 'transcription_unavailable', stage: 'transcription', actions: again },
  [-900_110]: { name: 'summary_interrupted', stage: 'summary', actions: again },
  [-900_112]: { name: 'summary_interrupted', stage: 'summary', actions: again },
  [-100_101]: { name: 'transcription_unknown', stage: 'transcription', actions: again },
  [-100_102]: { name: 'summary_unknown', stage: 'summary', actions: again },
  [-100_200]: { name: 'unstable_network', stage: 'transcription', actions: again },
}

/** B§8: asked too often; tried again silently, six times, three seconds apart (B§4, B§9). */
export const TOO_FREQUENT = -2
export const SILENT_TRIES = 6
export const SILENT_PAUSE: Millis = 3000

/** What a negative code means (B§8). The thousands are internal errors of the two stages; any other is unknown. */
export function failureOf(status: number): FailureKind {
  const known = CATALOGUE[status]
  if (known) return known
  if (status <= -1000 && status >= -1999) return { name: 'transcription_internal', stage: 'transcription', actions: again }
  if (status <= -2000 && status >= -2999) return { name: 'summary_internal', stage: 'summary', actions: again }
  return { name: 'transcription_unknown', stage: 'transcription', actions: again }
}

/**
 * Returns true when trying again after this code makes the summary only (B§8): every failure of a summary, and -1, which says
 * "resummarise". Where there is no transcript everything is done again, whatever the code.
 */
export const keepsTranscript = (status: number): boolean => status === -1 || failureOf(status).stage === 'summary'

/** The code of a failure nobody gave a code of its own. */
export const unknownFailure = (stage: TaskStep): number =>
  stage === 'summary' ? TASK_CODES.summaryUnknown : TASK_CODES.transcriptionUnknown

export const isUnderWay = ({ stage }: Pick<TaskView, 'stage'>): boolean =>
  stage === 'queued' || stage === 'transcribing' || stage === 'summarising'

/** True when the transcript or the summary of a recording may be another now than before. */
export const hasMoved = (before: TaskView | undefined, after: TaskView): boolean =>
  before?.task_id !== after.task_id || before.stage !== after.stage

/** When to ask for the status again, or false (B§4, B§9): never while nothing goes on and the live channel tells the rest. */
export function pollEvery(asked: { failed: boolean; tasks: readonly TaskView[]; isLive: boolean }): Millis | false {
  if (asked.failed) return POLL_AFTER_FAILURE_MS
  return !asked.isLive || asked.tasks.some(isUnderWay) ? POLL_MS : false
}
