import type { Client } from 'pg'
import { systemClock } from '#platform/clock/clock.ts'
import { openClient } from '#platform/db/pool.ts'
import type { Log } from '#platform/log/log.ts'

/** What the live channel carries between processes: whose, about what, which one. Never content. */
export type Told = { readonly userId: string; readonly topic: string; readonly id: string }

/** What the live channel says of one thing, read when it is told; null when it is gone. */
export type Describe = (userId: string, id: string) => Promise<object | null>

export type Live = {
  /** Topics with something to say beside the id; called while features are installed. */
  describe: (topic: string, describe: Describe) => void
  descriptionOf: (told: Told) => Promise<object | null>
  /** Tells every process. NOTIFY takes a lock at commit: changes only, at most one progress a second and task. */
  tell: (told: Told) => Promise<void>
  /** Calls `hear` for what is told of this user until the returned function is called. */
  listen: (userId: string, hear: (told: Told) => void) => () => void
  start: () => Promise<void>
  stop: () => Promise<void>
}

const CHANNEL = 'earshot_live'

type Execute = (sql: string, values: unknown[]) => Promise<unknown>

/** One listening connection a process, opened again by itself when the database was away. */
export function openLive({
  url,
  execute,
  log,
}: {
  url: string
  execute: Execute
  log: Log
}): Live & { withExecute: (execute: Execute) => Live } {
  const hearers = new Map<string, Set<(told: Told) => void>>()
  const ended = new AbortController()
  let client: Client | undefined

  const deliver = (payload: string) => {
    const told = JSON.parse(payload) as Told
    for (const hear of hearers.get(told.userId) ?? []) hear(told)
  }
  const connect = async (): Promise<void> => {
    const next = openClient(url, (error) => log.warn({ err: error }, 'the live channel lost its connection'))
    next.on('notification', (message) => message.payload && deliver(message.payload))
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    // @NOTE Not before: a client that never connected ends too, and a second one would be opened beside the first.
    next.on('end', () => void reconnect())
    client = next
  }
  const reconnect = async (): Promise<void> => {
    for (let wait = 200; !ended.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        await systemClock.wait(wait, ended.signal)
        return await connect()
      } catch {
        // the database is still away; the next round tries again
      }
    }
  }
  const teller =
    (run: typeof execute): Live['tell'] =>
    async (told) => {
      await run('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(told)])
    }
  const descriptions = new Map<string, Describe>()
  const live: Live = {
    describe: (topic, describe) => void descriptions.set(topic, describe),
    descriptionOf: async ({ topic, userId, id }) => (await descriptions.get(topic)?.(userId, id)) ?? null,
    tell: teller(execute),
    listen: (userId, hear) => {
      const mine = hearers.get(userId) ?? new Set()
      hearers.set(userId, mine.add(hear))
      return () => {
        mine.delete(hear)
        if (mine.size === 0) hearers.delete(userId)
      }
    },
    start: connect,
    stop: async () => {
      ended.abort()
      client?.removeAllListeners('end')
      await client?.end().catch(() => undefined)
    },
  }
  return { ...live, withExecute: (run) => ({ ...live, tell: teller(run) }) }
}
