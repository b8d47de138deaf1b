import { days, minutes } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { countByDay, sumFiles, readStorage } from './storeUsage.ts'

const RECENT_DAYS = 30

/** Times are in unix milliseconds; `diff_time` is in minutes ahead of UTC. */
export type StatisticsQuery = { diff_time: number; start_time?: number | undefined; end_time?: number | undefined }

/** Returns how much a user has recorded outside the trash (A§7), in total and per day of the requested span. */
export async function readStatistics(ctx: AppContext, userId: string, query: StatisticsQuery) {
  const now = ctx.clock.now().getTime()
  const end = query.end_time ?? Math.max(now, query.start_time ?? 0)
  const start = query.start_time ?? Math.max(0, end - days(RECENT_DAYS))
  const utcOffset = minutes(query.diff_time)
  // Whole days in the user's time zone. A span that ends at midnight does not include the next day.
  const firstDay = dayOf(start, utcOffset)
  const lastDay = Math.max(firstDay, dayOf(end - 1, utcOffset))
  const span = { userId, from: startOf(firstDay, utcOffset), to: startOf(lastDay + 1, utcOffset), ahead: utcOffset }
  const since = new Date(now - days(RECENT_DAYS))
  const [totals, counts, storage] = await Promise.all([
    sumFiles(ctx, userId, { since, ahead: utcOffset }),
    countByDay(ctx, span),
    readStorage(ctx, userId),
  ])
  const perDay = new Map(counts.map(({ day, files }) => [day, files]))
  return {
    total_files: totals.files,
    total_duration: totals.duration,
    total_transcribed_duration: totals.transcribed,
    recent_30_days_daily_avg: Math.round(totals.recent / 1000 / RECENT_DAYS),
    group_result: Array.from({ length: lastDay - firstDay + 1 }, (_, n) => ({ total_files: perDay.get(firstDay + n) ?? 0 })),
    most_active_hour: totals.busiest,
    storage: { ...storage, limit_bytes: ctx.config.uploads.maxStored },
  }
}

const dayOf = (time: Millis, utcOffset: Millis): number => Math.floor((time + utcOffset) / days(1))
const startOf = (day: number, utcOffset: Millis): Date => new Date(day * days(1) - utcOffset)
