import { LOCALES, languageTag } from '#shared/locales.ts'
import { normalizeText } from '#shared/normalizeText.ts'

type Day = { readonly year: number | undefined; readonly month: number; readonly day: number }

/** Month numbers by the month names in the interface languages. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  LOCALES.flatMap((locale) =>
    (locale === 'en_US' ? (['long', 'short'] as const) : (['long'] as const)).flatMap((month) => {
      const format = new Intl.DateTimeFormat(languageTag(locale), { month, day: 'numeric', timeZone: 'UTC' })
      return Array.from({ length: 12 }, (_, index): [string, number] => {
        const parts = format.formatToParts(new Date(Date.UTC(2026, index, 1)))
        return [(parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase(), index + 1]
      })
    }),
  ).filter(([name]) => /^\p{L}+$/u.test(name)),
)
const NAME = [...MONTHS.keys()].join('|')

/** Formats of an unambiguous date. `y`, `m`, `d` and `name` are its parts. */
const PATTERNS: readonly RegExp[] = [
  /(?<!\d)(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?!\d)/,
  /(?:(?<y>\d{4})\s*[年년]\s*)?(?<m>\d{1,2})\s*[月월]\s*(?<d>\d{1,2})\s*[日号號일]/,
  /(?<![\d.])(?<d>\d{1,2})\.\s?(?<m>\d{1,2})\.(?:\s?(?<y>\d{4}))?(?![\d.])/,
  // The order of day and month is only known when one of them cannot be a month.
  /(?<![\d/])(?<d>1[3-9]|2\d|3[01])\/(?<m>\d{1,2})\/(?<y>\d{4})(?!\d)/,
  /(?<![\d/])(?<m>\d{1,2})\/(?<d>1[3-9]|2\d|3[01])\/(?<y>\d{4})(?!\d)/,
  new RegExp(
    `(?<!\\d)(?<d>\\d{1,2})(?:st|nd|rd|th|er|\\.|º|°)?\\s+(?:of\\s+|de\\s+)?(?<name>${NAME})(?!\\p{L})(?:,?\\s+(?:de\\s+)?(?<y>\\d{4}))?`,
    'iu',
  ),
  new RegExp(`(?<!\\p{L})(?<name>${NAME})\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+(?<y>\\d{4}))?`, 'iu'),
]

/**
 * Returns a due date as `YYYYMMDD`. A date without a year is the next one from the day of the recording on. Returns undefined for
 * "Friday", "soon" and anything else that is not an exact date.
 */
export function readDueDate(due: string, recorded: { readonly at: Date; readonly timezone: number } | null): string | undefined {
  const named = findDay(normalizeText(due, 'NFKC'))
  if (!named) return undefined
  const { year, month, day } = named
  const today = recorded && new Date(recorded.at.getTime() + recorded.timezone * 3_600_000).toISOString().slice(0, 10)
  if (year !== undefined) return toDate(year, month, day)
  if (today === null) return undefined
  const thisYear = Number(today.slice(0, 4))
  const date = toDate(thisYear, month, day)
  return date !== undefined && date >= today.replaceAll('-', '') ? date : toDate(thisYear + 1, month, day)
}

function findDay(text: string): Day | undefined {
  for (const pattern of PATTERNS) {
    const { y, m, d, name } = pattern.exec(text)?.groups ?? {}
    if (d === undefined) continue
    const month = name === undefined ? Number(m) : (MONTHS.get(name.toLowerCase()) ?? 0)
    return { year: y === undefined ? undefined : Number(y), month, day: Number(d) }
  }
  return undefined
}

/** Returns undefined for a day that does not exist. */
function toDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.toISOString().slice(0, 10).replaceAll('-', '') : undefined
}
