import type { Millis } from '#shared/units.ts'
import type { Segment } from '../summary.ts'

/** Number of letters that identify a sentence whose end is in the next segment. */
const BEGINNING_LENGTH = 16

/**
 * Returns the time at which the words of a sentence start in a segment, or null when the words have no times or do not contain it.
 * Only letters and digits are compared, because sentences differ in spaces and punctuation and lack filler sounds.
 */
export function findSpokenTime(sentence: string, { words = [] }: Pick<Segment, 'words'>): Millis | null {
  const letters = lettersOf(sentence)
  if (letters === '') return null
  const spoken = words.map(({ text }) => lettersOf(text))
  const index = findShortestMatch(letters, spoken) ?? findShortestMatch(letters.slice(0, BEGINNING_LENGTH), spoken)
  return index === undefined ? null : (words[index]?.start ?? null)
}

/** In a longer segment, each sentence is searched only in a window. */
const MAX_WORDS = 2000
/** Size of that window after the previous sentence, in words. */
const AHEAD = 400

/**
 * Returns a function that finds the times of sentences, which must be passed in order. In a long segment, each is searched after
 * the previous one, so that the time is linear.
 */
export function createTimeFinder(): (sentence: string, segment: Pick<Segment, 'words' | 'start'>) => Millis {
  const passed = new Map<object, number>()
  return (sentence, segment) => {
    const { words = [], start } = segment
    if (words.length <= MAX_WORDS) return findSpokenTime(sentence, segment) ?? start
    const from = passed.get(segment) ?? 0
    const spoken = words.slice(from, from + AHEAD).map(({ text }) => lettersOf(text))
    const letters = lettersOf(sentence).slice(0, BEGINNING_LENGTH)
    const index = letters === '' ? undefined : findShortestMatch(letters, spoken)
    // If it is not found, continue after the previous sentence.
    const at = from + (index ?? 0)
    passed.set(segment, Math.min(words.length - 1, at + Math.max(1, Math.floor(sentence.split(/\s+/).length / 2))))
    return words[at]?.start ?? start
  }
}

/** Returns the index of the word from which the fewest letters contain the given ones in their order; the first one of equals. */
function findShortestMatch(letters: string, spoken: readonly string[]): number | undefined {
  const text = spoken.join('')
  let offset = 0
  let shortest = Number.POSITIVE_INFINITY
  let best: number | undefined
  for (const [index, word] of spoken.entries()) {
    const length = word.startsWith(letters[0] ?? '') ? matchLength(letters, text, offset) : Number.POSITIVE_INFINITY
    if (length < shortest) [shortest, best] = [length, index]
    offset += word.length
  }
  return best
}

/** Returns how many letters of the text from `offset` contain the given ones in their order; infinity when they do not. */
function matchLength(letters: string, text: string, offset: number): number {
  let position = offset
  for (const letter of letters) {
    position = text.indexOf(letter, position) + 1
    if (position === 0) return Number.POSITIVE_INFINITY
  }
  return position - offset
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
