import { findNames } from './names/findNames.ts'
import { foldWord, type FoldedWord } from './names/foldWord.ts'
import { declensionScore } from './names/inflection.ts'
import { indexNames } from './names/NameIndex.ts'
import { settle } from './names/settle.ts'
import { tokenize } from './names/words.ts'

/** A range of a text and its replacement. */
export type Replacement = { readonly start: number; readonly end: number; readonly by: string }

/** Replaces the names of speakers with numbered labels. */
export type NameHider = {
  /** Returns the label of a speaker. */
  speaker: (name: string) => string
  /** Returns the names of speakers in a text, in order. */
  find: (text: string) => Replacement[]
  /** Returns a text without names of speakers. */
  text: (text: string) => string
}

/** Returns a hider that changes nothing. */
export const KEEPS_NAMES: NameHider = { speaker: (name) => name, find: () => [], text: (text) => text }

/** Length of text that is enough to detect the language of a recording. */
const MAX_SAMPLE = 50_000
/** Cache size: most words of a transcript occur many times. */
const MAX_KNOWN = 100_000

/**
 * Returns a hider for these speakers, numbered in the order in which they first speak. `sample` is text of the recording, used to
 * detect whether its language declines names and has capitals.
 *
 * Words are looked up in a map, without accents, optional marks and invisible characters, so the time hardly depends on the number
 * of speakers (docs/decisions/0100).
 */
export function createNameHider(speakers: readonly string[], numbered: (n: number) => string, sample = ''): NameHider {
  const names = [...new Set(speakers.filter((name) => name.trim() !== ''))]
  const numbers = new Map(names.map((name, index) => [name, index]))
  const known = sample.slice(0, MAX_SAMPLE)
  const index = indexNames(names, { isJapanese: /[\p{sc=Hira}\p{sc=Kana}]/u.test(known + names.slice(0, 1000).join(' ')) })
  const hasCapitals = !/\p{Ll}/u.test(known) || /\p{Lu}/u.test(known)
  const fold = createFold()
  const letters = (text: string) => fold(text).letters
  const sampleScore = declensionScore(tokenize(known), letters)
  const labelOf = (indexes: readonly number[]) => indexes.map((at) => numbered(at + 1)).join('/')
  const find = (text: string) => {
    const tokens = tokenize(text)
    const score = declensionScore(tokens, letters)
    const reading = { index, text, tokens, fold, isDeclined: score === 0 ? sampleScore >= 0 : score > 0, hasCapitals }
    return settle(reading, findNames(reading)).map(({ start, end, speakers: found }) => ({ start, end, by: labelOf(found) }))
  }
  return {
    speaker: (name) => {
      const at = numbers.get(name)
      return at === undefined ? '' : numbered(at + 1)
    },
    find,
    text: (text) => replaceAt(text, find(text)),
  }
}

/** Replaces ranges of a text. */
export function replaceAt(text: string, replacements: readonly Replacement[]): string {
  let result = ''
  let from = 0
  for (const { start, end, by } of replacements) {
    result += text.slice(from, start) + by
    from = end
  }
  return result + text.slice(from)
}

function createFold(): (word: string) => FoldedWord {
  const folded = new Map<string, FoldedWord>()
  return (text) => {
    const word = folded.get(text) ?? foldWord(text)
    if (folded.size < MAX_KNOWN) folded.set(text, word)
    return word
  }
}
