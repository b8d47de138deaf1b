import { normalizeWord, splitIntoUnits } from '../editing/textUnits.ts'
import type { TimedWord } from './cue.ts'

/** Maximum number of text units between two words of a file. */
const MAX_SKIPPED = 12

type Span = { readonly from: number; readonly to: number }

/**
 * Aligns the words of a text with the timed words of a file, which often lack punctuation and capitals. Parts of the text without a
 * timed word share the time between their neighbours.
 */
export function alignWords(
  words: readonly TimedWord[],
  { text, start, end }: { text: string; start: number; end: number },
): TimedWord[] {
  const units = splitIntoUnits(text)
  const plain = units.map((unit) => normalizeWord(unit.text))
  const result: TimedWord[] = []
  let at = 0
  const addUnknown = (to: number, until: number) => {
    const texts = units.slice(at, to).map((unit) => unit.text)
    for (const word of shareTime(texts, result.at(-1)?.[1] ?? start, until)) result.push(word)
    at = to
  }
  for (const [from, to, word, confidence] of words) {
    const span = findWord(plain, normalizeWord(word), at)
    if (!span) continue
    addUnknown(span.from, from)
    const [first, last] = [units[span.from]!, units[span.to - 1]!]
    result.push([from, to, text.slice(first.from, last.from + last.text.length), confidence])
    at = span.to
  }
  addUnknown(units.length, end)
  return result
}

/** Finds a word of a file in the units of a text. In scripts without spaces, a word has several units. */
function findWord(plain: readonly string[], word: string, at: number): Span | null {
  if (word === '') return null
  for (let from = at; from < Math.min(plain.length, at + MAX_SKIPPED); from++) {
    let found = ''
    for (let to = from; to < plain.length && found.length < word.length; to++) {
      found += plain[to]!
      if (found === word) return { from, to: to + 1 }
      if (!word.startsWith(found)) break
    }
  }
  return null
}

/** Returns words with times proportional to their lengths. */
export function shareTime(texts: readonly string[], start: number, until: number): TimedWord[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  const length = Math.max(0, until - start)
  let said = 0
  return texts.map((text): TimedWord => {
    const from = Math.round(start + (length * said) / total)
    said += text.length
    return [from, Math.round(start + (length * said) / total), text, 1]
  })
}
