import { type Job as BossJob, PgBoss } from 'pg-boss'
import type { Millis } from '#kit/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { SqlExecutor } from '#platform/db/db.ts'
import type { Log } from '#platform/log/log.ts'
import type { Handler, Job, Jobs } from './jobs.ts'

type Doing = { kind: Job<object>; handler: Handler<object> }

/** Runs a statement in the transaction that the job belongs to. */
export type ExecuteSql = SqlExecutor['executeSql']

/**
 * A job without a heartbeat for this long is given to another worker (measured: the job of a killed worker restarts after 10 s).
 */
const LEASE_SECONDS = 10
/** Jobs wait for a worker without a limit. By default the queue would delete them after two weeks. */
const KEPT_SECONDS = 10 * 365 * 24 * 3600
const CONNECT_WITHIN: Millis = 10_000
const UNFINISHED = `state in ('created', 'retry', 'active')`

export type BossOptions = {
  url: string
  clock: Clock
  log: Log
  /** Whether this process maintains the queue. One process is enough. */
  supervise: boolean
}

/** Returns the job queue in PostgreSQL. `withTransaction` returns the same queue, writing in a transaction of the caller. */
export function openJobs(options: BossOptions): Jobs & { withTransaction: (executeSql: ExecuteSql) => Jobs } {
  const { url, clock, log, supervise } = options
  const boss = new PgBoss({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    max: 4,
    useListenNotify: true,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'))
  const doing = new Map<string, Doing>()
  const repeated: Repeated[] = []
  const ended = new AbortController()

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
    every: (period, kind, payload) => void repeated.push({ period, send: () => jobs.send(kind, payload) }),
    unfinished: async (kind) => {
      const { rows } = await boss.getDb().executeSql(`select data from pgboss.job where name = $1 and ${UNFINISHED}`, [kind.name])
      return rows.map((row) => kind.payload.parse((row as { data: unknown }).data))
    },
    forget: (userId) => forgetUser(boss, userId),
    start: async ({ working }) => {
      await boss.start()
      for (const { kind } of doing.values()) await makeQueue(boss, kind)
      if (!working) return
      for (const each of repeated) {
        await each.send()
        void repeat(each, { clock, log, signal: ended.signal })
      }
      for (const each of doing.values()) await beginWork(boss, each, log)
    },
    stop: async () => {
      ended.abort()
      await boss.stop({ graceful: true, timeout: 2000, close: true })
    },
    pending: async () => {
      const { rows } = await boss.getDb().executeSql(`select count(*)::int as n from pgboss.job where ${UNFINISHED}`)
      return (rows[0] as { n: number }).n
    },
  }
  return { ...jobs, withTransaction: (executeSql) => ({ ...jobs, send: send(executeSql) }) }
}

async function forgetUser(boss: PgBoss, userId: string): Promise<number> {
  if (!/^[0-9a-f]{32}$/.test(userId)) throw new Error('this is no id of a user')
  // An id occurs in a payload, alone or in a key, and in the error message of a failed job. Nothing else looks like an id.
  const names = `strpos(concat(data, output), $1) > 0`
  const db = boss.getDb()
  await db.executeSql(`delete from pgboss.job where state <> 'active' and ${names}`, [userId])
  const { rows } = await db.executeSql(`select count(*)::int as n from pgboss.job where ${names}`, [userId])
  return (rows[0] as { n: number }).n
}

/** Creates or upgrades the tables of the queue. Called once, before several processes would try it concurrently. */
export async function installJobs(url: string): Promise<void> {
  const boss = new PgBoss({ connectionString: url, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined) // `start` rejects with the same error
  await boss.start()
  await boss.stop({ graceful: false, close: true })
}

async function makeQueue(boss: PgBoss, kind: Job<object>): Promise<void> {
  if (await boss.getQueue(kind.name)) return
  const times = { heartbeatSeconds: LEASE_SECONDS, expireInSeconds: 24 * 3600 - 1, retentionSeconds: KEPT_SECONDS }
  await boss.createQueue(kind.name, { notify: true, ...times })
}

type Repeated = { period: Millis; send: () => Promise<void> }
type Repeating = { clock: Clock; log: Log; signal: AbortSignal }

async function repeat({ period, send }: Repeated, { clock, log, signal }: Repeating): Promise<void> {
  for (;;) {
    try {
      await clock.wait(period, signal)
    } catch {
      return // this process is stopping
    }
    await send().catch((error: unknown) => log.warn({ err: error }, 'work that repeats could not be asked for'))
  }
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
