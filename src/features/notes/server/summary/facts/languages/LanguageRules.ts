/** How an atom contributes to a number: `hundred` and `factor` multiply what precedes them. */
type AtomKind = 'unit' | 'teen' | 'ten' | 'hundreds' | 'hundred' | 'factor'

/** A word, or part of a word, that belongs to a number. */
export type Atom = { readonly value: number; readonly kind: AtomKind; readonly isOrdinal?: boolean }

/** The number words of a language with spaces. All words are in lower case and without accents. */
export type Numerals = {
  /** Lists of `word:value`. */
  readonly cardinals: string
  readonly ordinals: string
  /** Returns the cardinal of an ordinal such as "zwanzigsten", or undefined. */
  readonly cardinalOf?: (word: string) => readonly string[]
  /** Words between the parts of a number. */
  readonly joints: string
  /** True when the parts of a number are written as one word. */
  readonly isCompound?: boolean
  /** The word between a number and its decimals. */
  readonly point: string
  /** A half that is added to the preceding number. */
  readonly andHalf: RegExp
  /** Words for a quantity, such as a dozen: `word:value`. */
  readonly collectives: string
  /** Articles that can also mean one. They are not numbers unless a factor follows. */
  readonly articles: string
}

/**
 * How an expression of the clock is read: the hour (`h`) with minutes that are added or taken away. The signs are in the order in
 * which the numbers are said. After `~`, the same words can also be a duration.
 */
export type ClockReading = ClockSum | `~${ClockSum}`
type ClockSum =
  | 'h'
  | 'h+m'
  | 'h-m'
  | 'm+h'
  | 'm-h'
  | 'm+h-30'
  | 'm-h-30'
  | `h${'+' | '-'}${number}`
  | `=${number}${'' | '+m' | '-m'}`

/** A pattern in which `#` stands for a number and `º` for an ordinal. A space also matches a hyphen. */
type Pattern = string

/** The words of a language for everything that is compared by value. */
export type LanguageRules = {
  /** ISO 639-1; '' for the rules of all other languages. */
  readonly name: string
  /** Absent for languages that do not write numbers as words with spaces. */
  readonly numerals?: Numerals
  /** Rewrites text that would interfere with reading numbers. */
  readonly prepare?: (text: string) => string
  /** How numbers are detected; by default as words with spaces. */
  readonly script?: 'han' | 'hangul'
  readonly decimalSign: ',' | '.'
  /** False when words are not separated by spaces. */
  readonly isSpaced: boolean
  /** The twelve month names, each as alternatives. */
  readonly months: readonly string[]
  /** Patterns in which `M` stands for the name of a month. */
  readonly dates: readonly Pattern[]
  /** Month names that are also other words. They only count next to a day or after one of these words. */
  readonly ambiguousMonths?: { readonly names: RegExp; readonly after: RegExp }
  /** Monday to Sunday. */
  readonly weekdays: readonly string[]
  /** Days and periods relative to the day of speaking: pattern and name. */
  readonly relativeDays: readonly (readonly [Pattern, string])[]
  readonly clock: readonly (readonly [Pattern, ClockReading])[]
  readonly morning: Pattern
  readonly evening: Pattern
  readonly fractions: readonly (readonly [Pattern, number | 'a/b' | 'b/a' | '1/a'])[]
  readonly percent: readonly Pattern[]
  /** Negative numbers. A second number, as in "five below zero", must be zero. */
  readonly minus: readonly Pattern[]
  /** The pattern and the decade; undefined to use the number or word in it. */
  readonly decades: readonly (readonly [Pattern, number | undefined])[]
  /** Units that distinguish numbers: pattern of the unit after a number, and its name. */
  readonly units: readonly (readonly [Pattern, Unit])[]
  /** A half after a unit, as in "two weeks and a half". */
  readonly halfAfter: Pattern
  /** Durations without a number: pattern and value. */
  readonly lengths: readonly (readonly [Pattern, Unit, number])[]
  readonly negation: {
    readonly words: RegExp
    /** Words such as "refuse" and "without", which may express a negation. */
    readonly softer: RegExp
    /** Expressions that contain a negation but negate nothing, such as "do not forget". */
    readonly except: RegExp
    /** Expressions whose negation has another scope, such as "not until". */
    readonly unclear: RegExp
    /** Limiting words in such expressions: without the negation, "until nine" for "not until nine", the meaning changes. */
    readonly limits: RegExp
    /** Boundaries between statements. */
    readonly clauses: RegExp
  }
  /** First person pronouns; undefined for languages that mostly omit them. */
  readonly firstPerson: RegExp | undefined
  /** Words of a request to another person. */
  readonly request: RegExp
}

export type Unit =
  | 'EUR'
  | 'USD'
  | 'GBP'
  | 'JPY'
  | 'CNY'
  | 'KRW'
  | 'INR'
  | 'CHF'
  | 'percent'
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'

/** Returns a pattern that matches whole words. */
export const wholeWords = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${list})(?![\\p{L}\\p{M}\\p{N}])`, 'iu')

/** Units spelled the same in every language. */
export const COMMON_UNITS: readonly (readonly [Pattern, Unit])[] = [
  ['%|％', 'percent'],
  ['€|eur\\b', 'EUR'],
  ['us\\$|\\$|usd\\b', 'USD'],
  ['£|gbp\\b', 'GBP'],
  ['¥|￥|jpy\\b', 'JPY'],
  ['₩|krw\\b', 'KRW'],
  ['₹|inr\\b', 'INR'],
  ['chf\\b', 'CHF'],
]
