import type { Millis } from '#shared/units.ts'
import { isWrittenWithoutSpaces } from './languages.ts'
import type { TimeSpan } from './speech.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

/**
 * Returns the words of a text with estimated times: the detected speech is divided among the words by their length, so that no word
 * lies in a pause that the detector found. `speech` and the result are in ms of the recording.
 */
export function estimateWords(text: string, speech: readonly TimeSpan[], language: string): TimedWord[] {
  const texts = splitWords(text, language)
  const total = speech.reduce((sum, { start, end }) => sum + end - start, 0)
  // The time to pronounce a word grows with its letters; one letter is added for the gap after it.
  const weights = texts.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').length + 1)
  const weightSum = weights.reduce((sum, weight) => sum + weight, 0)
  const words: TimedWord[] = []
  let passed = 0
  for (const [index, word] of texts.entries()) {
    const weight = weights[index] ?? 1
    const start = positionInSpeech(speech, (total * passed) / weightSum, 'start')
    const end = positionInSpeech(speech, (total * (passed + weight - 0.5)) / weightSum, 'end')
    passed += weight
    words.push({ text: word, confidence: 1, start, end: Math.max(start, end) })
  }
  return words
}

/** Splits a text into words, or into characters with their punctuation where a language has no spaces. */
export function splitWords(text: string, language: string): string[] {
  if (!isWrittenWithoutSpaces(language)) return text.split(/\s+/).filter(Boolean)
  return text.match(/[\p{L}\p{N}]\p{M}*[^\p{L}\p{N}]*/gu)?.map((part) => part.trim()) ?? []
}

/**
 * Returns the time at which the given amount of speech has passed. At the edge of two spans it is the start or the end of a word.
 */
function positionInSpeech(speech: readonly TimeSpan[], passed: Millis, edge: 'start' | 'end'): Millis {
  let left = passed
  for (const { start, end } of speech) {
    if (edge === 'end' ? left <= end - start : left < end - start) return Math.round(start + left)
    left -= end - start
  }
  return speech.at(-1)?.end ?? 0
}
