import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { languageTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import type { Millis } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { now } from '#browser/timers/time.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { MenuItem, MenuRadioGroup, MenuSeparator } from '#ui/menu/Menu.tsx'
import { dayOf, startOfDay } from '../address.ts'
import { FilterChip } from './FilterChip.tsx'
import type { FilterProps } from './FilterChip.tsx'

const DatesDialog = lazyDialog(async () => (await import('./DatesDialog.tsx')).DatesDialog)

/** The first day of each choice, in days before today. */
const DAYS_AGO = { today: 0, week: 6, month: 29, year: 364 } as const
type Choice = keyof typeof DAYS_AGO

/** Filters by the date of recordings. */
export function DateFilter({ filters, onChange }: FilterProps) {
  const t = useTranslations('search')
  const { date } = useFormat()
  const locale = useLocale()
  const [isChoosing, setIsChoosing] = useState(false)
  const { from, to } = filters
  const firstDays = Object.entries(DAYS_AGO).map(
    ([choice, days]) => [choice as Choice, dayOf(startOfDay(dayOf(now()), -days))] as const,
  )
  const value =
    from !== undefined && to !== undefined
      ? formatDayRange(locale, startOfDay(from), startOfDay(to))
      : from !== undefined
        ? t('search_date_since', { date: date(startOfDay(from)) })
        : to !== undefined && t('search_date_until', { date: date(startOfDay(to)) })
  const choice = to === undefined ? firstDays.find(([, day]) => day === from)?.[0] : undefined
  const labels: Record<Choice, string> = {
    today: t('search_today'),
    week: t('search_last_days', { count: 7 }),
    month: t('search_last_days', { count: 30 }),
    year: t('search_last_days', { count: 365 }),
  }
  return (
    <>
      <FilterChip
        icon={<Calendar aria-hidden />}
        name={t('search_date')}
        value={choice ? labels[choice] : value || undefined}
        onClear={() => onChange({ ...filters, from: undefined, to: undefined })}
      >
        <MenuRadioGroup
          value={choice ?? (value ? 'dates' : 'any')}
          options={[
            { value: 'any', label: t('search_any_date') },
            ...firstDays.map(([id]) => ({ value: id, label: labels[id] })),
          ]}
          onChange={(next) => onChange({ ...filters, from: firstDays.find(([id]) => id === next)?.[1], to: undefined })}
        />
        <MenuSeparator />
        <MenuItem onSelect={() => setIsChoosing(true)}>
          <span className="pl-7">{t('search_choose_dates')}</span>
        </MenuItem>
      </FilterChip>
      <DatesDialog
        open={isChoosing}
        onClose={() => setIsChoosing(false)}
        from={from}
        to={to}
        onChoose={(dates) => {
          setIsChoosing(false)
          onChange({ ...filters, ...dates })
        }}
      />
    </>
  )
}

/** `3 – 21 Nov 2026`, and `Sep – Nov 2026` for whole months. */
function formatDayRange(locale: Locale, from: Millis, to: Millis): string {
  const [first, last] = [new Date(from), new Date(to)]
  const dayAfter = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1)
  const isWholeMonths = first.getDate() === 1 && dayAfter.getDate() === 1
  const months = { month: 'short', year: 'numeric' } as const
  const format = new Intl.DateTimeFormat(languageTag(locale), isWholeMonths ? months : { ...months, day: 'numeric' })
  return format.formatRange(first, last)
}
