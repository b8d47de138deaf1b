import { cleanName } from '#shared/normalizeText.ts'
import { DOUBT_THRESHOLD } from '#features/transcription/rules.ts'
import { toPlainText } from './plainText.ts'
import type { Segment } from './summary.ts'

const TITLE_MAX = 80
/** Minimum number of letters for a title: about eight words, or sixteen Chinese characters. */
const MIN_LETTERS = 32
const LETTERS_PER_IDEOGRAPH = 2
/** Minimum mean confidence of a clearly recognised passage. */
const CONFIDENT = 0.7

/** Converts a text to the title of a recording: on one line, without quotes and full stop, and cut at the end of a word. */
export function toTitle(text: string): string {
  const title = trimMarks(cleanName(toPlainText(text)))
  const characters = [...title]
  if (characters.length <= TITLE_MAX) return title
  const cut = characters.slice(0, TITLE_MAX + 1).join('')
  const end = cut.lastIndexOf(' ')
  return trimMarks(end > TITLE_MAX / 2 ? cut.slice(0, end) : characters.slice(0, TITLE_MAX).join(''))
}

/** Removes quotes around the whole title, and punctuation at its end. */
function trimMarks(text: string): string {
  const trimmed = text.replace(/[\s.,;:。、，；：…–—-]+$/u, '').trim()
  const [, inner] = /^["“”„«»‹›「『'‘’]+([^"“”„«»‹›「」『』]+)["“”„«»‹›」』'‘’]+$/u.exec(trimmed) ?? []
  return inner === undefined ? trimmed : trimMarks(inner)
}

/** Returns the segments that were clearly recognised. Segments without words were written by users or other programs. */
export const confidentSegments = (segments: readonly Segment[]): Segment[] =>
  segments.filter(({ words = [] }) => {
    const total = words.reduce((sum, { confidence = 1 }) => sum + confidence, 0)
    return words.length === 0 || total / words.length >= CONFIDENT
  })

/** Returns whether enough was recognised for a title. */
export function hasEnoughForTitle(segments: readonly Segment[]): boolean {
  const text = confidentSegments(segments)
    .map((segment) => segment.text)
    .join('')
  const letters = text.match(/\p{L}/gu) ?? []
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? []
  return letters.length + (LETTERS_PER_IDEOGRAPH - 1) * ideographs.length >= MIN_LETTERS
}

/** Returns the words of segments that may have been misrecognised, in lower case. */
export function doubtfulWords(segments: readonly Segment[]): ReadonlySet<string> {
  const [first, ...others] = segments.map(doubtsOf)
  return others.length === 0 ? (first ?? new Set()) : new Set([first!, ...others].flatMap((words) => [...words]))
}

const knownDoubts = new WeakMap<Segment, ReadonlySet<string>>()

/** Cached, because a long segment is checked once per sentence. */
function doubtsOf(segment: Segment): ReadonlySet<string> {
  const known = knownDoubts.get(segment)
  if (known) return known
  const words = (segment.words ?? []).filter(({ confidence = 1 }) => confidence < DOUBT_THRESHOLD)
  const doubts = new Set(words.map(({ text }) => lettersOf(text)))
  knownDoubts.set(segment, doubts)
  return doubts
}

/** Returns a word in lower case without surrounding punctuation. */
export const lettersOf = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')
