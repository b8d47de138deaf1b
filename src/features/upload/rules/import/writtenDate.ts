import { LOCALES } from '#shared/locales.ts'
import type { Millis } from '#shared/units.ts'

/** The names of the months in the languages of Earshot, in lower case and without periods, with their numbers from 0. */
const months = new Map<string, number>()

function monthOf(name: string): number | undefined {
  if (months.size === 0) {
    for (const locale of LOCALES) {
      for (const month of ['long', 'short'] as const) {
        for (const day of [undefined, 'numeric'] as const) {
          const format = new Intl.DateTimeFormat(locale.replace('_', '-'), { month, ...(day && { day }), timeZone: 'UTC' })
          for (let n = 0; n < 12; n++) {
            const part = format.formatToParts(Date.UTC(2024, n, 15)).find(({ type }) => type === 'month')
            if (part) months.set(plain(part.value), n)
          }
        }
      }
    }
  }
  return months.get(plain(name))
}

const plain = (name: string): string => name.toLowerCase().replaceAll('.', '').trim()

const WEEKDAY = String.raw`(?:\p{L}{2,12}\.?,?\s+)?`
const CLOCK = String.raw`[\s,]+(?:\p{L}{2,3}\s+)?(?<hour>\d{1,2}):(?<minute>\d\d)(?::\d\d)?\s*(?<half>[AaPp]\.?\s?[Mm]\.?)?`
const LENGTH = String.raw`(?:\s*[•·|-]\s*(?<length>(?:\d{1,2}:)?\d{1,3}:\d\d))?$`
const DATES = [
  // Mar 12, 2024
  String.raw`(?<month>\p{L}{3,12}\.?)\s+(?<day>\d{1,2}),?\s+(?<year>\d{4})`,
  // 12. März 2024, 12 de marzo de 2024
  String.raw`(?<day>\d{1,2})\.?\s+(?:de\s+)?(?<month>\p{L}{3,12}\.?)\s+(?:de\s+)?(?<year>\d{4})`,
  // 2024年3月12日
  String.raw`(?<year>\d{4})\s?[年년.]\s?(?<month>\d{1,2})\s?[月월.]\s?(?<day>\d{1,2})\s?[日일.]?(?:\s?[(（]\p{L}{1,4}[)）])?`,
].map((date) => new RegExp(`^${WEEKDAY}${date}${CLOCK}${LENGTH}`, 'iu'))

export type WrittenDate = { readonly time: Millis; readonly length: Millis }

/** Reads a line such as `Tue, Mar 12, 2024 10:02AM • 45:12`: a local time and how long a recording is (0 when it is not said). */
export function parseWrittenDate(line: string): WrittenDate | null {
  if (line.length > 100) return null
  const groups = DATES.map((pattern) => pattern.exec(line)?.groups).find(Boolean)
  if (!groups) return null
  const month = /^\d+$/.test(groups['month'] ?? '') ? Number(groups['month']) - 1 : monthOf(groups['month'] ?? '')
  if (month === undefined || month < 0 || month > 11) return null
  const hour = Number(groups['hour'])
  const half = groups['half']
  const hourOfDay = half ? (hour % 12) + (/^p/i.test(half) ? 12 : 0) : hour
  const time = new Date(Number(groups['year']), month, Number(groups['day']), hourOfDay, Number(groups['minute'])).getTime()
  const length = (groups['length'] ?? '').split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
  return { time, length }
}
