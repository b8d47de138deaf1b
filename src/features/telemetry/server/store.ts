import { type ColumnType, type Insertable, sql } from 'kysely'
import type { Ground } from '#platform/ground.ts'

export type EventRecord = {
  user_id: string
  event_id: string
  event_cat: string
  /** Written as JSON text, read as what it says. */
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

/** How often the feature has now been put before the user from there. */
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

/** Everything that happened or was shown last before that moment goes. */
export async function deleteBefore(ground: Ground, before: Date): Promise<void> {
  await tables(ground).deleteFrom('telemetry_event').where('at', '<', before).execute()
  await tables(ground).deleteFrom('telemetry_exposure').where('last_at', '<', before).execute()
}

/** Of users with more than `most` events the oldest go, of those with more exposures than `mostShown` those shown longest ago. */
export async function deleteAbove(ground: Ground, { most, mostShown }: { most: number; mostShown: number }): Promise<void> {
  // @NOTE Materialized: the limit of a user is found once and not again for each of the user's rows.
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

/** The user's events and exposures, oldest first. */
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
