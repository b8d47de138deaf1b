/** How a value of an atom takes part in a number: `hundred` and `factor` multiply what stands before them. */
type AtomKind = 'unit' | 'teen' | 'ten' | 'hundreds' | 'hundred' | 'factor'

/** A word, or a part of one, that a number consists of. */
export type Atom = { readonly value: number; readonly kind: AtomKind; readonly isOrdinal?: boolean }

/** How the numbers of a language with spaces are written in words. All words are in lower case and without accents. */
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
  /** A half that is added to the number before it. */
  readonly andHalf: RegExp
  /** Words for a number of things, such as a dozen: `word:value`. */
  readonly collectives: string
  /** Articles that can be read as one; they are no numbers where nothing multiplies them. */
  readonly articles: string
}

/**
 * How an expression of the clock is read: the hour (`h`) with minutes that are added or taken away. The signs stand in the order in
 * which the numbers are said. After `~` the same words are a length of time too.
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

/** A pattern in which `#` stands for a number and `º` for an ordinal. A space is a hyphen too. */
type Pattern = string

/** The words by which one language says what is compared by value. */
export type LanguageRules = {
  /** ISO 639-1; '' for the rules of all other languages. */
  readonly name: string
  /** Absent for languages whose numbers are not written in words with spaces. */
  readonly numerals?: Numerals
  /** Rewrites what stands in the way of reading numbers. */
  readonly prepare?: (text: string) => string
  /** How numbers are found; by default as words with spaces. */
  readonly script?: 'han' | 'hangul'
  readonly decimalSign: ',' | '.'
  /** False when words are not separated by spaces. */
  readonly isSpaced: boolean
  /** Alternatives of the twelve names. */
  readonly months: readonly string[]
  /** In which `M` stands for the name of a month. */
  readonly dates: readonly Pattern[]
  /** Names of months that are other words too. They count beside a day or after one of these words. */
  readonly ambiguousMonths?: { readonly names: RegExp; readonly after: RegExp }
  /** Monday to Sunday. */
  readonly weekdays: readonly string[]
  /** Days and periods that are named from the day of speaking: pattern and name. */
  readonly relativeDays: readonly (readonly [Pattern, string])[]
  readonly clock: readonly (readonly [Pattern, ClockReading])[]
  readonly morning: Pattern
  readonly evening: Pattern
  readonly fractions: readonly (readonly [Pattern, number | 'a/b' | 'b/a' | '1/a'])[]
  readonly percent: readonly Pattern[]
  /** Numbers below zero. A second number, as in "five below zero", must be zero. */
  readonly minus: readonly Pattern[]
  /** The pattern and the decade; undefined for that of the number or the word in it. */
  readonly decades: readonly (readonly [Pattern, number | undefined])[]
  /** Units by which numbers are told apart: pattern of the unit after a number, and its name. */
  readonly units: readonly (readonly [Pattern, Unit])[]
  /** A half after a unit, as in "two weeks and a half". */
  readonly halfAfter: Pattern
  /** Lengths of time that have no number: pattern and value. */
  readonly lengths: readonly (readonly [Pattern, Unit, number])[]
  readonly negation: {
    readonly words: RegExp
    /** Words such as "refuse" and "without", which may say the same as one that denies. */
    readonly softer: RegExp
    /** Expressions that contain such a word and deny nothing, such as "do not forget". */
    readonly except: RegExp
    /** Expressions that deny something else than they seem to, such as "not until". */
    readonly unclear: RegExp
    /** Words in such expressions. A line that has one without the denial, "until nine" for "not until nine", says something else. */
    readonly limits: RegExp
    /** Where one statement ends and the next begins. */
    readonly clauses: RegExp
  }
  /** Words by which a speaker speaks of themselves; undefined where these are mostly left out. */
  readonly firstPerson: RegExp | undefined
  /** Words by which somebody else is asked. */
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

/** Returns a pattern of whole words. */
export const wholeWords = (list: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${list})(?![\\p{L}\\p{M}\\p{N}])`, 'iu')

/** Units that are written alike in every language. */
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
