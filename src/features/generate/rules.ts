import { POLL_AFTER_FAILURE_MS, POLL_MS, TASK_CODES } from './contract.ts'
import type { TaskView } from './contract.ts'
import type { Millis } from '#shared/units.ts'

/** The actions that a failure can offer (B§8). */
export type FailureAction = 'again' | 'generate' | 'cancel'

/** The percentage of a task that the transcription accounts for. The rest is the summary. */
export const TRANSCRIBING_PERCENT = 95

/** The percentage of a task that recognising the words accounts for when its speakers are told apart afterwards. */
export const WORDS_PERCENT = 65

/** The two steps of a task. */
export type TaskStep = 'transcription' | 'summary'

/** A failure as pages show it: the name of its message, the step that failed and the actions offered. */
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
  | 'separation_failed'
  | 'transcription_internal'
  | 'summary_internal'
  | 'transcription_unknown'
  | 'summary_unknown'
  | 'unstable_network'

const retryActions = ['again', 'cancel'] as const
const generateActions = ['generate', 'cancel'] as const

/** The catalogue of B§8. The code -2, too frequent, is retried silently and not shown. */
const CATALOGUE: Readonly<Record<number, FailureKind>> = {
  [-1]: { name: 'no_time', stage: 'transcription', actions: retryActions },
  [-3]: { name: 'summary_interrupted', stage: 'summary', actions: retryActions },
  [-5]: { name: 'transcription_interrupted', stage: 'transcription', actions: retryActions },
  [-6]: { name: 'refunded', stage: 'transcription', actions: retryActions },
  [-7]: { name: 'no_speech', stage: 'transcription', actions: [] },
  [-8]: { name: 'too_long', stage: 'transcription', actions: [] },
  [-11]: { name: 'no_custom_permission', stage: 'summary', actions: generateActions },
  [-12]: { name: 'custom_missing', stage: 'summary', actions: generateActions },
  [-13]: { name: 'no_template_permission', stage: 'summary', actions: generateActions },
  [TASK_CODES.transcriptionUnavailable]: { name: 'transcription_unavailable', stage: 'transcription', actions: retryActions },
  [TASK_CODES.contentTooShort]: { name: 'too_short', stage: 'summary', actions: [] },
  [-112]: { name: 'transcription_unavailable', stage: 'transcription', actions: retryActions },
  // The transcript is there, so a retry does not start with it.
  [TASK_CODES.separationFailed]: { name: 'separation_failed', stage: 'summary', actions: ['cancel'] },
  [-900_110]: { name: 'summary_interrupted', stage: 'summary', actions: retryActions },
  [-900_112]: { name: 'summary_interrupted', stage: 'summary', actions: retryActions },
  [-100_101]: { name: 'transcription_unknown', stage: 'transcription', actions: retryActions },
  [-100_102]: { name: 'summary_unknown', stage: 'summary', actions: retryActions },
  [TASK_CODES.unstableNetwork]: { name: 'unstable_network', stage: 'transcription', actions: retryActions },
}

/** The code for too many requests (B§8). The request is retried silently six times, three seconds apart (B§4, B§9). */
export const TOO_MANY_REQUESTS = -2
export const SILENT_RETRIES = 6
export const SILENT_RETRY_DELAY: Millis = 3000

/** Returns the failure for a negative code (B§8). -1xxx and -2xxx are internal errors of the two steps, others are unknown. */
export function describeFailure(status: number): FailureKind {
  const known = CATALOGUE[status]
  if (known) return known
  if (status <= -1000 && status >= -1999) return { name: 'transcription_internal', stage: 'transcription', actions: retryActions }
  if (status <= -2000 && status >= -2999) return { name: 'summary_internal', stage: 'summary', actions: retryActions }
  return { name: 'transcription_unknown', stage: 'transcription', actions: retryActions }
}

/**
 * Returns true when a retry after this code only creates the summary (B§8). This is so for every failure of a summary and for
 * -1, which means "resummarise". Without a transcript, a retry always starts with the transcription.
 */
export const keepsTranscript = (status: number): boolean => status === -1 || describeFailure(status).stage === 'summary'

/** Returns the code for an unknown failure of a step. */
export const unknownFailureCode = (stage: TaskStep): number =>
  stage === 'summary' ? TASK_CODES.summaryUnknown : TASK_CODES.transcriptionUnknown

export const isActive = ({ stage }: Pick<TaskView, 'stage'>): boolean =>
  stage === 'queued' || stage === 'transcribing' || stage === 'separating' || stage === 'summarising'

/** Returns true while words are recognised or speakers are told apart. */
export const isTranscribing = ({ stage }: Pick<TaskView, 'stage'>): boolean => stage === 'transcribing' || stage === 'separating'

/** Returns true when the transcript or the summary may have changed between two states of a recording's task. */
export const hasChanged = (before: TaskView | undefined, after: TaskView): boolean =>
  before?.task_id !== after.task_id || before.stage !== after.stage

/** Returns the time until the next status poll, or false when no task is active and the live channel is open (B§4, B§9). */
export function pollInterval(state: { failed: boolean; tasks: readonly TaskView[]; isLive: boolean }): Millis | false {
  if (state.failed) return POLL_AFTER_FAILURE_MS
  return !state.isLive || state.tasks.some(isActive) ? POLL_MS : false
}

/** Progress of the two steps of a task, 0 to 1. The progress of a running summary is null: it is not known. */
export type StepShares = { readonly transcription: number; readonly summary: number | null }

export function stepShares({ stage, status, percent }: Pick<TaskView, 'stage' | 'status' | 'percent'>): StepShares {
  if (stage === 'done') return { transcription: 1, summary: 1 }
  if (stage === 'summarising') return { transcription: 1, summary: null }
  const hasTranscript = stage === 'failed' && describeFailure(status).stage === 'summary'
  return { transcription: hasTranscript ? 1 : Math.min(1, percent / TRANSCRIBING_PERCENT), summary: 0 }
}
