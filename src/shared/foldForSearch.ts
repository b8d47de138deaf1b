import { isDigit, plainDigit } from './digits.ts'
import { normalizeText } from './normalizeText.ts'

/** A text folded for search. */
export type FoldedText = {
  readonly folded: string
  /** Maps each UTF-16 unit of `folded`, and its end, to the position in the original text; null when both have the same length. */
  readonly origins: readonly number[] | null
}

/**
 * Folds a text for search: removes case, accents, optional vowel signs and width, and unifies variants of letters and digits, in
 * all scripts.
 */
export const foldForSearch = (text: string): string => foldWithOrigins(text).folded

/** Like `foldForSearch`, but with the original position of each character. */
export function foldWithOrigins(text: string): FoldedText {
  if (PLAIN_TEXT.test(text)) return { folded: text.toLowerCase(), origins: null }
  let [folded, index] = ['', 0]
  const origins: number[] = []
  while (index < text.length) {
    const isPlain = isAscii(text, index) && isAscii(text, index + 1)
    const character = isPlain ? (text[index] ?? '') : readCharacter(text, index)
    const units = isPlain ? character.toLowerCase() : foldCharacter(character)
    folded += units
    for (let n = 0; n < units.length; n++) origins.push(index)
    index += character.length
  }
  origins.push(text.length)
  return { folded, origins }
}

/** Signs within words that users may omit, as in "e-mail" and "node.js", and those between the digits of a number. */
const SIGNS_IN_WORDS = /(?<=[\p{L}\p{M}\p{N}])[-'.,&·_״"\u200c](?=[\p{L}\p{N}])/gu

/** Removes the signs within words from a folded text. */
export const withoutSigns = (folded: string): string => folded.replace(SIGNS_IN_WORDS, '')

/** Returns a text in which any of the forms of `searchWords` can be found. */
export function searchableText(text: string): string {
  const folded = foldForSearch(text)
  const plain = withoutSigns(folded)
  return plain === folded ? folded : `${folded}\n${plain}`
}

/** Splits a query into words. A text matches when its `searchableText` contains all of them, either as written or without signs. */
export const searchWords = (query: string): string[] => foldForSearch(query).split(/\s+/).filter(Boolean)

/** Returns whether a searchable text contains all words of a query. */
export function containsWords(text: string, words: readonly string[]): boolean {
  // A loop avoids one closure for each of twenty thousand titles.
  for (const word of words) {
    if (text.includes(word)) continue
    const plain = withoutSigns(word).replace(SIGN_AT_END, '')
    if (plain === '' || !text.includes(plain)) return false
  }
  return true
}
/** At the end of a word that is still being typed: its results must include those of the longer word. */
const SIGN_AT_END = /[-'.,&·_״"\u200c]$/

/** A folded text to search for words, both as written and without the signs within its words. */
export type SearchedText = FoldedText & { readonly plain: string }

export function prepareSearch(text: string): SearchedText {
  const source = foldWithOrigins(text)
  return { ...source, plain: withoutSigns(source.folded) }
}

/** Returns the ranges at which a folded text occurs in another text, in UTF-16 units of the original. */
export function findFolded(text: SearchedText, wanted: string): [from: number, to: number][] {
  const direct = allIndexesOf(text.folded, wanted).map((from) => [from, from + wanted.length] as const)
  const others = text.plain === text.folded && withoutSigns(wanted) === wanted ? [] : findWithoutSigns(text, withoutSigns(wanted))
  const found = new Map([...others, ...direct].map((range) => [range[0], range]))
  return [...found.values()].toSorted((a, b) => a[0] - b[0]).map(([from, to]) => originOf(text, from, to))
}

function findWithoutSigns({ folded, plain }: SearchedText, wanted: string): (readonly [number, number])[] {
  const indexes = allIndexesOf(plain, wanted)
  if (indexes.length === 0) return []
  const places: number[] = []
  for (let index = 0; index < folded.length; index++) if (folded[index] === plain[places.length]) places.push(index)
  return indexes.map((from) => [places[from] ?? 0, (places[from + wanted.length - 1] ?? 0) + 1])
}

function allIndexesOf(text: string, wanted: string): number[] {
  const indexes: number[] = []
  if (wanted === '') return indexes
  for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) indexes.push(from)
  return indexes
}

/** Returns the range of the original text for a range of the folded text: from its first to the end of its last character. */
export function originOf({ origins }: FoldedText, from: number, to: number): [start: number, end: number] {
  if (!origins) return [from, to]
  const start = origins[from] ?? 0
  const last = origins[to - 1] ?? start
  let next = to
  while (next < origins.length - 1 && origins[next] === last) next++
  return [start, origins[next] ?? last]
}

/** Most text is plain; folding in full takes ten times as long. */
const PLAIN_TEXT = /^[\x20-\x7e\n]*$/

/** Marks, half-width signs and parts of decomposed Korean syllables, which belong to the preceding character. */
const ATTACHED = String.raw`\p{M}\u{1160}-\u{11ff}\u{d7b0}-\u{d7ff}\uff9e\uff9f\u200c\u200d`
const PICTURE = String.raw`\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*`
/** An emoji, a Japanese V with its vowel, or a character with its marks. */
const CHARACTER = new RegExp(
  String.raw`${PICTURE}(?:\u200d${PICTURE})*[\u{e0020}-\u{e007f}]*|\p{RI}\p{RI}|(?:ヴ|ゔ|[ウう]\u3099|ｳﾞ)[ァィェォぁぃぇぉｧｨｪｫ]?|[^${ATTACHED}][${ATTACHED}]*|[${ATTACHED}]+`,
  'uy',
)

const isAscii = (text: string, index: number): boolean => index >= text.length || text.charCodeAt(index) < 0x80

function readCharacter(text: string, index: number): string {
  CHARACTER.lastIndex = index
  return CHARACTER.exec(text)?.[0] ?? ''
}

const known = new Map<string, string>()
/** Texts use few different characters, but those of other users must not fill the memory. */
const MAX_KNOWN = 20_000

function foldCharacter(character: string): string {
  const code = character.charCodeAt(0)
  if (character.length === 1 && code < 0x80) return character.toLowerCase()
  const folded = known.get(character)
  if (folded !== undefined) return folded
  if (known.size >= MAX_KNOWN) known.clear()
  const result = computeFold(character)
  known.set(character, result)
  return result
}

/**
 * Characters that are not visible or not significant: soft hyphens and breaks, direction marks, stretched Arabic lines, and
 * trademark signs.
 */
const INVISIBLE =
  /[\u00ad\u061c\u0640\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2122\u2120\u00ae\u00a9\u30fb\uff65]/g
/** Skin tones, variation selectors, tags, and the gender signs after an emoji. */
const EMOJI_DETAILS = new RegExp(
  String.raw`[\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]|\u200d[\u2640\u2642]\ufe0f?`,
  'gu',
)
const EMOJI = /^\p{Extended_Pictographic}/u
/** Accents, and the points and vowel signs that Arabic, Hebrew and Syriac text usually omits. */
const OPTIONAL_MARKS = new RegExp(
  [
    String.raw`[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]`,
    String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]`,
    String.raw`[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08ff\u0711\u0730-\u074a]`,
    String.raw`[\u093c\u0a3c\u0abc\u0b3c]`,
  ].join('|'),
  'gu',
)
/** The Cyrillic short I is a separate letter that endings depend on. */
const SHORT_I = /^[ий]\u0306?$/u
/**
 * The blocks of Indic scripts in which a nasal can also be written as a sign above the preceding letter. All of them have the same
 * order.
 */
const NASAL_BLOCKS = [0x900, 0xa80, 0xb00, 0xc00, 0xc80]
const [NASALS, NO_VOWEL, NASAL_SIGN] = [[0x19, 0x1e, 0x23, 0x28, 0x2e], 0x4d, 2]
const ARABIC = /\p{sc=Arab}/u
const VULGAR_FRACTION = /\d\u2044/

function computeFold(character: string): string {
  if (EMOJI.test(character)) return character.replace(EMOJI_DETAILS, '').replace(INVISIBLE, '')
  const joiner = character.includes('\u200c') && ARABIC.test(character) ? '\u200c' : ''
  const apart = normalizeText(character.replace(INVISIBLE, ''), 'NFKD').toLowerCase()
  const bare = SHORT_I.test(apart) ? apart : apart.replace(OPTIONAL_MARKS, '')
  const letters = normalizeText(bare.replaceAll(/[\u200c\u200d]/g, ''), 'NFC')
  const space = VULGAR_FRACTION.test(letters) ? ' ' : ''
  return space + (nasalSign(letters) ?? [...letters].map(foldLetter).join('').replace(FOREIGN_V, replaceForeignV)) + joiner
}

/** Returns the sign that may replace a nasal without a vowel. */
function nasalSign(letters: string): string | undefined {
  const block = letters.charCodeAt(0) & ~0x7f
  const isNasal = NASAL_BLOCKS.includes(block) && NASALS.includes(letters.charCodeAt(0) - block)
  return isNasal && letters.slice(1) === String.fromCharCode(block + NO_VOWEL)
    ? String.fromCharCode(block + NASAL_SIGN)
    : undefined
}

function foldLetter(letter: string): string {
  const plain = PLAIN_LETTERS.get(letter)
  if (plain !== undefined) return plain
  const code = letter.codePointAt(0) ?? 0
  // Hiragana are in the same order as katakana.
  if ((code >= 0x3041 && code <= 0x3096) || code === 0x309d || code === 0x309e)
    return foldLetter(String.fromCodePoint(code + 0x60))
  return isDigit(letter) ? plainDigit(letter) : letter
}

const FOREIGN_V = /ヴ[ァィェォ]?/gu
const V_SYLLABLES: Readonly<Record<string, string>> = { ヴ: 'ブ', ヴァ: 'バ', ヴィ: 'ビ', ヴェ: 'ベ', ヴォ: 'ボ' }
const replaceForeignV = (syllable: string): string => V_SYLLABLES[syllable] ?? syllable

/** Letters that Unicode does not decompose, with their equivalents on other keyboards or in other languages. */
const PLAIN_LETTERS = new Map(
  [
    'ßss æae œoe øo łl đd ðd þth ıi ħh ŋn ŧt ĸk ſs əe ɛe ɔo ɓb ɖd ɗd ƒf ɠg ɨi ƙk ɲn ƴy ʋv',
    'ςσ ґг әа ғг қк ңн өо ұу үу һх ևեւ',
    'ٱا ء ىي یي کك ڪك ةه ۃه ہه ھه ەه ٫. ٬,',
    'ךכ םמ ןנ ףפ ץצ װוו ױוי ײיי',
    '\u0901\u0902 \u0a81\u0a82 \u0b01\u0b02 \u0c01\u0c02 \u0c81\u0c82 \u0a70\u0a02',
    "ヵカ ヶケ ヷバ ヰイ ヱエ \u2044/ ‘' ’' ‛' ʼ' ʹ' ʻ' ʿ' ʾ' `' ´' ׳' ＇' ‐- ‑- ‒- −- ־-",
  ].flatMap((letters) => letters.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)])),
)
