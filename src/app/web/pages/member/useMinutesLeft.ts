import type { Seconds } from '#kit/units.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'

/** "812 of 1,200 minutes left": whole minutes, rounded down. */
export function useMinutesLeft(): (left: Seconds, total: Seconds) => string {
  const t = useWords('pages')
  const { number } = useFormat()
  const whole = (length: Seconds) => number(Math.floor(length / 60))
  return (left, total) => t('member_left', { left: whole(left), total: whole(total) })
}
