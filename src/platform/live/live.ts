import type { Client } from 'pg'
import { backOff } from '#shared/backOff.ts'
import { seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { openClient } from '#platform/db/db.ts'
import type { Log } from '#platform/log/log.ts'
import { retry } from '#shared/retry.ts'

/** A message between processes: the user, the topic and an id. Never content. */
export type LiveEvent = { readonly userId: string; readonly topic: string; readonly id: string }

/** Returns the data of an event, read when it is sent; null when the object no longer exists. */
export type DescribeEvent = (userId: string, id: string) => Promise<object | null>

export type Live = {
  /** Registers how events of a topic get data beside the id. Called while features are installed. */
  describeTopic: (topic: string, describeTopic: DescribeEvent) => void
  describeEvent: (event: LiveEvent) => Promise<object | null>
  /**
   * Publishes an event to all processes. NOTIFY takes a lock at commit, so publish only changes, and progress at most once per
   * second and task.
   */
  publish: (event: LiveEvent) => Promise<void>
  /** Calls `listener` for every event of this user until the returned function is called. */
  subscribe: (userId: string, listener: (event: LiveEvent) => void) => () => void
  start: () => Promise<void>
  stop: () => Promise<void>
}

const CHANNEL = 'earshot_live'
const RECONNECT_DELAY = { initial: 200, max: seconds(5) }

type Execute = (sql: string, values: unknown[]) => Promise<unknown>

/** Opens one LISTEN connection for this process. It reconnects when the database was down. */
export function createLive({
  url,
  execute,
  log,
}: {
  url: string
  execute: Execute
  log: Log
}): Live & { withExecute: (execute: Execute) => Live } {
  const subscribers = new Map<string, Set<(event: LiveEvent) => void>>()
  const stopped = new AbortController()
  let client: Client | undefined

  const deliver = (payload: string) => {
    const event = JSON.parse(payload) as LiveEvent
    for (const listener of subscribers.get(event.userId) ?? []) listener(event)
  }
  const connect = async (): Promise<void> => {
    const connection = openClient(url, (error) => log.warn({ err: error }, 'the live channel lost its connection'))
    connection.on('notification', (message) => message.payload && deliver(message.payload))
    await connection.connect()
    await connection.query(`listen ${CHANNEL}`)
    // @NOTE Not earlier: a client that never connected also emits `end`, and a second connection would be opened beside the
    // first.
    connection.on('end', () => void reconnect())
    client = connection
  }
  /** Connects again while the database is down, until the channel is stopped. */
  const reconnect = async (): Promise<void> => {
    const pause = (attempt: number) => systemClock.wait(backOff(attempt, RECONNECT_DELAY), stopped.signal)
    await retry(connect, { pause, isTemporary: () => !stopped.signal.aborted }).catch(() => undefined)
  }
  const createPublish =
    (executeSql: typeof execute): Live['publish'] =>
    async (event) => {
      await executeSql('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(event)])
    }
  const descriptions = new Map<string, DescribeEvent>()
  const live: Live = {
    describeTopic: (topic, describe) => void descriptions.set(topic, describe),
    describeEvent: async ({ topic, userId, id }) => (await descriptions.get(topic)?.(userId, id)) ?? null,
    publish: createPublish(execute),
    subscribe: (userId, listener) => {
      const ownSubscribers = subscribers.get(userId) ?? new Set()
      subscribers.set(userId, ownSubscribers.add(listener))
      return () => {
        ownSubscribers.delete(listener)
        if (ownSubscribers.size === 0) subscribers.delete(userId)
      }
    },
    start: connect,
    stop: async () => {
      stopped.abort()
      client?.removeAllListeners('end')
      await client?.end().catch(() => undefined)
    },
  }
  return { ...live, withExecute: (executeSql) => ({ ...live, publish: createPublish(executeSql) }) }
}
