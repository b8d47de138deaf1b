import { showsResetHour } from '#features/membership/rules.ts'
import { minutes, seconds } from '#kit/units.ts'
import type { Seconds } from '#kit/units.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'

/** When the minutes are full again; with the hour where that is near (A§2). */
export function useResetWords(): (reset: Seconds) => string {
  const t = useWords('pages')
  const { date, dateTime } = useFormat()
  const now = useNow(minutes(1))
  return (reset) => {
    const at = seconds(reset)
    return t('member_full_again', { when: showsResetHour(reset, now) ? dateTime(at) : date(at) })
  }
}
