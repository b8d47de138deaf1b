import type { Millis } from '#shared/units.ts'
import { isWrittenWithoutSpaces } from '../languages.ts'
import type { TimedWord } from '../whisper/wordTimes.ts'
import type { SherpaResult } from './sherpaRecognizer.ts'

/** Longest duration of a token without a known end. What follows is a pause. */
const MAX_TOKEN: Millis = 600

/**
 * Returns the words of a window from the times of its tokens, relative to the start of its audio, which is `length` ms long. A
 * token that begins with a space starts a word; in languages without spaces each token is one.
 */
export function wordsFromTokens({ tokens, timestamps, durations }: SherpaResult, length: Millis, language: string): TimedWord[] {
  const isUnspaced = isWrittenWithoutSpaces(language)
  const words: { text: string; start: Millis; end: Millis }[] = []
  for (const [index, token] of tokens.entries()) {
    const text = token.replaceAll('▁', ' ')
    const start = toMillis(timestamps[index] ?? 0, length)
    const next = toMillis(timestamps[index + 1] ?? Infinity, length)
    const duration = durations[index]
    const end = Math.min(next, duration ? toMillis((timestamps[index] ?? 0) + duration, length) : start + MAX_TOKEN)
    const last = words.at(-1)
    const isPunctuation = !/[\p{L}\p{N}]/u.test(text)
    if (!text.trim()) continue
    if (last && (isPunctuation || (!isUnspaced && !text.startsWith(' ')))) {
      last.text += text.trim()
      last.end = Math.max(last.end, end)
    } else words.push({ text: text.trim(), start, end: Math.max(start, end) })
  }
  return words.map((word) => ({ ...word, confidence: 1 }))
}

const toMillis = (seconds: number, length: Millis): Millis => Math.min(length, Math.round(seconds * 1000))
