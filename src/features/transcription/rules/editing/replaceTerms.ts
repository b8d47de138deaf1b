import { isUnspaced } from './textUnits.ts'

/** A text and its replacement. */
export type TermReplacement = { readonly find: string; readonly replace: string }

export type TermReplacer = {
  /** Returns the text with every term replaced. `onUse` is called once per match. */
  readonly replace: (content: string, onUse?: (term: TermReplacement) => void) => string
}

type Entry = { readonly term: TermReplacement; readonly isWordStart: boolean; readonly isWordEnd: boolean }

/**
 * Returns a function that replaces many terms in one pass: whole words, ignoring case. At each position the longest term wins, then
 * the first of equal ones, and replacements are not replaced again. White space matches any amount of white space. The time depends
 * on the length of the text and the terms, not on their number.
 */
export function createTermReplacer(terms: readonly TermReplacement[]): TermReplacer {
  const entries = new Map<string, Entry>()
  const lengthsOf = new Map<string, Set<number>>()
  for (const term of terms) {
    const { folded } = fold(term.find.trim())
    if (folded === '' || entries.has(folded)) continue
    const [first, last] = [folded.codePointAt(0)!, lastCodePoint(folded, folded.length)!]
    entries.set(folded, { term, isWordStart: isSpacedWord(first), isWordEnd: isSpacedWord(last) })
    const known = lengthsOf.get(folded[0]!) ?? new Set()
    lengthsOf.set(folded[0]!, known.add(folded.length))
  }
  /** The lengths of the terms that begin with a character, longest first. */
  const lengths = new Map([...lengthsOf].map(([first, known]) => [first, [...known].toSorted((a, b) => b - a)]))

  const findAt = (folded: string, from: number): { entry: Entry; to: number } | undefined => {
    for (const length of lengths.get(folded[from]!) ?? []) {
      const entry = from + length <= folded.length ? entries.get(folded.slice(from, from + length)) : undefined
      if (entry && isWhole(folded, from, from + length, entry)) return { entry, to: from + length }
    }
    return undefined
  }

  return {
    replace: (content, onUse) => {
      if (entries.size === 0) return content
      const { folded, indexes } = fold(content)
      const parts: string[] = []
      let [at, copied] = [0, 0]
      while (at < folded.length) {
        const found = findAt(folded, at)
        if (!found) {
          at++
          continue
        }
        parts.push(content.slice(copied, indexes[at]), found.entry.term.replace)
        onUse?.(found.entry.term)
        at = found.to
        copied = indexes[at]!
      }
      return parts.length === 0 ? content : parts.join('') + content.slice(copied)
    },
  }
}

/** Returns whether a match is not continued by a letter, mark or digit on either side. */
function isWhole(folded: string, from: number, to: number, { isWordStart, isWordEnd }: Entry): boolean {
  const before = isWordStart ? lastCodePoint(folded, from) : undefined
  const after = isWordEnd ? folded.codePointAt(to) : undefined
  return !(before !== undefined && isWordPart(before)) && !(after !== undefined && isWordPart(after))
}

/** Returns the character that ends before an index. */
function lastCodePoint(text: string, to: number): number | undefined {
  const last = text.codePointAt(to - 1)
  const isLowSurrogate = last !== undefined && last >= 0xdc00 && last <= 0xdfff
  return (isLowSurrogate ? text.codePointAt(to - 2) : undefined) ?? last
}

const isWordPart = (character: number): boolean => /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(character))
const isSpacedWord = (character: number): boolean => isWordPart(character) && !isUnspaced(String.fromCodePoint(character))

/** A text folded for comparison, and the index of each of its characters, and of its end, in the original. */
type Folded = { readonly folded: string; readonly indexes: Int32Array }

function fold(text: string): Folded {
  const indexes = new Int32Array(text.length + 1)
  let [folded, length, isSpace] = ['', 0, false]
  for (let index = 0; index < text.length; index++) {
    const wasSpace = isSpace
    const character = foldCharacter(text[index]!)
    isSpace = character === ' '
    if (isSpace && wasSpace) continue
    indexes[length++] = index
    folded += character
  }
  indexes[length] = text.length
  return { folded, indexes: indexes.subarray(0, length + 1) }
}

const foldedCharacters = new Map<string, string>()

/** Returns the lower case of a character, as in case-insensitive patterns, or a space for white space. The length never changes. */
function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const [upper, lower] = [character.toUpperCase(), character.toLowerCase()]
  const changed = upper.length === 1 ? upper.toLowerCase() : lower
  // The dotless i is a separate letter, and the lower case of the dotted capital has two characters.
  const hasCase = character !== 'ı' && lower.length === 1 && changed.length === 1
  const folded = /\s/.test(character) ? ' ' : hasCase ? changed : character
  foldedCharacters.set(character, folded)
  return folded
}
