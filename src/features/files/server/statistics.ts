import { days, minutes } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { countByDay, sumFiles } from './storeStatistics.ts'
import { readStorage } from './storeStorage.ts'

const RECENT_DAYS = 30

/** Times are in unix milliseconds; `diff_time` is in minutes ahead of UTC. */
export type StatisticsAsked = { diff_time: number; start_time?: number | undefined; end_time?: number | undefined }

/** Returns how much a user has recorded outside the trash (A§7), in total and per day of the requested span. */
export async function readStatistics(ground: Ground, userId: string, asked: StatisticsAsked) {
  const now = ground.clock.now().getTime()
  const end = asked.end_time ?? Math.max(now, asked.start_time ?? 0)
  const start = asked.start_time ?? Math.max(0, end - days(RECENT_DAYS))
  const ahead = minutes(asked.diff_time)
  // Whole days in the user's time zone. A span that ends at midnight does not include the next day.
  const first = dayOf(start, ahead)
  const last = Math.max(first, dayOf(end - 1, ahead))
  const span = { userId, from: beginOf(first, ahead), to: beginOf(last + 1, ahead), ahead }
  const since = new Date(now - days(RECENT_DAYS))
  const [totals, counts, storage] = await Promise.all([
    sumFiles(ground, userId, { since, ahead }),
    countByDay(ground, span),
    readStorage(ground, userId),
  ])
  const perDay = new Map(counts.map(({ day, files }) => [day, files]))
  return {
    total_files: totals.files,
    total_duration: totals.duration,
    total_transcribed_duration: totals.transcribed,
    recent_30_days_daily_avg: Math.round(totals.recent / 1000 / RECENT_DAYS),
    group_result: Array.from({ length: last - first + 1 }, (_, n) => ({ total_files: perDay.get(first + n) ?? 0 })),
    most_active_hour: totals.busiest,
    storage: { ...storage, limit_bytes: ground.config.uploads.mostStored },
  }
}

const dayOf = (at: Millis, ahead: Millis): number => Math.floor((at + ahead) / days(1))
const beginOf = (day: number, ahead: Millis): Date => new Date(day * days(1) - ahead)
