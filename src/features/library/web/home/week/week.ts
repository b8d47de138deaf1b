import { SCENES } from '#features/files/contract.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import type { Millis, Seconds } from '#shared/units.ts'

/** A day of the week: `start` is its first moment in local time. */
export type WeekDay = { start: Millis; duration: Seconds; recordings: number; isToday: boolean }
export type Week = { days: readonly WeekDay[]; duration: Seconds; recordings: number }

type RecordedFile = Pick<LibraryRow, 'start_time' | 'duration' | 'is_trash' | 'scene'>

/**
 * Returns what was recorded on each day of this week, without the trash and the sample. `firstDay` is its first day, 1 for Monday
 * to 7 for Sunday. A recording counts for the day on which it starts.
 */
export function getWeek(files: readonly RecordedFile[], now: Millis, firstDay: number): Week {
  const today = new Date(now)
  const daysSinceStart = (today.getDay() - firstDay + 7) % 7
  // Days differ in length when the clocks change, so dates are counted.
  const startOf = (day: number): Millis =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - daysSinceStart + day).getTime()
  const recorded = files
    .filter(({ is_trash, scene }) => !is_trash && scene !== SCENES.welcomeNote)
    .map(({ start_time, duration }) => ({ at: seconds(start_time), duration: duration / 1000 }))
  const days = Array.from({ length: 7 }, (_, day): WeekDay => {
    const [start, end] = [startOf(day), startOf(day + 1)]
    const ofDay = recorded.filter(({ at }) => at >= start && at < end)
    return { start, duration: sumOf(ofDay), recordings: ofDay.length, isToday: day === daysSinceStart }
  })
  return { days, duration: sumOf(days), recordings: days.reduce((sum, { recordings }) => sum + recordings, 0) }
}

const sumOf = (items: readonly { duration: Seconds }[]): Seconds => items.reduce((sum, { duration }) => sum + duration, 0)
