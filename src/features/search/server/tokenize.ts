import { foldText } from '#shared/normalizeText.ts'

/**
 * A word of a text, or two neighbouring characters of a script without spaces. `start` and `end` are UTF-16 offsets in the text;
 * `firstEnd` is where its first character ends.
 */
export type Token = {
  readonly text: string
  readonly position: number
  readonly start: number
  readonly end: number
  readonly firstEnd: number
  /** `pair` and `single` are characters of a run that is cut into pairs; `single` is the last one of a run, or the only one. */
  readonly kind: 'word' | 'pair' | 'single'
}

/** Letters of scripts that write words without spaces. */
const UNSPACED = String.raw`[[\p{L}\p{M}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\uff9e\uff9f]]`
const HANGUL = String.raw`[\p{L}&&\p{sc=Hang}]`
const RUN = new RegExp(`(?<unspaced>${UNSPACED}+)|(?<hangul>${HANGUL}+)|(?:(?!${UNSPACED}|${HANGUL})[\\p{L}\\p{M}\\p{N}])+`, 'gv')
const HAS_UNSPACED = new RegExp(UNSPACED, 'v')
/** Returns true for text of a script that writes words without spaces. */
export const hasNoSpaces = (text: string): boolean => HAS_UNSPACED.test(text)
/** A character with the marks that belong to it. */
const UNIT = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu
/** Longer words are cut: nobody looks for the end of one. */
const MAX_WORD = 60
/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ς: 'σ' },
}
const PLAIN_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g')

/** Most words are plain, and folding them in full takes ten times as long. */
const PLAIN_WORD = /^[a-z\d]+$/i

/** Returns text as it is compared: without case, accents and width. */
const fold = (text: string): string =>
  PLAIN_WORD.test(text) ? text.toLowerCase() : foldText(text).replace(PLAIN_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)

/**
 * Returns the tokens of a text. Chinese, Japanese, Korean words and other scripts without spaces become overlapping pairs of
 * characters, and the last character of a run also stands alone, so that a search for one character finds it: any other begins a
 * pair. Index, query and marks use this function, so they agree.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const match of text.matchAll(RUN)) {
    if (match.groups?.['unspaced'] !== undefined) pushPairs(tokens, match[0], match.index, true)
    else if (match.groups?.['hangul'] !== undefined) pushPairs(tokens, match[0], match.index, false)
    else pushWord(tokens, match[0], match.index)
  }
  return tokens
}

function pushWord(tokens: Token[], word: string, start: number): void {
  const text = truncate(fold(word))
  const end = start + word.length
  if (text !== '') tokens.push({ text, position: tokens.length + 1, start, end, firstEnd: end, kind: 'word' })
}

/** @NOTE In Korean a character alone is found as the beginning of a word only, so its last one needs no token. */
function pushPairs(tokens: Token[], run: string, start: number, endsAlone: boolean): void {
  const units = [...run.matchAll(UNIT)].map(({ 0: unit, index }) => ({
    text: fold(unit),
    start: start + index,
    end: start + index + unit.length,
  }))
  for (const [index, unit] of units.entries()) {
    const next = units[index + 1]
    const position = tokens.length + 1
    const { start: from, end: firstEnd } = unit
    if (next) {
      const text = truncate(unit.text + next.text)
      tokens.push({ text, position, start: from, end: next.end, firstEnd, kind: 'pair' })
    } else if (endsAlone || units.length === 1) {
      tokens.push({ text: truncate(unit.text), position, start: from, end: firstEnd, firstEnd, kind: 'single' })
    }
  }
}

const truncate = (text: string): string => (text.length <= MAX_WORD ? text : [...text].slice(0, MAX_WORD / 2).join(''))

/** The weights of PostgreSQL: titles count most, then what was written about a recording, then what was said. */
export type Weight = 'A' | 'B' | 'D'
/** PostgreSQL stores positions up to this one, and as many of one word. */
const MAX_POSITION = 16_383
const MAX_POSITIONS = 255

/** Returns tokens as text of a `tsvector`. */
export function toTsvector(tokens: readonly Token[], weight: Weight): string {
  const positions = new Map<string, number[]>()
  for (const { text, position } of tokens) {
    const list = positions.get(text)
    if (!list) positions.set(text, [position])
    else if (list.length < MAX_POSITIONS) list.push(position)
  }
  const suffix = weight === 'D' ? '' : weight
  return [...positions]
    .map(([text, list]) => `'${text}':${list.map((position) => `${Math.min(position, MAX_POSITION)}${suffix}`).join(',')}`)
    .join(' ')
}
