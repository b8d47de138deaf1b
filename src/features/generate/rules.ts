import type { TaskView } from './contract.ts'
import { describeFailure } from './rules/errorCatalogue.ts'

export {
  ERROR_CATALOGUE,
  type FailureAction,
  type FailureKind,
  type FailureName,
  type FailurePlace,
  type TaskStep,
  describeFailure,
  unknownFailureCode,
} from './rules/errorCatalogue.ts'
export {
  type GenerateChoices,
  NO_CHOICES,
  type RequestedChoices,
  type TemplateChoice,
  parseChoices,
  toRequest,
  withoutSpeakers,
} from './rules/choices.ts'
export { SILENT_RETRIES, SILENT_RETRY_DELAY, isTooFrequent, startFailureCode } from './rules/startFailure.ts'
export { GENERATE_FLAGS, type GenerateFlag } from './rules/generateFlags.ts'
export { notePollInterval, pollInterval } from './rules/polling.ts'
export { isActive, isTranscribing } from './rules/stages.ts'

/** What a request for a recording asks for (B§4). The page reads the state of a task from the list of all tasks. */
export type OperateType = 'new' | 'retry' | 'reTranscribe'

/** The percentage of a task that the transcription accounts for. The rest is the summary. */
export const TRANSCRIBING_PERCENT = 95

/** The percentage of a task that recognising the words accounts for when its speakers are separated afterwards. */
export const WORDS_PERCENT = 65

/**
 * Returns true when a retry after this code only creates the summary (B§8). This is so for every failure of a summary and for
 * -1, which means "resummarise". Without a transcript, a retry always starts with the transcription.
 */
export const keepsTranscript = (status: number): boolean => status === -1 || describeFailure(status).stage === 'summary'

/** Returns true when the transcript or the summary may have changed between two states of a recording's task. */
export const hasChanged = (before: TaskView | undefined, after: TaskView): boolean =>
  before?.task_id !== after.task_id || before.stage !== after.stage

/** Progress of the two steps of a task, 0 to 1. The progress of a running summary is null: it is not known. */
export type StepShares = { readonly transcription: number; readonly summary: number | null }

export function stepShares({ stage, status, percent }: Pick<TaskView, 'stage' | 'status' | 'percent'>): StepShares {
  if (stage === 'done') return { transcription: 1, summary: 1 }
  if (stage === 'summarising') return { transcription: 1, summary: null }
  const hasTranscript = stage === 'failed' && describeFailure(status).stage === 'summary'
  return { transcription: hasTranscript ? 1 : Math.min(1, percent / TRANSCRIBING_PERCENT), summary: 0 }
}
