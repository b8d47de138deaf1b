import { normalizeText } from '#shared/normalizeText.ts'

/** A word in the form in which it is compared, with the positions of its letters in the text. */
export type FoldedWord = {
  /** Lower-case letters without accents, optional marks and invisible characters. */
  readonly letters: string
  /** Where each unit of `letters` begins and ends in the word. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /**
   * Indexes in `letters` at which a part of the word may begin: after an apostrophe, and at a capital after a lower-case letter.
   */
  readonly breaks: readonly number[]
  /** The breaks that are apostrophes. */
  readonly apostrophes: readonly number[]
}

/** Letters that Unicode does not decompose, by their spelling on other keyboards, and letters that are often confused. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ə: 'e',
  ŧ: 't',
  ς: 'σ',
  ґ: 'г',
  ѓ: 'г',
  ќ: 'к',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ې: 'ي',
  ة: 'ه',
  ە: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ۀ: 'ه',
  ک: 'ك',
  ڪ: 'ك',
  ں: 'ن',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
}
/**
 * Marks that texts often omit: accents, the vowel signs of Arabic, Syriac and Hebrew, and the dot below letters of Indic scripts.
 */
const OPTIONAL_MARKS =
  /(?![\u3099\u309a])[[\p{M}&&[\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}]]\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/gv
/**
 * The blocks of Indic scripts have the same layout, so the offset of a letter in its block identifies it. A nasal before a
 * consonant has two spellings.
 */
const INDIC = /[\u0900-\u0d7f]/
const INDIC_NASAL = /^[\u0919\u091e\u0923\u0928\u092e]\u094d$/
const BLOCK = 0x80

const APOSTROPHES = `'’‘‛\`´ʼʻʹʾʿ′＇՚׳`
/** Invisible characters, and Markdown markup, inside a word. */
const UNSEEN = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}*~\\\u00ad\u0640]--[\t\n\v\f\r]]`
const IS_UNSEEN = new RegExp(UNSEEN, 'v')

/** What may be between two letters of a word. */
export const INSIDE_WORD = `[${UNSEEN}[${APOSTROPHES}]]`
/** Letters, including those in circles and squares. */
export const LETTERS = String.raw`[\p{L}\p{M}\u24b6-\u24e9\u{1f130}-\u{1f149}]`

/** A Hangul syllable written as its components, a letter with its marks, or only marks. */
const UNIT = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[^\p{M}]\p{M}*|\p{M}+/gu
const PLAIN_WORD = /^[A-Z]?[a-z]+$/
const NO_BREAKS: readonly number[] = []

/** Folds a word, in the same way for names and texts. */
export function foldWord(word: string): FoldedWord {
  if (PLAIN_WORD.test(word)) {
    const starts = Array.from(word, (_, index) => index)
    return {
      letters: word.toLowerCase(),
      starts,
      ends: starts.map((index) => index + 1),
      breaks: NO_BREAKS,
      apostrophes: NO_BREAKS,
    }
  }
  let letters = ''
  let afterSmall = false
  const starts: number[] = []
  const ends: number[] = []
  const breaks: number[] = []
  const apostrophes: number[] = []
  for (const { 0: unit, index } of word.matchAll(UNIT)) {
    if (APOSTROPHES.includes(unit)) {
      breaks.push(letters.length)
      apostrophes.push(letters.length)
      continue
    }
    if (IS_UNSEEN.test(unit) && unit.length === 1) continue
    if (afterSmall && /^\p{Lu}/u.test(unit)) breaks.push(letters.length)
    afterSmall = /^\p{Ll}/u.test(unit)
    const folded = foldUnit(unit)
    for (let n = 0; n < folded.length; n++) {
      starts.push(index)
      ends.push(index + unit.length)
    }
    letters += folded
  }
  return { letters, starts, ends, breaks, apostrophes }
}

const MAX_KNOWN = 20_000
const knownUnits = new Map<string, string>()

function foldUnit(unit: string): string {
  const known = knownUnits.get(unit)
  if (known !== undefined) return known
  const plain = normalizeText(unit, 'NFKD').replaceAll(OPTIONAL_MARKS, '').toLowerCase()
  const letters = [...plain].map((letter) => PLAIN_LETTERS[letter] ?? letter).join('')
  const folded = foldIndic(normalizeText(letters, 'NFC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
  if (knownUnits.size > MAX_KNOWN) knownUnits.clear()
  knownUnits.set(unit, folded)
  return folded
}

function foldIndic(text: string): string {
  const first = text.codePointAt(0) ?? 0
  if (!INDIC.test(text)) return text
  const block = first - (first % BLOCK)
  const asDevanagari = [...text].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - block + 0x900)).join('')
  // A nasal without its vowel, and the sign for one, are both the dot above.
  if (INDIC_NASAL.test(asDevanagari)) return String.fromCodePoint(block + 2)
  return text.replaceAll(String.fromCodePoint(block + 1), String.fromCodePoint(block + 2))
}

/** Returns the spellings of a folded name: Mueller for `Müller`, and Müller for `Mueller`. */
export function spellingsOf(word: string): string[] {
  if (PLAIN_WORD.test(word) && !/[aou]e/i.test(word)) return [word.toLowerCase()]
  const { letters } = foldWord(word)
  const spelled = [...normalizeText(word, 'NFC').toLowerCase()].map((letter) => LONG_SPELLINGS[letter] ?? letter).join('')
  const long = foldWord(spelled).letters
  const short = letters.replaceAll(/[aou]e/g, ([vowel = '']) => vowel)
  return [...new Set([letters, long, ...(short.length >= 4 ? [short] : [])])]
}

const LONG_SPELLINGS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae', đ: 'dj' }
