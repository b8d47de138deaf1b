import { type Job as BossJob, PgBoss } from 'pg-boss'
import type { SqlExecutor } from '#platform/db/db.ts'
import type { Log } from '#platform/log/log.ts'
import type { Handler, Job, Jobs } from './jobs.ts'

type Doing = { kind: Job<object>; handler: Handler<object> }

/** Runs a statement in the transaction a job shall be part of. */
export type ExecuteSql = SqlExecutor['executeSql']

/** A lease without a sign of life this long goes to another worker (measured: a killed worker's job restarts in 10 s). */
const LEASE_SECONDS = 10

export type BossOptions = { url: string; log: Log; /** Housekeeping of the queue; one process is enough. */ supervise: boolean }

/** The queue in PostgreSQL. `withTransaction` answers the same queue writing inside a transaction of the caller's. */
export function openJobs({ url, log, supervise }: BossOptions): Jobs & { withTransaction: (executeSql: ExecuteSql) => Jobs } {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    useListenNotify: true,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  const doing = new Map<string, Doing>()

  const send =
    (executeSql?: ExecuteSql): Jobs['send'] =>
    async (kind, payload, { startAfter = 0 } = {}) => {
      const db = executeSql ? { db: { executeSql } } : {}
      const retry = { retryLimit: kind.attempts - 1, retryDelay: kind.retryDelay, heartbeatSeconds: LEASE_SECONDS }
      await boss.send(kind.name, kind.payload.parse(payload), { ...retry, ...db, ...(startAfter > 0 && { startAfter }) })
    }

  const jobs: Jobs = {
    send: send(),
    work: (kind, handler) => {
      if (doing.has(kind.name)) throw new Error(`two handlers for the job ${kind.name}`)
      doing.set(kind.name, { kind: kind as unknown as Job<object>, handler: handler as unknown as Handler<object> })
    },
    start: async ({ working }) => {
      await boss.start()
      for (const { kind } of doing.values()) await makeQueue(boss, kind)
      if (working) for (const each of doing.values()) await beginWork(boss, each, log)
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 2000, close: true })
    },
    pending: async () => {
      const { rows } = await boss
        .getDb()
        .executeSql(`select count(*)::int as n from pgboss.job where state in ('created', 'retry', 'active')`)
      return (rows[0] as { n: number }).n
    },
  }
  return { ...jobs, withTransaction: (executeSql) => ({ ...jobs, send: send(executeSql) }) }
}

/** Makes or upgrades the queue's own tables: done once, before several processes would try at the same moment. */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined) // `start` rejects with the same
  await boss.start()
  await boss.stop({ graceful: false, close: true })
}

async function makeQueue(boss: PgBoss, kind: Job<object>): Promise<void> {
  if (await boss.getQueue(kind.name)) return
  await boss.createQueue(kind.name, { notify: true, heartbeatSeconds: LEASE_SECONDS, expireInSeconds: 24 * 3600 - 1 })
}

async function beginWork(boss: PgBoss, { kind, handler }: Doing, log: Log): Promise<void> {
  const options = {
    localConcurrency: kind.atOnce,
    notifyPollingIntervalSeconds: 1,
    pollingIntervalSeconds: 1,
    heartbeatRefreshSeconds: 3,
  }
  await boss.work<object>(kind.name, options, async (batch: BossJob<object>[]) => {
    for (const one of batch) {
      const attempt = one.retryCount + 1
      try {
        await handler(kind.payload.parse(one.data), { signal: one.signal, attempt, isLast: attempt >= kind.attempts })
      } catch (error) {
        log.warn({ err: error, job: kind.name, attempt }, 'a job failed')
        throw error
      }
    }
  })
}
