import { z } from 'zod'

/** An unfinished job, as stored in a backup. */
export const WaitingJob = z.object({
  name: z.string(),
  data: z.nullable(z.unknown()),
  priority: z.number(),
  /** Earliest start, ISO 8601. */
  start_after: z.string(),
  retry_limit: z.number(),
  retry_delay: z.number(),
})
export type WaitingJob = z.infer<typeof WaitingJob>

type Execute = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

/** Returns the waiting and running jobs, oldest first. Running ones will have to start again. */
export async function readWaitingJobs(execute: Execute): Promise<WaitingJob[]> {
  const { rows } = await execute(
    `select name, data, priority, to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as start_after,
       retry_limit, retry_delay
     from pgboss.job where state in ('created', 'retry', 'active') order by created_on, id`,
  )
  return z.parse(z.array(WaitingJob), rows)
}
