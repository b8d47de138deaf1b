import { isWrittenWithoutSpaces } from './languages.ts'
import type { DecodedText } from './tokenizer.ts'

/** A word without its place in time, and the tokens it was made of: the places of the first and the last of them. */
export type HeardWord = {
  readonly text: string
  readonly confidence: number
  readonly firstToken: number
  readonly lastToken: number
}

/**
 * Cuts decoded text into words, in the form `joinWords` takes. A word's confidence is the (geometric) mean probability of
 * its tokens: below 0.5 stand 10 % of words and 43 % of the errors, measured on held-out clips.
 */
export function tokenWords(decoded: DecodedText, logProbs: readonly number[], language: string): HeardWord[] {
  return splitWords(decoded.text, language).map(({ text, start }) => {
    const tokens = tokensBetween(decoded.ends, start, start + text.trimEnd().length)
    return { text, confidence: confidenceOf(logProbs, tokens), ...tokens }
  })
}

type Piece = { text: string; start: number }

function splitWords(text: string, language: string): Piece[] {
  if (isWrittenWithoutSpaces(language)) return splitUnspaced(text, language)
  return Array.from(text.matchAll(/\S+/g), (match) => ({ text: match[0], start: match.index }))
}

const opensQuote = /^[\p{Ps}\p{Pi}]/u

/** Opening brackets and quotes go with the word after them, all else that is no word with the word before. */
function splitUnspaced(text: string, language: string): Piece[] {
  const pieces: Piece[] = []
  let lead: Piece | undefined
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const before = pieces.at(-1)
    if (isWordLike) {
      pieces.push({ text: (lead?.text ?? '') + segment, start: lead?.start ?? index })
      lead = undefined
    } else if (lead) lead.text += segment
    else if (before && !opensQuote.test(segment)) before.text += segment
    else if (segment.trim()) lead = { text: segment, start: index }
  }
  if (lead) pieces.push(lead)
  return pieces
}

type TokenRange = { firstToken: number; lastToken: number }

/** Returns the tokens that wrote any of the text between two places; -1 for both when there are none. */
function tokensBetween(ends: readonly number[], start: number, end: number): TokenRange {
  const wrote = (tokenEnd: number, i: number) => {
    const tokenStart = ends[i - 1] ?? 0
    // @NOTE a token that ends inside a letter adds no text of its own: it belongs to the letter that follows.
    return tokenStart < end && Math.max(tokenEnd, tokenStart + 1) > start
  }
  return { firstToken: ends.findIndex(wrote), lastToken: ends.findLastIndex(wrote) }
}

function confidenceOf(logProbs: readonly number[], { firstToken, lastToken }: TokenRange): number {
  if (firstToken < 0) return 0
  const wrote = logProbs.slice(firstToken, lastToken + 1)
  return Math.exp(wrote.reduce((sum, logProb) => sum + logProb, 0) / Math.max(1, wrote.length))
}
