import { chinese } from './chinese.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { korean } from './korean.ts'
import type { LanguageRules } from './LanguageRules.ts'
import { portuguese } from './portuguese.ts'
import { spanish } from './spanish.ts'

const NEVER = /(?!)/u

/** Rules that are the same in every language: digits, symbols and numeric dates. */
const digitsOnly: LanguageRules = {
  name: '',
  decimalSign: '.',
  isSpaced: true,
  months: [],
  dates: [],
  weekdays: [],
  relativeDays: [],
  morning: '(?!)',
  evening: '(?!)',
  fractions: [['#/#', 'a/b']],
  percent: [],
  minus: [],
  decades: [],
  units: [],
  halfAfter: '(?!)',
  lengths: [],
  firstPerson: undefined,
  request: NEVER,
  clock: [['#:#', 'h+m']],
  negation: { words: NEVER, softer: NEVER, except: NEVER, unclear: NEVER, limits: NEVER, clauses: /[,;:.!?…。！？،؛।]/u },
}

const all: Readonly<Record<string, LanguageRules>> = Object.fromEntries(
  [english, german, french, spanish, italian, portuguese, japanese, chinese, korean].map((rules) => [rules.name, rules]),
)

/** Returns the rules of a language (ISO 639-1). */
export const rulesOf = (language: string): LanguageRules => all[language] ?? digitsOnly
