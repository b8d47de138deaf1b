import { sql } from 'kysely'
import { days } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import { RETENTION_DAYS, MAX_EVENTS, MAX_EXPOSURES } from '../rules.ts'

export type EventRecord = {
  user_id: string
  event_id: string
  event_cat: string
  event_param: unknown
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

type Tables = { telemetry_event: JsonTable<EventRecord, 'event_param'>; telemetry_exposure: ExposureRecord }
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export const insertEvent = async (ctx: AppContext, { event_param, ...event }: EventRecord): Promise<unknown> =>
  tables(ctx)
    .insertInto('telemetry_event')
    .values({ ...event, event_param: json(event_param) })
    .execute()

/** Counts an exposure and returns how often the feature has been shown to the user from this source. */
export async function countExposure(
  ctx: AppContext,
  { at, ...exposure }: Pick<ExposureRecord, 'user_id' | 'feature_code' | 'source'> & { at: Date },
): Promise<number> {
  const { times } = await tables(ctx)
    .insertInto('telemetry_exposure')
    .values({ ...exposure, times: 1, first_at: at, last_at: at })
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
export async function deleteOldTelemetry(ctx: AppContext): Promise<void> {
  await deleteOlderThan(ctx, new Date(ctx.clock.now().getTime() - days(RETENTION_DAYS)))
  await deleteExcess(ctx, { maxEvents: MAX_EVENTS, maxExposures: MAX_EXPOSURES })
}

/** Deletes events older than `before`, and exposures that were last shown before it. */
async function deleteOlderThan(ctx: AppContext, before: Date): Promise<void> {
  await tables(ctx).deleteFrom('telemetry_event').where('at', '<', before).execute()
  await tables(ctx).deleteFrom('telemetry_exposure').where('last_at', '<', before).execute()
}

/**
 * Keeps the latest `maxEvents` events and the `maxExposures` most recently shown exposures of each user and deletes the others.
 */
async function deleteExcess(
  ctx: AppContext,
  { maxEvents, maxExposures }: { maxEvents: number; maxExposures: number },
): Promise<void> {
  // @NOTE Materialized, so that the limit is computed once per user and not for each row.
  void (await sql`
    with full_up as (
      select user_id from telemetry_event group by user_id having count(*) > ${maxEvents}
    ), too_old as materialized (
      select user_id, (
        select o.event_id from telemetry_event o
        where o.user_id = full_up.user_id order by o.event_id desc offset ${maxEvents} limit 1
      ) as last_id from full_up
    )
    delete from telemetry_event e using too_old where e.user_id = too_old.user_id and e.event_id <= too_old.last_id
  `.execute(ctx.db))
  void (await sql`
    delete from telemetry_exposure e
    using (
      select user_id, feature_code, source,
        row_number() over (partition by user_id order by last_at desc, feature_code, source) as place
      from telemetry_exposure
    ) shown
    where shown.place > ${maxExposures}
      and (e.user_id, e.feature_code, e.source) = (shown.user_id, shown.feature_code, shown.source)`.execute(ctx.db))
}

/** Returns the user's events and exposures, oldest first. */
export async function readTelemetry(ctx: AppContext, userId: string) {
  const events = await tables(ctx)
    .selectFrom('telemetry_event')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('event_id')
    .execute()
  const exposures = await tables(ctx)
    .selectFrom('telemetry_exposure')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('first_at')
    .orderBy('feature_code')
    .execute()
  return { events, exposures }
}
