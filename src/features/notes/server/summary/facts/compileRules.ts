import { COMMON_UNITS, type ClockReading, type LanguageRules, type Unit } from './languages/LanguageRules.ts'
import { type NumberWords, createNumberWords } from './scanSpaced.ts'
import { compilePattern } from './ScannedText.ts'

/** The rules of a language as regular expressions. */
export type CompiledRules = {
  readonly rules: LanguageRules
  readonly words: NumberWords
  readonly clock: readonly (readonly [RegExp, ClockReading])[]
  readonly morning: RegExp
  readonly evening: RegExp
  /** Dates, preceded by ranges of days in one month, with the index of the month group. */
  readonly dates: readonly { readonly pattern: RegExp; readonly monthAt: number }[]
  /** Dates and months with numeric months. */
  readonly numberedDates: readonly RegExp[]
  readonly numberedMonths: readonly RegExp[]
  readonly month: RegExp | undefined
  readonly monthOf: (name: string) => number | undefined
  readonly ambiguousMonths: LanguageRules['ambiguousMonths']
  readonly weekdays: readonly RegExp[]
  readonly relativeDays: readonly (readonly [RegExp, string])[]
  readonly minus: readonly RegExp[]
  readonly fractions: readonly (readonly [RegExp, LanguageRules['fractions'][number][1]])[]
  readonly decades: readonly (readonly [RegExp, number | undefined])[]
  readonly lengths: readonly (readonly [RegExp, Unit, number])[]
  /** A number, or two with a word between them, followed by a unit. */
  readonly units: readonly (readonly [RegExp, Unit])[]
  /** A duration and half of its unit. */
  readonly halves: readonly (readonly [RegExp, Unit])[]
  /** An amount with its hundredths, such as "two dollars fifty". */
  readonly sums: readonly (readonly [RegExp, Unit])[]
  /** A unit before its number, such as a currency symbol. */
  readonly signs: readonly (readonly [RegExp, Unit])[]
}

/** Units with hundredths. */
const CURRENCIES = new Set<Unit>(['EUR', 'USD', 'GBP', 'CHF', 'INR'])

const LENGTHS = new Set<Unit>(['second', 'minute', 'hour', 'day', 'week', 'month', 'year'])

/** Words between the two ends of a range. */
const RANGE = String.raw` ?(?:-|~|〜|to|through|or|and|bis|oder|und|a|al|ao|au|o|u|y|e|ou|et|ate|から|到|至|에서|내지) ?`

/** Words between a range and its last day. */
const DAY_ARTICLE = '(?:(?:the|zum|dem|den|le|el|il|dia) )?'

/** Returns patterns for a range of days in one month and for a single day. */
function compileDates(pattern: string, { months, isSpaced }: LanguageRules): CompiledRules['dates'] {
  const isDayFirst = pattern.indexOf('#') < pattern.indexOf('M')
  const [range, monthInRange] = isDayFirst
    ? ([`#(?: of)?${RANGE}${DAY_ARTICLE}${pattern}`, 2] as const)
    : ([`${pattern}(?:-#| (?:to|through) #(?! ?\\p{L}))`, 0] as const)
  const compile = (source: string) => compilePattern(source.replace('M', `(${months.join('|')})`), isSpaced)
  return [
    { pattern: compile(range), monthAt: monthInRange },
    { pattern: compile(pattern), monthAt: isDayFirst ? 1 : 0 },
  ]
}

export function compileRules(rules: LanguageRules): CompiledRules {
  const { isSpaced } = rules
  const compile = (pattern: string) => compilePattern(pattern.replaceAll('M', `(?:${rules.months.join('|')})`), isSpaced)
  const names = rules.months.map((list) => new RegExp(`^(?:${list})$`, 'u'))
  const month = rules.months.length > 0 ? `(${rules.months.join('|')})` : undefined
  const withMonth = rules.dates.filter((pattern) => pattern.includes('M'))
  const unitsOf = [
    ...rules.percent.map((pattern): readonly [string, Unit] => [pattern, 'percent']),
    ...COMMON_UNITS,
    ...rules.units,
  ]
  const end = isSpaced ? '(?![\\p{L}\\p{N}])' : ''
  const number = compilePattern('#', false).source
  return {
    rules,
    words: createNumberWords(rules),
    clock: rules.clock.map(([pattern, reading]) => [compile(pattern), reading]),
    morning: new RegExp(rules.morning, 'u'),
    evening: new RegExp(rules.evening, 'u'),
    dates: withMonth.flatMap((pattern) => compileDates(pattern, rules)),
    numberedDates: rules.dates.filter((pattern) => pattern.split('#').length === 3).map(compile),
    numberedMonths: rules.dates.filter((pattern) => !pattern.includes('M') && pattern.split('#').length === 2).map(compile),
    month: month === undefined ? undefined : compile(month),
    monthOf: (name) => {
      const index = names.findIndex((pattern) => pattern.test(name))
      return index < 0 ? undefined : index + 1
    },
    ambiguousMonths: rules.ambiguousMonths,
    weekdays: rules.weekdays.map(compile),
    relativeDays: rules.relativeDays.map(([pattern, name]) => [compile(pattern), name]),
    minus: [
      // A minus sign directly before digits, not a hyphen between words or numbers.
      new RegExp(`(?<![${isSpaced ? '\\p{L}' : 'a-z'}\\ue002\\ue003])(?<![\\ue002\\ue003] )-${number}`, 'gu'),
      ...rules.minus.map(compile),
    ],
    fractions: rules.fractions.map(([pattern, reading]) => [compile(pattern), reading]),
    decades: rules.decades.map(([pattern, value]) => [compile(pattern), value]),
    lengths: rules.lengths.map(([pattern, unit, value]) => [compile(pattern), unit, value]),
    units: unitsOf.map(([pattern, unit]) => [
      new RegExp(`(?:${number}${RANGE})?${number}[ -]?(?:${pattern})${/^[%€$£¥₩₹]/u.test(pattern) ? '' : end}`, 'gu'),
      unit,
    ]),
    halves: unitsOf
      .filter(([, unit]) => LENGTHS.has(unit))
      .map(([pattern, unit]) => [new RegExp(`${number}[ -]?(?:${pattern})(?:${rules.halfAfter})${end}`, 'gu'), unit]),
    sums: unitsOf
      .filter(([, unit]) => CURRENCIES.has(unit))
      .map(([pattern, unit]) => [
        new RegExp(
          `${number}[ -]?(?:${pattern}) (?:(?:and |und |con |y |e |et )?${number}(?! ?[%€$£])(?: (?:cents?|centimos?|centimes?|centimos|centesimi|pence|rappen))?)${end}`,
          'gu',
        ),
        unit,
      ]),
    signs: COMMON_UNITS.map(([pattern, unit]) => [new RegExp(`(?:${pattern}) ?${number}`, 'gu'), unit]),
  }
}
