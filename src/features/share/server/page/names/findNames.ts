import type { FoldedWord } from './foldWord.ts'
import { formsOf } from './inflection.ts'
import type { NameIndex, Part, PartKind } from './NameIndex.ts'
import { FUNCTION_WORDS, ORDINARY_WORDS } from './ordinaryWords.ts'
import { findUnspaced, longestAt } from './unspacedNames.ts'
import { hasMarks, isAllUpper, startsLower, type Token } from './words.ts'

/** A range of a text that may name speakers. `first` and `last` are indexes of its tokens. */
export type Candidate = {
  readonly start: number
  readonly end: number
  readonly speakers: readonly number[]
  readonly kind: PartKind
  readonly isLower: boolean
  readonly first: number
  readonly last: number
}

/** A text, its words, and what is known about the names in it. */
export type Reading = {
  readonly index: NameIndex
  readonly text: string
  readonly tokens: readonly Token[]
  readonly fold: (word: string) => FoldedWord
  /** Whether the text may be of a language that declines names. */
  readonly isDeclined: boolean
  /** Whether names are capitalized. */
  readonly hasCapitals: boolean
}

/** Number of characters around a run in a script without spaces that decide whether it is a name. */
const AROUND = 8

/** Returns the possible names in a text, in order. */
export function findNames(reading: Reading): Candidate[] {
  const { index, text, tokens } = reading
  const candidates = findLiterals(reading)
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) continue
    const place = { kind: 'name', isLower: false, first: at, last: at } as const
    const whole = wholeNameAt(reading, at)
    if (whole) {
      candidates.push(whole)
      at = whole.last
    } else if (token.kind === 'unspaced') {
      const around = {
        before: text.slice(Math.max(0, token.start - AROUND), token.start),
        after: text.slice(token.end, token.end + AROUND),
      }
      for (const { start, end, speakers } of findUnspaced(index.unspaced, token.text, around))
        candidates.push({ ...place, start: token.start + start, end: token.start + end, speakers })
    } else if (token.kind === 'word') {
      for (const { from, to, part, kind, isLower } of matchesIn(reading, token.text))
        candidates.push({ ...place, start: token.start + from, end: token.start + to, speakers: part.speakers, kind, isLower })
    }
  }
  return candidates.toSorted((a, b) => a.start - b.start)
}

/** Names without letters, such as a symbol. In "$5" the symbol is not a name. */
function findLiterals({ index: { literals }, text }: Reading): Candidate[] {
  const found: Candidate[] = []
  if (literals.size === 0) return found
  const isInWord = (at: number) => /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
  for (let at = 0; at < text.length; at++) {
    const match = isInWord(at - 1) ? null : longestAt(literals, text, at, (_name, end) => !isInWord(end))
    if (!match) continue
    found.push({
      start: at,
      end: match.end,
      speakers: match.name.speakers,
      kind: 'name',
      isLower: false,
      first: -1,
      last: -1,
    })
    at = match.end - 1
  }
  return found
}

const GAP = /^(?:\s{1,3}|[._\-‐‑])$/

/** Returns the longest complete name that begins with a word, in any case, also within an address: lena.brandt@. */
function wholeNameAt({ index, text, tokens, fold }: Reading, at: number): Candidate | null {
  const lettersAt = (n: number) => fold(tokens[n]?.text ?? '').letters
  const longest = Math.min(index.longest.get(lettersAt(at)) ?? 0, tokens.length - at)
  for (let count = longest; count >= 2; count--) {
    const words = Array.from({ length: count }, (_, n) => lettersAt(at + n))
    const sequence = index.sequences.get(words.join(' '))
    const [first, last] = [tokens[at], tokens[at + count - 1]]
    if (!sequence || !first || !last) continue
    const gapAt = (n: number) => text.slice(tokens[at + n]?.end, tokens[at + n + 1]?.start)
    const isGap = (gap: string, n: number) =>
      gapAt(n) === gap || (GAP.test(gapAt(n)) && GAP.test(gap)) || (words[n]?.length === 1 && /^\.?\s?$/.test(gapAt(n)))
    if (!sequence.gaps.every(isGap)) continue
    // Whether "will young" are words rather than a name, as in "So young".
    const isText = (n: number) => tokens[at + n]?.kind === 'word' && startsLower(tokens[at + n]?.text ?? '')
    if (words.every(isWord) && sequence.gaps.every((gap) => gap.trim() === '') && words.some((_, n) => n > 0 && isText(n)))
      continue
    return {
      start: first.start,
      end: last.end,
      speakers: sequence.speakers,
      kind: 'name',
      isLower: false,
      first: at,
      last: at + count - 1,
    }
  }
  return null
}

const isWord = (letters: string): boolean => FUNCTION_WORDS.has(letters) || ORDINARY_WORDS.has(letters) || letters.length === 1

type Match = {
  readonly from: number
  readonly to: number
  readonly part: Part
  readonly kind: PartKind
  readonly isLower: boolean
}

/** Returns the names in a word: the word itself, parts of it (d’Anna, LenasPlan), or a name that it is a form of. */
function matchesIn({ index, fold, isDeclined, hasCapitals }: Reading, word: string): Match[] {
  const folded = fold(word)
  const { letters, starts, ends, breaks } = folded
  const toMatch = (from: number, to: number, part: Part, kind: PartKind = part.kind): Match | null => {
    const place = { from: starts[from] ?? 0, to: ends[to - 1] ?? word.length }
    const raw = word.slice(place.from, place.to)
    const isLower = startsLower(raw)
    return isPossible(raw, part, isLower) ? { ...place, part, kind, isLower } : null
  }
  const exact = (from: number, to: number): Match | null => {
    const part = index.parts.get(letters.slice(from, to))
    return part ? toMatch(from, to, part) : null
  }
  const exactPiece = (from: number, to: number): Match | null => {
    const match = exact(from, to)
    return match?.kind === 'handle' ? null : match
  }
  const form = (from: number, to: number): Match | null => {
    const text = letters.slice(from, to)
    if (FUNCTION_WORDS.has(text)) return null
    const raw = word.slice(starts[from], ends[to - 1])
    for (const each of formsOf(text, { isDeclined })) {
      const part = index.parts.get(each.base)
      if (!part || !mayBeForm(part, each.base, startsLower(raw) && hasCapitals ? text : null)) continue
      return toMatch(from + each.from, from + each.to, part, ORDINARY_WORDS.has(text) ? 'ordinary' : part.kind)
    }
    return null
  }
  const whole = exact(0, letters.length)
  if (whole && whole.kind !== 'handle') return [whole]
  const surname = KOREAN_WITH_TITLE.exec(letters)?.[1]
  const titled = surname === undefined ? null : exact(0, surname.length)
  if (titled) return [titled]
  const bounds = [0, ...breaks, letters.length]
  const pieces = breaks.length > 0 ? piecesIn(bounds, exactPiece) : []
  if (pieces.length > 0) return pieces
  const declined = form(0, letters.length)
  if (declined) return [declined]
  const forms = breaks.length > 0 ? piecesIn(bounds, form) : []
  return forms.length === 0 && whole ? [whole] : forms
}

/** A family name joined with a form of address: 김대리, 김과장님. */
const KOREAN_WITH_TITLE =
  /^(\p{sc=Hang}{1,2})(?:선생|교수|박사|사장|부장|과장|차장|대리|팀장|이사|회장|대표|원장|의원|변호사|기자|감독|작가|실장|국장|주임|사원|소장|센터장)(?:님|들|께서|이|가|은|는|을|를|의|에게|께|도|과|와|한테)*$/u

/** Maximum number of parts of a word that are tried. */
const MAX_PIECES = 40

/** Returns the matches of adjacent parts of a word, the longest first. */
function piecesIn(bounds: readonly number[], match: (from: number, to: number) => Match | null): Match[] {
  const found: Match[] = []
  const count = Math.min(bounds.length - 1, MAX_PIECES)
  for (let first = 0; first < count; first++) {
    for (let last = count; last > first; last--) {
      const matched = match(bounds[first] ?? 0, bounds[last] ?? 0)
      if (!matched) continue
      found.push(matched)
      first = last - 1
      break
    }
  }
  return found
}

/** "On" and "to", which differ from Ali only by the dots that many texts leave out. */
const ARABIC_WORD = /^(?:على|إلى|الى)$/

function isPossible(raw: string, part: Part, isLower: boolean): boolean {
  const letters = raw.replaceAll(/\P{L}/gu, '')
  if (part.kind === 'initials') return isAllUpper(raw)
  if (ARABIC_WORD.test(raw)) return false
  // "AI" is no name of Ai.
  if (letters.length === 2 && isAllUpper(raw) && !part.isUpper) return false
  if (isLower && letters.length < 3 && part.kind !== 'function') return false
  // "mình" is a word, and Minh a name.
  return !isLower || part.hasMarks || !/\p{sc=Latn}/u.test(raw) || !hasMarks(raw)
}

/** Whether a word may be a form of a name. A word in small letters where names have capitals, `lower`, is one only with an s. */
function mayBeForm({ kind }: Part, base: string, lower: string | null): boolean {
  if (kind === 'initials' || kind === 'handle' || kind === 'function') return false
  if (lower !== null) return lower === `${base}s` && base.length >= 4 && kind !== 'ordinary'
  return base.length >= (/\p{sc=Latn}|\p{sc=Cyrl}|\p{sc=Grek}/u.test(base) ? 3 : 2)
}
