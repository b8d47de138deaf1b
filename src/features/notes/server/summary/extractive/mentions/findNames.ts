import type { Sentence } from '../extractSentences.ts'
import type { Lexicon } from '../lexicon.ts'

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Capitalized words that are not names: days, months and exclamations. */
const NO_NAMES = wordSet(
  `i i'm i'll i've i'd ok okay god gosh mr mrs ms dr yeah yes no monday tuesday wednesday thursday friday saturday sunday january february march april may june
  july august september october november december christmas easter english french german spanish italian portuguese japanese korean chinese tv pc pdf ceo usb
  lunes martes miércoles jueves viernes sábado domingo lundi mardi mercredi jeudi vendredi samedi dimanche thank thanks hello hi bye welcome well oh um uh`,
)

/** A capital letter inside a sentence marks a name in these languages. */
const MARKS_NAMES = new Set(['en', 'es', 'fr', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'pl', 'cs', 'tr', 'id', 'ro', 'fi', 'hu'])

const CAPITAL = String.raw`\p{Lu}[\p{L}\p{M}\p{N}'’-]*`
const RUN = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])${CAPITAL}(?:\\s+(?:(?:de|da|do|del|della|van|von|der|of|the|la|le)\\s+)?${CAPITAL})*`,
  'gu',
)
const GERMAN = new RegExp(`(?<=(?<!\\p{L})(?:Herrn?|Frau|Dr\\.|Prof\\.|Professor|Doktor)\\s)${CAPITAL}`, 'gu')
const EAST_ASIAN: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Han}\p{Script=Katakana}ー]{1,6}(?:さん|様|氏|先生|部長|課長|社長|教授)/gu,
  ko: /(?<![\p{Script=Hangul}])[\p{Script=Hangul}]{1,3}\s?(?:씨|선생님|과장님?|부장님?|대표님?|교수님?|팀장님?)(?=[\s은는이가을를의과와에도,.]|$)/gu,
  zh: /[\p{Script=Han}](?:先生|女士|小姐|老师|老師|经理|經理|教授|医生|醫生|主任|总监|總監)/gu,
}

/** Returns the names in each sentence, including those of the speakers. */
export function findNames(
  sentences: readonly Pick<Sentence, 'text'>[],
  speakers: readonly string[],
  lexicon: Lexicon,
): string[][] {
  const { language } = lexicon
  const eastAsian = EAST_ASIAN[language]
  const found = sentences.map(({ text }) => {
    if (eastAsian) return text.match(eastAsian) ?? []
    if (language === 'de') return text.match(GERMAN) ?? []
    return MARKS_NAMES.has(language) ? capitalRuns(text, lexicon) : []
  })
  const known = new Set([...found.flat(), ...speakers.filter((speaker) => !/\d/.test(speaker))])
  if (known.size === 0 || eastAsian) return found
  return sentences.map(({ text }, index) => {
    // A name at the beginning of a sentence is recognised if it also occurs within another one.
    const first = (text.match(RUN) ?? []).filter((run) => text.startsWith(run) && known.has(trimRun(run)))
    return [...new Set([...first.map(trimRun), ...(found[index] ?? [])])]
  })
}

function capitalRuns(text: string, lexicon: Lexicon): string[] {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    const isFirst = index === 0 || /[.?!:…"“«¿¡]\s*$/u.test(text.slice(0, index))
    // The first word of a sentence is always capitalized.
    const name = trimRun(isFirst ? run.replace(/^\S+\s*/u, '') : run)
    const words = name.split(/\s+/)
    const isName = words.every((word) => isNameWord(word, lexicon) || /^\p{Ll}/u.test(word))
    return name.length > 1 && isName && /^\p{Lu}/u.test(name) ? [name] : []
  })
}

const isNameWord = (word: string, lexicon: Lexicon): boolean =>
  !NO_NAMES.has(word.toLowerCase().replaceAll('’', "'")) &&
  (lexicon.getTerm(word.replaceAll('’', "'")) !== undefined || /^\p{Lu}{2}$/u.test(word))

const trimRun = (run: string): string => run.replace(/['’]s$/u, '').trim()
