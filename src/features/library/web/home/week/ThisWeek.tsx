import type { LibraryRow } from '#features/files/contract.ts'
import { minutes } from '#shared/units.ts'
import { classes } from '#ui/styles/classes.ts'
import { firstDayOfWeek } from '#browser/i18n/firstDayOfWeek.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { getWeek } from './week.ts'
import type { WeekDay } from './week.ts'

/** How much was recorded on each day of this week. Its height is the same without recordings. */
export function ThisWeek({ files }: { files: readonly LibraryRow[] }) {
  const t = useTranslations('library')
  const { duration } = useFormat()
  const locale = useLocale()
  const now = useNow(minutes(1))
  const week = getWeek(files, now, firstDayOfWeek(locale))
  const total =
    week.recordings === 0 ? t('week_none') : t('week_total', { time: duration(week.duration), count: week.recordings })
  const longest = Math.max(...week.days.map((day) => day.duration))
  return (
    <section
      aria-labelledby="this-week"
      className="@container min-w-0 rounded-lg border border-line bg-raised px-4.5 pt-4 pb-3.5"
    >
      <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="this-week" className="text-base font-[640]">
          {t('week')}
        </h2>
        {/* Its own element for each text: text that changes at the right edge would count as moved. */}
        <p key={total} className="tabular text-sm text-ink2">
          {total}
        </p>
      </div>
      <ul className="mt-4 grid grid-cols-7 gap-2">
        {week.days.map((day) => (
          <DayBar key={day.start} day={day} share={longest === 0 ? 0 : day.duration / longest} />
        ))}
      </ul>
    </section>
  )
}

/** `share` is the height of the bar, from 0 to 1. */
function DayBar({ day, share }: { day: WeekDay; share: number }) {
  const t = useTranslations('library')
  const { duration, weekday, weekdayLetter } = useFormat()
  const date = weekday(day.start)
  const text =
    day.recordings === 0
      ? t('week_day_none', { day: date })
      : t('week_day', { day: date, time: duration(day.duration), count: day.recordings })
  return (
    <li title={text} aria-current={day.isToday ? 'date' : undefined} className="grid gap-1.5 text-center text-xs">
      <span className="sr-only">{text}</span>
      <span aria-hidden className="flex h-26 items-end justify-center">
        <span
          data-mark=""
          className={classes('min-h-0.75 w-full max-w-12 rounded-[3px]', share > 0 ? 'bg-accent' : 'bg-line')}
          style={{ height: `${share * 100}%` }}
        />
      </span>
      <span aria-hidden className={day.isToday ? 'font-[600] text-ink' : 'text-ink2'}>
        {weekdayLetter(day.start)}
      </span>
    </li>
  )
}
