import type pg from 'pg'
import type { EventRow } from '#platform/payments/sandbox/tables.ts'

export type Membership = {
  membership_id: string
  user_id: string
  tier: string
  start_time: Date
  expire_time: Date | null
  paid_until: Date | null
  source: string
  source_ref: string
  renewal: string | null
  made_at: Date
}
export type Grant = {
  grant_id: string
  user_id: string
  kind: string
  source: string
  source_ref: string
  membership_id: string | null
  is_unlimited: boolean
  seconds_total: number
  seconds_left: number
  seconds_held: number
  seconds_used: number
  seconds_void: number
  valid_until: Date | null
  voided_at: Date | null
}
export type Entry = { user_id: string; kind: string; seconds: number; source: string }
export type HeldPart = { grant_id: string; seconds: number; status: string }
export type StoredNotification = { event_id: string; handled_at: Date | null; received_at: Date }

/** The data that the checks of every storm need, in one snapshot. */
export type CommonBooks = {
  readonly now: Date
  /** The account of each customer of the sandbox. */
  readonly userOf: ReadonlyMap<string, string>
  readonly events: readonly EventRow[]
  readonly notifications: readonly StoredNotification[]
  readonly memberships: readonly Membership[]
  readonly grants: readonly Grant[]
  readonly entries: readonly Entry[]
  readonly heldParts: readonly HeldPart[]
}

/** Returns the rows of a query. */
export type ReadAll = <Row>(text: string) => Promise<Row[]>

/** Runs `read` in one snapshot of the database. */
export async function inSnapshot<T>(pool: pg.Pool, read: (all: ReadAll) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const result = await read(async <Row>(text: string) => (await client.query(text)).rows as Row[])
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

/** `links` is a query that returns `customer_id` and `user_id`. */
export async function readCommonBooks(all: ReadAll, links: string): Promise<CommonBooks> {
  const users = await all<{ customer_id: string; user_id: string }>(links)
  return {
    now: (await all<{ now: Date }>('select now()'))[0]!.now,
    userOf: new Map(users.map(({ customer_id, user_id }) => [customer_id, user_id])),
    events: await all('select * from sandbox_event order by n'),
    notifications: await all('select event_id, handled_at, received_at from payment_notification'),
    memberships: await all('select * from membership order by start_time'),
    grants: await all('select * from minute_grant order by made_at'),
    entries: await all('select user_id, kind, seconds, source from minute_entry'),
    heldParts: await all('select grant_id, seconds, status from minute_reservation_part join minute_reservation using (task_id)'),
  }
}
