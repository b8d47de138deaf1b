import type { Millis } from '#shared/units.ts'
import { POLL_AFTER_FAILURE_MS, POLL_MS, TASK_CODES, type TaskView } from '../contract.ts'
import { isActive } from './stages.ts'

/** Summaries and notes are polled more often than transcriptions (B§4). */
const SUMMARY_POLL_MS: Millis = 3000

/**
 * Returns the time until the next poll of all tasks, or false when none is active and the live channel is open (B§4, B§9).
 */
export function pollInterval({
  failed,
  tasks,
  isLive,
}: {
  failed: boolean
  tasks: readonly Pick<TaskView, 'stage'>[]
  isLive: boolean
}): Millis | false {
  if (failed) return POLL_AFTER_FAILURE_MS
  if (tasks.some(({ stage }) => stage === 'summarising')) return SUMMARY_POLL_MS
  return !isLive || tasks.some(isActive) ? POLL_MS : false
}

/** Returns the time until the next poll of the notes of a recording, or false when none is being written. */
export function notePollInterval({
  failed,
  notes,
}: {
  failed: boolean
  notes: readonly { task_status: number }[]
}): Millis | false {
  if (failed) return POLL_AFTER_FAILURE_MS
  return notes.some(({ task_status }) => task_status === TASK_CODES.inProgress) ? SUMMARY_POLL_MS : false
}
