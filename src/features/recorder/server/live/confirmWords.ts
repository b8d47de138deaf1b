import { type Millis, seconds } from '#shared/units.ts'
import type { Word } from '#platform/speech/speech.ts'
import type { LiveProgress } from './planDecoding.ts'

/** A word that ends this long before the end of the audio is confirmed even if the last decoding differs. */
const MAX_TAIL: Millis = seconds(8)
/** Audio of this length is cut at the end of a sentence or at a pause, so that it is not decoded again. */
const CUT_AFTER: Millis = seconds(10)
/** Audio of this length is cut after any confirmed word. */
const CUT_ANYWHERE_AFTER: Millis = seconds(18)
/** Of audio without words, only this much is decoded again, for a word that begins at its end. */
const KEPT_SILENCE: Millis = seconds(2)
/** A pause of at least this length is a good place for a cut. */
const CUT_PAUSE: Millis = 700
/** Maximum difference between the start times of a word in two decodings. */
const TIME_TOLERANCE: Millis = 400

const SENTENCE_END = /[.!?…。！？][\p{Pf}\p{Pe}"']*$/u

/** The words of a decoding that began at `progress.start`, and the position at which its audio ends. */
export type Decoded = { readonly words: readonly Word[]; readonly language: string; readonly end: Millis }

/**
 * Compares a decoding with the last one. Words on which both agree, from the end of the confirmed ones on, are confirmed and no
 * longer change. Returns them and the new progress; the caller sets `piece` and `next`.
 */
export function confirmWords(progress: LiveProgress, decoded: Decoded): { progress: LiveProgress; newlyConfirmed: Word[] } {
  const fresh = withoutConfirmed(decoded.words, progress.confirmed)
  let count = 0
  while (count < fresh.length && isSameWord(fresh[count], progress.tail[count])) count++
  while (count < fresh.length && fresh[count]![1] < decoded.end - MAX_TAIL) count++
  const newlyConfirmed = fresh.slice(0, count)
  const confirmed = [...progress.confirmed, ...newlyConfirmed]
  const tail = fresh.slice(count)
  const start = findStart(progress.start, { confirmed, tail, end: decoded.end })
  return {
    newlyConfirmed,
    progress: {
      ...progress,
      start,
      confirmed: confirmed.filter(([from]) => from >= start),
      tail,
      language: decoded.language || progress.language,
    },
  }
}

/**
 * Returns the words after the last confirmed one. It is identified by its text if that occurs at about the same time, otherwise by
 * its time.
 */
function withoutConfirmed(words: readonly Word[], confirmed: readonly Word[]): readonly Word[] {
  const last = confirmed.at(-1)
  if (!last) return words
  const distance = (word: Word) => (isSameWord(word, last) ? Math.abs(word[0] - last[0]) : Infinity)
  const found = words.reduce<number>((best, word, n) => (distance(word) < distance(words[best] ?? word) ? n : best), 0)
  if (words[found] && distance(words[found]) <= TIME_TOLERANCE) return words.slice(found + 1)
  return words.filter(([start, end]) => (start + end) / 2 > last[1])
}

const isSameWord = (a: Word | undefined, b: Word | undefined): boolean =>
  a !== undefined && b !== undefined && lettersOf(a[2]) === lettersOf(b[2])

/** Punctuation and capitals depend on the surrounding words. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '') || text

/** Returns where the next decoding starts: after confirmed words that need not be decoded again. */
function findStart(
  start: Millis,
  { confirmed, tail, end }: { confirmed: readonly Word[]; tail: readonly Word[]; end: Millis },
): Millis {
  if (tail.length === 0 && (confirmed.at(-1)?.[1] ?? 0) < end - KEPT_SILENCE - CUT_PAUSE)
    return Math.max(start, end - KEPT_SILENCE)
  if (end - start < CUT_AFTER) return start
  const cuts = confirmed.flatMap(([, wordEnd, text], index) => {
    const next = confirmed[index + 1] ?? tail[0]
    const pause = (next?.[0] ?? end) - wordEnd
    return SENTENCE_END.test(text) || pause >= CUT_PAUSE ? [wordEnd + Math.min(pause / 2, CUT_PAUSE / 2)] : []
  })
  const last = confirmed.at(-1)
  return cuts.at(-1) ?? (last && end - start >= CUT_ANYWHERE_AFTER ? last[1] : start)
}
