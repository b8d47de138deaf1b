import { languageTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'

/** Missing in TypeScript's library. Older browsers have only the property, and some neither. */
type WeekLocale = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
type WeekInfo = { firstDay: number }

/** Locales whose week begins on Sunday (CLDR), for browsers without week data. */
const SUNDAY_FIRST: ReadonlySet<Locale> = new Set(['en_US', 'ja_JP', 'ko_KR', 'pt_PT', 'zh_TW'])

/** Returns the first day of the week, 1 for Monday to 7 for Sunday. */
export function firstDayOfWeek(locale: Locale): number {
  const tag = new Intl.Locale(languageTag(locale)) as WeekLocale
  const weekInfo = tag.getWeekInfo?.() ?? tag.weekInfo
  return weekInfo?.firstDay ?? (SUNDAY_FIRST.has(locale) ? 7 : 1)
}
