import { type Job as BossJob, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Millis, Seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { SqlExecutor } from '#platform/db/db.ts'
import type { Log } from '#platform/log/log.ts'
import { createJobRuns } from './jobRuns.ts'
import type { GiveUp, Handler, Job, Jobs } from './jobs.ts'
import { createJobRunner, type RunJob } from './runJob.ts'
import type { WaitingJob } from './waitingJobs.ts'

type Registration = { jobType: Job<object>; handler: Handler<object>; giveUp: GiveUp<object> | undefined }

/** Runs a statement in the transaction of the job. */
export type ExecuteSql = SqlExecutor['executeSql']

/** A job without a heartbeat for this long goes to another worker (measured: the job of a killed worker restarts after 10 s). */
const LEASE_SECONDS = 10
/** Jobs wait for a worker without a limit. By default the queue would delete them after two weeks. */
const RETENTION_SECONDS = 10 * 365 * 24 * 3600
const CONNECT_TIMEOUT: Millis = 10_000
const UNFINISHED = `state in ('created', 'retry', 'active')`

export type BossOptions = {
  url: string
  clock: Clock
  log: Log
  /** Whether this process maintains the queue. One process is enough. */
  supervise: boolean
  /** How often workers poll for jobs without a notification: retries and delayed jobs. */
  pollInterval?: Seconds
}

/** Returns the job queue in PostgreSQL. `withTransaction` returns the same queue bound to a transaction of the caller. */
export function createJobs(options: BossOptions): Jobs & { withTransaction: (executeSql: ExecuteSql) => Jobs } {
  const { url, clock, log, supervise, pollInterval = 1 } = options
  const boss = new PgBoss({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    max: 4,
    useListenNotify: true,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue error'))
  const registrations = new Map<string, Registration>()
  const periodicJobs: PeriodicJob[] = []
  const stopped = new AbortController()
  const runs = createJobRuns((text, values) => boss.getDb().executeSql(text, values), clock)
  const runJob = createJobRunner(runs, log)

  const send =
    (executeSql?: ExecuteSql): Jobs['send'] =>
    async (jobType, payload, { startAfter = 0, priority = 0 } = {}) => {
      const db = executeSql ? { db: { executeSql } } : {}
      const retry = { retryLimit: jobType.attempts - 1, retryDelay: jobType.retryDelay, heartbeatSeconds: LEASE_SECONDS }
      const order = { priority, ...(startAfter > 0 && { startAfter }) }
      await boss.send(jobType.name, z.parse(jobType.payload, payload), { ...retry, ...db, ...order })
    }

  const jobs: Jobs = {
    send: send(),
    work: (jobType, handler, giveUp) => {
      if (registrations.has(jobType.name)) throw new Error(`two handlers for the job ${jobType.name}`)
      registrations.set(jobType.name, { jobType, handler, giveUp } as unknown as Registration)
    },
    schedule: (period, jobType, payload) => void periodicJobs.push({ period, send: () => jobs.send(jobType, payload) }),
    listUnfinished: async (jobType) => (await listUnfinished(boss, jobType.name)).map((data) => z.parse(jobType.payload, data)),
    listWaiting: async (jobType) =>
      (await listWaiting(boss, jobType.name)).map(({ data, priority }) => ({
        payload: z.parse(jobType.payload, data),
        priority,
      })),
    deleteJobsOfUser: (userId) => deleteJobsOfUser(boss, userId),
    start: async ({ processJobs }) => {
      await boss.start()
      for (const { jobType } of registrations.values()) await createQueue(boss, jobType.name)
      if (!processJobs) return
      await runs.deleteOld()
      for (const entry of periodicJobs) {
        await entry.send()
        void sendPeriodically(entry, { clock, log, signal: stopped.signal })
      }
      for (const entry of registrations.values()) await startWork(boss, entry, { runJob, pollInterval })
    },
    stop: async () => {
      stopped.abort()
      // Released jobs start again in another process, which must not count them as deaths.
      await runs.endAll().catch((error: unknown) => log.warn({ err: error }, 'the running jobs could not be released'))
      await boss.stop({ graceful: true, timeout: 2000, close: true })
    },
    pending: () => countUnfinished(boss),
  }
  return { ...jobs, withTransaction: (executeSql) => ({ ...jobs, send: send(executeSql) }) }
}

/** Returns the payloads of jobs that wait or run. */
async function listUnfinished(boss: PgBoss, name: string): Promise<unknown[]> {
  const { rows } = await boss.getDb().executeSql(`select data from pgboss.job where name = $1 and ${UNFINISHED}`, [name])
  return rows.map((row) => (row as { data: unknown }).data)
}

async function countUnfinished(boss: PgBoss): Promise<number> {
  const { rows } = await boss.getDb().executeSql(`select count(*)::int as n from pgboss.job where ${UNFINISHED}`)
  return (rows[0] as { n: number }).n
}

async function listWaiting(boss: PgBoss, name: string): Promise<{ data: unknown; priority: number }[]> {
  const { rows } = await boss.getDb().executeSql(
    `select data, priority from pgboss.job where name = $1 and state in ('created', 'retry') and start_after <= now()
     order by priority desc, created_on limit 100`,
    [name],
  )
  return rows as { data: unknown; priority: number }[]
}

async function deleteJobsOfUser(boss: PgBoss, userId: string): Promise<number> {
  if (!/^[0-9a-f]{32}$/.test(userId)) throw new Error('this is not a user id')
  // An id occurs in a payload, alone or in a key, and in the error message of a failed job. No other text looks like an id.
  const condition = `strpos(concat(data, output), $1) > 0`
  const db = boss.getDb()
  await db.executeSql(`delete from pgboss.job where state <> 'active' and ${condition}`, [userId])
  const { rows } = await db.executeSql(`select count(*)::int as n from pgboss.job where ${condition}`, [userId])
  return (rows[0] as { n: number }).n
}

/** Creates or upgrades the tables of the queue. Called once, before several processes would try it concurrently. */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined) // `start` rejects with the same error
  await boss.start()
  await boss.stop({ graceful: false, close: true })
}

/** Queues the jobs of a backup in the transaction of `executeSql`. The tables of the queue must exist. */
export async function restoreJobs(url: string, executeSql: ExecuteSql, jobs: readonly WaitingJob[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined) // `send` rejects with the same error
  await boss.start()
  try {
    for (const name of new Set(jobs.map((each) => each.name))) await createQueue(boss, name)
    for (const { name, data, priority, start_after: startAfter, retry_limit: retryLimit, retry_delay: retryDelay } of jobs) {
      const options = { priority, startAfter, retryLimit, retryDelay, heartbeatSeconds: LEASE_SECONDS }
      await boss.send(name, data as object | null, { ...options, db: { executeSql } })
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

async function createQueue(boss: PgBoss, name: string): Promise<void> {
  if (await boss.getQueue(name)) return
  const timing = { heartbeatSeconds: LEASE_SECONDS, expireInSeconds: 24 * 3600 - 1, retentionSeconds: RETENTION_SECONDS }
  await boss.createQueue(name, { notify: true, ...timing })
}

type PeriodicJob = { period: Millis; send: () => Promise<void> }
type PeriodicContext = { clock: Clock; log: Log; signal: AbortSignal }

async function sendPeriodically({ period, send }: PeriodicJob, { clock, log, signal }: PeriodicContext): Promise<void> {
  for (;;) {
    try {
      await clock.wait(period, signal)
    } catch {
      return // this process is stopping
    }
    await send().catch((error: unknown) => log.warn({ err: error }, 'a scheduled job could not be queued'))
  }
}

type WorkOptions = { runJob: RunJob; pollInterval: Seconds }

async function startWork(boss: PgBoss, { jobType, handler, giveUp }: Registration, { runJob, pollInterval }: WorkOptions) {
  const options = {
    notifyPollingIntervalSeconds: pollInterval,
    pollingIntervalSeconds: pollInterval,
    heartbeatRefreshSeconds: 3,
  }
  for (let slot = 0; slot < jobType.concurrency; slot++) {
    const workerId: string = await boss.work<object>(jobType.name, options, async (batch: BossJob<object>[]) => {
      // Fetches the next job at once. By default, a worker waits for the poll interval after each job.
      boss.notifyWorker(workerId)
      for (const { id, data, retryCount, signal } of batch)
        await runJob({ id, jobType, data, attempt: retryCount + 1, signal }, handler, giveUp)
    })
  }
}
