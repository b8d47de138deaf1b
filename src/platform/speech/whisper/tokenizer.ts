import { readFile } from 'node:fs/promises'
import { isWrittenWithoutSpaces } from '../languages.ts'

/** A text and the tokens it was decoded from. `ends[i]` is the length of the text after token i. */
type DecodedText = { readonly text: string; readonly ends: readonly number[] }

/** Turns Whisper's token ids into text. Ids of `size` and above (languages, tasks, times) have no text. */
export type Tokenizer = {
  readonly size: number
  decode: (ids: readonly number[]) => DecodedText
  encode: (text: string) => number[]
  /** Returns the bytes of one token. In many scripts a letter is spread over several tokens. */
  bytesOf: (id: number) => Uint8Array
}

/** Reads `tokens.txt`: one line per token with its bytes in base64 and its id. */
export async function readTokenizer(path: string): Promise<Tokenizer> {
  const tokens: Uint8Array[] = []
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const [bytes, id] = line.split(' ')
    if (bytes !== undefined && id !== undefined) tokens[Number(id)] = Buffer.from(bytes, 'base64')
  }
  const bytesOf = (id: number) => tokens[id] ?? new Uint8Array()
  const ranks = new Map(tokens.map((bytes, id) => [Buffer.from(bytes).toString('latin1'), id]))
  return { size: tokens.length, bytesOf, decode: (ids) => decode(ids, bytesOf), encode: (text) => encode(text, ranks) }
}

/** Whisper's regular expression that splits a text before byte pairs are merged. */
const TEXT_PARTS = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu

/** Byte pair encoding: merges the pair with the lowest token first. The id of a token is its rank. */
function encode(text: string, ranks: ReadonlyMap<string, number>): number[] {
  return (text.match(TEXT_PARTS) ?? []).flatMap((part) => {
    let pieces = [...Buffer.from(part, 'utf8').toString('latin1')]
    for (;;) {
      const pairs = pieces.slice(1).map((piece, i) => ranks.get(pieces[i]! + piece) ?? Infinity)
      const lowest = Math.min(...pairs)
      if (lowest === Infinity) return pieces.flatMap((piece) => ranks.get(piece) ?? [])
      const at = pairs.indexOf(lowest)
      pieces = [...pieces.slice(0, at), pieces[at]! + pieces[at + 1]!, ...pieces.slice(at + 2)]
    }
  })
}

/** Decodes tokens without incomplete characters, which remain when the model stopped within one. */
function decode(ids: readonly number[], bytesOf: Tokenizer['bytesOf']): DecodedText {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const ends: number[] = []
  let text = ''
  for (const id of ids) {
    text += decoder.decode(bytesOf(id), { stream: true }).replaceAll('\uFFFD', '')
    ends.push(text.length)
  }
  return { text, ends }
}

/** A word without its time, and the indexes of its first and last token. */
export type UntimedWord = {
  readonly text: string
  readonly confidence: number
  readonly firstToken: number
  readonly lastToken: number
}

/**
 * Splits decoded text into words, in the form `joinWords` takes. The confidence of a word is the geometric mean of the
 * probabilities of its tokens. 10 % of words and 43 % of the errors are below 0.5, measured on held-out clips.
 */
export function tokenWords(decoded: DecodedText, logProbs: readonly number[], language: string): UntimedWord[] {
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

const openingPunctuation = /^[\p{Ps}\p{Pi}]/u

/** Puts opening brackets and quotes into the word after them, and all other punctuation into the word before. */
function splitUnspaced(text: string, language: string): Piece[] {
  const pieces: Piece[] = []
  let prefix: Piece | undefined
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    const before = pieces.at(-1)
    if (isWordLike) {
      pieces.push({ text: (prefix?.text ?? '') + segment, start: prefix?.start ?? index })
      prefix = undefined
    } else if (prefix) prefix.text += segment
    else if (before && !openingPunctuation.test(segment)) before.text += segment
    else if (segment.trim()) prefix = { text: segment, start: index }
  }
  if (prefix) pieces.push(prefix)
  return pieces
}

type TokenRange = { firstToken: number; lastToken: number }

/** Returns the tokens that produced any of the text between two positions, or -1 for both when there are none. */
function tokensBetween(ends: readonly number[], start: number, end: number): TokenRange {
  const overlaps = (tokenEnd: number, i: number) => {
    const tokenStart = ends[i - 1] ?? 0
    // @NOTE A token that ends inside a letter adds no text. It belongs to the letter that follows.
    return tokenStart < end && Math.max(tokenEnd, tokenStart + 1) > start
  }
  return { firstToken: ends.findIndex(overlaps), lastToken: ends.findLastIndex(overlaps) }
}

function confidenceOf(logProbs: readonly number[], { firstToken, lastToken }: TokenRange): number {
  if (firstToken < 0) return 0
  const tokenLogProbs = logProbs.slice(firstToken, lastToken + 1)
  return Math.exp(tokenLogProbs.reduce((sum, logProb) => sum + logProb, 0) / Math.max(1, tokenLogProbs.length))
}
