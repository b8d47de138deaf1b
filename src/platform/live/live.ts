import type { Client } from 'pg'
import { backOff } from '#shared/backOff.ts'
import { seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { openClient } from '#platform/db/db.ts'
import type { Log } from '#platform/log/log.ts'
import type { LiveTopic } from '#shared/liveTopic.ts'
import { retry } from '#shared/retry.ts'

/** A message between processes. Its payload holds ids, never content. */
export type LiveMessage = { readonly userId: string; readonly topic: string; readonly payload: object }

/** Returns what a page gets beside the ids, read when the message is sent. Null when the object no longer exists. */
export type ReadDetails = (message: LiveMessage) => Promise<object | null>

export type Live = {
  /** Registers how messages of a topic get more than their ids. Called while features are installed. */
  addDetails: (topic: string, readDetails: ReadDetails) => void
  /** Returns the payload of a message with its details. */
  readPayload: (message: LiveMessage) => Promise<object>
  /**
   * Publishes a message to all processes. NOTIFY takes a lock at commit, so publish only changes, and progress at most once per
   * second and task.
   */
  publish: <P extends object>(topic: LiveTopic<P>, message: { readonly userId: string } & NoInfer<P>) => Promise<void>
  /** Calls `listener` for every message of the topic to this user until the returned function is called. */
  subscribe: <P extends object>(topic: LiveTopic<P>, userId: string, listener: (payload: P) => void) => () => void
  /** The same for the messages of all topics. */
  subscribeToAll: (userId: string, listener: (message: LiveMessage) => void) => () => void
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
  const subscribers = new Map<string, Set<(message: LiveMessage) => void>>()
  const stopped = new AbortController()
  let client: Client | undefined

  const deliver = (text: string) => {
    const message = JSON.parse(text) as LiveMessage
    for (const listener of subscribers.get(message.userId) ?? []) listener(message)
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
  const subscribeToAll: Live['subscribeToAll'] = (userId, listener) => {
    const ownSubscribers = subscribers.get(userId) ?? new Set()
    subscribers.set(userId, ownSubscribers.add(listener))
    return () => {
      ownSubscribers.delete(listener)
      if (ownSubscribers.size === 0) subscribers.delete(userId)
    }
  }
  const details = new Map<string, ReadDetails>()
  const live: Live = {
    addDetails: (topic, readDetails) => void details.set(topic, readDetails),
    readPayload: async (message) => ({ ...message.payload, ...(await details.get(message.topic)?.(message)) }),
    publish: createPublish(execute),
    subscribe: ({ name, payload: schema }, userId, listener) =>
      subscribeToAll(userId, ({ topic, payload }) => {
        const { data } = topic === name ? schema.safeParse(payload) : {}
        if (data) listener(data)
      }),
    subscribeToAll,
    start: connect,
    stop: async () => {
      stopped.abort()
      client?.removeAllListeners('end')
      await client?.end().catch(() => undefined)
    },
  }
  return { ...live, withExecute: (executeSql) => ({ ...live, publish: createPublish(executeSql) }) }
}

const createPublish =
  (execute: Execute): Live['publish'] =>
  async ({ name }, { userId, ...payload }) => {
    const message: LiveMessage = { userId, topic: name, payload }
    await execute('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(message)])
  }
