import { type ColumnType, type Insertable, sql } from 'kysely'
import { days } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { KEPT_DAYS, MOST_EVENTS, MOST_EXPOSURES } from '../rules.ts'

export type EventRecord = {
  user_id: string
  event_id: string
  event_cat: string
  /** Written as JSON text, read as the parsed value. */
  event_param: ColumnType<unknown, string | null>
  at: Date
}
export type ExposureRecord = {
  user_id: string
  feature_code: string
  source: string
  times: number
  first_at: Date
  last_at: Date
}

const tables = (ground: Ground) => ground.db.withTables<{ telemetry_event: EventRecord; telemetry_exposure: ExposureRecord }>()

export const insertEvent = async (ground: Ground, event: Insertable<EventRecord>): Promise<unknown> =>
  tables(ground).insertInto('telemetry_event').values(event).execute()

/** Counts an exposure and returns how often the feature has been shown to the user from this source. */
export async function countExposure(
  ground: Ground,
  { at, ...shown }: Pick<ExposureRecord, 'user_id' | 'feature_code' | 'source'> & { at: Date },
): Promise<number> {
  const { times } = await tables(ground)
    .insertInto('telemetry_exposure')
    .values({ ...shown, times: 1, first_at: at, last_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'feature_code', 'source'])
        .doUpdateSet({ times: sql`least(telemetry_exposure.times, 1000000) + 1`, last_at: at }),
    )
    .returning('times')
    .executeTakeFirstOrThrow()
  return times
}

/** Deletes rows older than 90 days, and the oldest rows of users with more than the maximum. */
export async function forgetOld(ground: Ground): Promise<void> {
  await deleteBefore(ground, new Date(ground.clock.now().getTime() - days(KEPT_DAYS)))
  await deleteAbove(ground, { most: MOST_EVENTS, mostShown: MOST_EXPOSURES })
}

/** Deletes events older than `before`, and exposures that were last shown before it. */
async function deleteBefore(ground: Ground, before: Date): Promise<void> {
  await tables(ground).deleteFrom('telemetry_event').where('at', '<', before).execute()
  await tables(ground).deleteFrom('telemetry_exposure').where('last_at', '<', before).execute()
}

/**
 * Keeps the latest `maxEvents` events and the `maxExposures` most recently shown exposures of each user and deletes the others.
 */
async function deleteAbove(ground: Ground, { most, mostShown }: { most: number; mostShown: number }): Promise<void> {
  // @NOTE Materialized, so that the limit is computed once per user and not for each row.
  void (await sql`
    with full_up as (
      select user_id from telemetry_event group by user_id having count(*) > ${most}
    ), too_old as materialized (
      select user_id, (
        select o.event_id from telemetry_event o
        where o.user_id = full_up.user_id order by o.event_id desc offset ${most} limit 1
      ) as last_id from full_up
    )
    delete from telemetry_event e using too_old where e.user_id = too_old.user_id and e.event_id <= too_old.last_id
  `.execute(ground.db))
  void (await sql`
    delete from telemetry_exposure e
    using (
      select user_id, feature_code, source,
        row_number() over (partition by user_id order by last_at desc, feature_code, source) as place
      from telemetry_exposure
    ) shown
    where shown.place > ${mostShown}
      and (e.user_id, e.feature_code, e.source) = (shown.user_id, shown.feature_code, shown.source)`.execute(ground.db))
}

/** Returns the user's events and exposures, oldest first. */
export async function readOf(ground: Ground, userId: string) {
  const events = await tables(ground)
    .selectFrom('telemetry_event')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('event_id')
    .execute()
  const exposures = await tables(ground)
    .selectFrom('telemetry_exposure')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('first_at')
    .execute()
  return { events, exposures }
}
