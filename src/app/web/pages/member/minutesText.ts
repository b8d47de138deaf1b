import { showsResetHour } from '#features/membership/rules.ts'
import { minutes, seconds } from '#kit/units.ts'
import type { Seconds } from '#kit/units.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'

/** Returns a formatter such as "812 of 1,200 minutes left" with whole minutes, rounded down. */
export function useMinutesLeft(): (left: Seconds, total: Seconds) => string {
  const t = useWords('pages')
  const { number } = useFormat()
  const whole = (length: Seconds) => number(Math.floor(length / 60))
  return (left, total) => t('member_left', { left: whole(left), total: whole(total) })
}

/** Returns a formatter for the time of the next reset, with the time of day when it is near (A§2). */
export function useResetWords(): (reset: Seconds) => string {
  const t = useWords('pages')
  const { date, dateTime } = useFormat()
  const now = useNow(minutes(1))
  return (reset) => {
    const at = seconds(reset)
    return t('member_full_again', { when: showsResetHour(reset, now) ? dateTime(at) : date(at) })
  }
}
