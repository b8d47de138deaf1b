import { ALL, type Fact, bareKey, fact, numberKey } from './Fact.ts'
import { type ScannedNumber, type ScannedText, usedMark } from './ScannedText.ts'
import type { CompiledRules } from './compileRules.ts'

/** Extracts dates, months, weekdays and days such as "tomorrow" from a text. */
export function readDays(scanned: ScannedText, rules: CompiledRules): Fact[] {
  const found: Fact[] = []
  const numberAt = (index: unknown): ScannedNumber | undefined => scanned.numbers[Number(index)]
  const take = (
    pattern: RegExp,
    read: (groups: readonly (string | undefined)[], at: { text: string; offset: number }) => Fact | readonly Fact[] | undefined,
  ) => {
    scanned.text = scanned.text.replace(pattern, (...match) => {
      const offset = match.findLast((part) => typeof part === 'number') ?? 0
      const groups = match.slice(1, match.indexOf(offset, 1)) as (string | undefined)[]
      const value = read(groups, { text: scanned.text, offset })
      if (!value) return String(match[0])
      found.push(...[value].flat())
      return usedMark
    })
  }
  for (const { pattern, monthAt } of rules.dates)
    take(pattern, (groups) => {
      const month = rules.monthOf(groups[monthAt] ?? '')
      const days = groups.filter((index, at) => index !== undefined && at !== monthAt)
      const dates = days.flatMap((index) => dateFact(month, numberAt(index)) ?? [])
      return dates.length === days.length ? dates : undefined
    })
  for (const pattern of rules.numberedDates) take(pattern, ([month, day]) => dateFact(numberAt(month)?.values[0], numberAt(day)))
  if (rules.month)
    take(rules.month, ([name = ''], { text, offset }) => {
      const { ambiguousMonths } = rules
      const isOther =
        ambiguousMonths?.names.test(name) && !ambiguousMonths.after.test(text.slice(Math.max(0, offset - 16), offset))
      return isOther ? undefined : monthFact(rules.monthOf(name))
    })
  for (const pattern of rules.numberedMonths) take(pattern, ([month]) => monthFact(numberAt(month)?.values[0]))
  for (const [pattern, name] of rules.relativeDays)
    take(pattern, () => fact('day', [`relative:${name}`], { isNeeded: name === 'day+0' ? 'ifOthers' : true }))
  rules.weekdays.forEach((pattern, day) => take(pattern, () => fact('day', [`weekday:${day}`])))
  return found
}

export function dateFact(month: number | undefined, number: ScannedNumber | undefined): Fact | undefined {
  if (month === undefined || !number || month < 1 || month > 12) return undefined
  const days = number.values.filter((day) => Number.isInteger(day) && day >= 1 && day <= 31)
  if (days.length === 0) return undefined
  return fact(
    'day',
    days.map((day) => `date:${month}-${day}`),
    {
      asks: days.map((day) => `onlyMonth:${month}${ALL}${bareKey(day)}`),
      answers: [`month:${month}`, ...days.map(numberKey)],
    },
  )
}

function monthFact(month: number | undefined): Fact | undefined {
  if (month === undefined || !Number.isInteger(month) || month < 1 || month > 12) return undefined
  return fact('day', [`month:${month}`], { answers: [`onlyMonth:${month}`] })
}

const NUMERIC_DATE =
  /(?<![\d.,/-])(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})\.(\d{1,2})\.(?!\d*[.,]\d)(?:\d{4}|\d{2}(?!\d))?|(\d{1,2})\/(\d{1,2})(?:\/(?:\d{4}|\d{2}))?|(\d{4})[./](\d{1,2})[./](\d{1,2}))(?![\d/])/g

/** Extracts numeric dates from a folded text, before its numbers are read. */
export function readNumericDates(text: string): { text: string; dates: Fact[] } {
  const dates: Fact[] = []
  const rest = text.replace(NUMERIC_DATE, (whole: string, ...groups) => {
    const [year, month, day, dotDay, dotMonth, first, second, otherYear, otherMonth, otherDay] = (
      groups as (string | undefined)[]
    ).map(Number)
    const readings = [
      [month, day],
      [dotMonth, dotDay],
      [otherMonth, otherDay],
      [second, first],
      [first, second],
    ].filter(([m = NaN, d = NaN]) => m >= 1 && m <= 12 && d >= 1 && d <= 31)
    if (readings.length === 0) return whole
    // "1/3" may be a fraction or a date.
    const share = first && second && first < second && !/\/.*\//.test(whole) ? [`share:${shareOf(first / second)}`] : []
    dates.push(
      fact(share.length > 0 ? 'number' : 'day', [...share, ...readings.map(([m, d]) => `date:${m}-${d}`)], {
        answers: readings.flatMap(([m = 0, d = 0]) => [`month:${m}`, numberKey(d)]),
      }),
    )
    const years = [year, otherYear, Number(/\d{4}$/.exec(whole)?.[0])].filter((value): value is number => Number.isInteger(value))
    return years.length > 0 ? `${usedMark}${years[0]}` : usedMark
  })
  return { text: rest, dates }
}

/** Fractions are compared with four decimals. */
export const shareOf = (value: number): number => Math.round(value * 10_000) / 10_000
