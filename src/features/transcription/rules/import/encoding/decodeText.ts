import { analyse } from 'chardet'
import { ENCODINGS, type Encoding } from './encodings.ts'
import { plausibility } from './plausibility.ts'

/** A text and the encoding in which it was read. */
export type DecodedText = {
  readonly text: string
  readonly encoding: Encoding
  /** The encoding was guessed: the file has no byte order mark and is not UTF-8. */
  readonly isGuess: boolean
}

/** Number of bytes used to guess an encoding. */
const SAMPLE = 16 * 1024
/** Weight of the guess by letter frequencies, relative to that of the detector. */
const CHARDET_WEIGHT = 0.5

/**
 * Returns the text of a file in the given encoding, or in the detected one. A file without a byte order mark is read as UTF-8 if it
 * is valid; otherwise the encoding is guessed, and the user is asked.
 */
export function decodeText(bytes: Uint8Array, encoding?: Encoding): DecodedText {
  if (encoding) return { text: decode(bytes, encoding), encoding, isGuess: false }
  const marked = markOf(bytes)
  if (marked) return { text: decode(bytes, marked), encoding: marked, isGuess: false }
  const wide = wideOf(bytes)
  if (wide) return { text: decode(bytes, wide), encoding: wide, isGuess: false }
  // The escape sequences of this Japanese encoding are ASCII, so it looks like valid UTF-8.
  if (hasEscapes(bytes)) return { text: decode(bytes, 'iso-2022-jp'), encoding: 'iso-2022-jp', isGuess: true }
  const text = decodeStrictly(bytes, 'utf-8')
  if (text !== null) return { text, encoding: 'utf-8', isGuess: false }
  const guessed = guessEncoding(bytes)
  return { text: decode(bytes, guessed), encoding: guessed, isGuess: true }
}

const decode = (bytes: Uint8Array, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes)

function decodeStrictly(bytes: Uint8Array, encoding: Encoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns the encoding of the byte order mark. */
function markOf([first, second, third]: Uint8Array): Encoding | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** Detects UTF-16, in which digits, line breaks and tags have a zero byte on one side. */
function wideOf(bytes: Uint8Array): Encoding | null {
  const length = Math.min(bytes.length, SAMPLE) & ~1
  let [even, odd] = [0, 0]
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0 && bytes[at + 1] !== 0) even++
    else if (bytes[at + 1] === 0 && bytes[at] !== 0) odd++
  }
  if (Math.max(even, odd) < length * 0.02 || Math.max(even, odd) < 2) return null
  return even > odd * 4 ? 'utf-16be' : odd > even * 4 ? 'utf-16le' : null
}

function hasEscapes(bytes: Uint8Array): boolean {
  for (let at = 0; at < Math.min(bytes.length, SAMPLE); at++) {
    if (bytes[at]! >= 0x80) return false
    if (bytes[at] === 0x1b && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true
  }
  return false
}

/** Guesses the encoding by the letters that each one results in, and by the frequencies of byte sequences in a language. */
function guessEncoding(bytes: Uint8Array): Encoding {
  const sample = linesBeyondAscii(bytes)
  // A few damaged bytes do not rule out UTF-8.
  const damaged = new TextDecoder().decode(sample)
  const lost = damaged.split('\ufffd').length - 1
  const beyond = [...damaged].filter((character) => character > '\u007f').length
  if (lost < beyond * 0.1) return 'utf-8'
  const confidences = new Map(analyse(sample).map(({ name, confidence }) => [aliasOf(name), confidence / 100]))
  let [best, bestScore] = ['windows-1252' as Encoding, -Infinity]
  for (const encoding of ENCODINGS) {
    if (encoding === 'utf-8' || encoding.startsWith('utf-16') || encoding === 'iso-2022-jp') continue
    const text = decodeStrictly(sample, encoding)
    if (text === null) continue
    const confidence = confidences.get(encoding) ?? 0
    const score = plausibility(text, encoding) + confidence * CHARDET_WEIGHT - RARITY.indexOf(encoding) * 0.01
    if (score > bestScore) [best, bestScore] = [encoding, score]
  }
  return best
}

/** In order of increasing rarity today. */
const RARITY: readonly Encoding[] = [
  'windows-1252',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'windows-1250',
  'windows-1254',
  'big5',
  'euc-kr',
  'windows-1256',
  'windows-1253',
  'windows-1255',
  'windows-874',
  'euc-jp',
  'koi8-r',
  'windows-1257',
  'macintosh',
  'windows-1258',
  'iso-8859-2',
  'iso-8859-5',
  'iso-8859-7',
  'koi8-u',
  'ibm866',
  'x-mac-cyrillic',
]

/** ISO 8859 and Windows encodings have the same letters at almost the same code points. */
const ALIASES: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-6': 'windows-1256',
}
const aliasOf = (name: string): string => ALIASES[name.toLowerCase()] ?? name.toLowerCase()

/** Returns the lines with non-ASCII characters. Times and numbers reveal nothing about a language. */
function linesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const parts: number[] = []
  let from = 0
  for (let at = 0; at <= bytes.length && parts.length < SAMPLE; at++) {
    if (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d && at - from < SAMPLE) continue
    const line = bytes.subarray(from, at)
    if (line.some((byte) => byte >= 0x80)) {
      for (const byte of line) parts.push(byte)
      parts.push(0x0a)
    }
    from = at + 1
  }
  return new Uint8Array(parts.length > 0 ? parts : bytes.subarray(0, SAMPLE))
}
