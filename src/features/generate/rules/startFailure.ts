import { Refused, Unreachable } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'
import { TASK_CODES } from '../contract.ts'
import { type TaskStep, unknownFailureCode } from './errorCatalogue.ts'

/** A start that is too frequent is sent again six times, three seconds apart (B§4, B§9). */
export const SILENT_RETRIES = 6
export const SILENT_RETRY_DELAY: Millis = 3000

const TOO_FREQUENT = -2

/** Returns true when a start was refused because another task runs or because there were too many requests. */
export const isTooFrequent = (error: unknown): boolean =>
  error instanceof Refused && (error.httpStatus === 429 || (error.httpStatus === 200 && error.status === TOO_FREQUENT))

/**
 * Returns the code of B§8 for a start that the server has no task for. Null when the error has no such code. `step` is the first
 * step of the task.
 */
export function startFailureCode(error: unknown, step: TaskStep): number | null {
  if (error instanceof Unreachable) return TASK_CODES.unstableNetwork
  if (isTooFrequent(error)) return unknownFailureCode(step)
  return error instanceof Refused && error.httpStatus === 200 && CODES.has(error.refusal) ? error.status : null
}

/** Refusals whose status is a code of B§8. Others share a status with another code, such as -3 for too many notes. */
const CODES: ReadonlySet<string | undefined> = new Set([
  'noTranscript',
  'noCustomTemplates',
  'templateMissing',
  'noProfessionalTemplates',
])
