import type { Client } from 'pg'
import { systemClock } from '#platform/clock/clock.ts'
import { openClient } from '#platform/db/pool.ts'
import type { Log } from '#platform/log/log.ts'

/** A message between processes: the user, the topic and an id. Never content. */
export type Told = { readonly userId: string; readonly topic: string; readonly id: string }

/** Returns the data of an event, read when it is sent; null when the object no longer exists. */
export type Describe = (userId: string, id: string) => Promise<object | null>

export type Live = {
  /** Registers how events of a topic get data beside the id. Called while features are installed. */
  describe: (topic: string, describe: Describe) => void
  descriptionOf: (told: Told) => Promise<object | null>
  /**
   * Publishes an event to all processes. NOTIFY takes a lock at commit, so publish only changes, and progress at most once per
   * second and task.
   */
  tell: (told: Told) => Promise<void>
  /** Calls `listener` for every event of this user until the returned function is called. */
  listen: (userId: string, hear: (told: Told) => void) => () => void
  start: () => Promise<void>
  stop: () => Promise<void>
}

const CHANNEL = 'earshot_live'

type Execute = (sql: string, values: unknown[]) => Promise<unknown>

/** Opens one LISTEN connection for this process. It reconnects when the database was down. */
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
    // @NOTE Not earlier: a client that never connected also emits `end`, and a second connection would be opened beside the
    // first.
    next.on('end', () => void reconnect())
    client = next
  }
  const reconnect = async (): Promise<void> => {
    for (let wait = 200; !ended.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      try {
        await systemClock.wait(wait, ended.signal)
        return await connect()
      } catch {
        // the database is still down; the next iteration tries again
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
