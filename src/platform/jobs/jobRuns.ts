import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import { seconds } from '#shared/units.ts'
import type { SqlExecutor } from '#platform/db/db.ts'

/** Rows older than this are deleted when workers start, so that a later version tries abandoned work again. */
const FORGOTTEN_AFTER = '7 days'
const RETRY_DELAY = seconds(1)

export type Run = {
  /** How many processes have died during this work since it last made progress. */
  readonly deaths: number
  /** Resets the count of deaths, because this run made progress. */
  readonly recordProgress: () => Promise<void>
  /** Until `resume`, a death of the process does not count for this work. */
  readonly pause: () => Promise<void>
  readonly resume: () => Promise<void>
  /** Ends the run, and resets the count of deaths if the work is done. Further calls do nothing. */
  readonly end: (isDone: boolean) => Promise<void>
}

export type JobRuns = {
  /** Records that this process starts some work. */
  begin: (work: string) => Promise<Run>
  /** Ends the runs of this process, which is shutting down. Later runs are not recorded. */
  endAll: () => Promise<void>
  deleteOld: () => Promise<void>
}

/**
 * Counts the processes that died during the same work: killed, out of memory, or failing their health check. Runs that finish,
 * fail, are stopped, or are taken over by another process while theirs lives do not count.
 */
export function createJobRuns(execute: SqlExecutor['executeSql'], clock: Clock): JobRuns {
  const processId = randomUUID()
  const stopping = new AbortController()
  let hasRun = false

  /** Deletes the row of a run. While the database is unavailable, retries in the background. */
  const deleteRun = async (runId: string): Promise<void> => {
    const statement = () => execute('delete from job_run where run_id = $1', [runId])
    const repeat = async (): Promise<void> => {
      await clock.wait(RETRY_DELAY, stopping.signal)
      await statement().catch(repeat)
    }
    await statement().catch(() => void repeat().catch(() => undefined))
  }

  const begin = async (work: string): Promise<Run> => {
    if (stopping.signal.aborted) return NOT_NOTED
    hasRun = true
    const runId = randomUUID()
    const note = async () =>
      execute(
        `with started as (insert into job_run (run_id, work, process_id) values ($1, $2, $3))
         select count(*)::int as deaths from job_run where work = $2 and process_id <> $3`,
        [runId, work, processId],
      )
    const { deaths } = (await note()).rows[0] as { deaths: number }
    const forgetDeaths = async () => {
      if (deaths > 0) await execute('delete from job_run where work = $1 and process_id <> $2', [work, processId])
    }
    let hasEnded = false
    return {
      deaths,
      recordProgress: forgetDeaths,
      pause: () => deleteRun(runId),
      resume: async () => void (await note()),
      end: async (isDone) => {
        if (hasEnded) return
        hasEnded = true
        await deleteRun(runId)
        if (isDone) await forgetDeaths().catch(() => undefined)
      },
    }
  }

  return {
    begin,
    endAll: async () => {
      stopping.abort()
      if (hasRun) await execute('delete from job_run where process_id = $1', [processId])
    },
    deleteOld: async () => void (await execute(`delete from job_run where started_at < now() - interval '${FORGOTTEN_AFTER}'`)),
  }
}

const doNothing = () => Promise.resolve()
const NOT_NOTED: Run = { deaths: 0, recordProgress: doNothing, pause: doNothing, resume: doNothing, end: doNothing }
