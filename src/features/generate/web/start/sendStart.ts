import { retry } from '#shared/retry.ts'
import { wait } from '#browser/timers/time.ts'
import { SILENT_RETRIES, SILENT_RETRY_DELAY, type TaskStep, isTooFrequent, startFailureCode } from '../../rules.ts'

/**
 * Sends the request that starts a task, silently again while it is too frequent (B§4). Returns the reply, or the code of B§8 when
 * the server has no task for it. Rejects with other errors. `step` is the first step of the task.
 */
export async function sendStart<Reply>(
  send: () => Promise<Reply>,
  step: TaskStep,
): Promise<{ reply: Reply } | { failure: number }> {
  try {
    const pause = () => wait(SILENT_RETRY_DELAY)
    return { reply: await retry(send, { isTemporary: isTooFrequent, attempts: SILENT_RETRIES + 1, pause }) }
  } catch (error) {
    const failure = startFailureCode(error, step)
    if (failure === null) throw error
    return { failure }
  }
}
