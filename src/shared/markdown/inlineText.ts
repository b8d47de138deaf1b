import { toTimeLink } from '../timeLink.ts'
import { formatTimestamp } from '../timestamp.ts'
import type { Millis } from '../units.ts'

/** A link to a time of the recording as texts have it, `[6:14](#t=374000)`. Without `[` in its words, so that it is found in one pass. */
export const TIME_LINK = /\[([^[\]]*)\]\(#t=(\d{1,12})\)/g

/** Returns a link to a time of the recording. */
export const formatTimeLink = (time: Millis): string => `[${formatTimestamp(time)}](${toTimeLink(time)})`

/** Returns the times that a text links to, in its order. */
export const linkedTimes = (text: string): Millis[] => [...text.matchAll(TIME_LINK)].map(([, , digits]) => Number(digits))

/** Returns a text without its links to times. */
export const withoutTimes = (text: string): string => text.replaceAll(/(?<!\s)\s*\[[^[\]]*\]\(#t=\d{1,12}\)/g, '')

const ESCAPED = String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`
const TICKS = String.raw`(?<ticks>\x60+)`
const LINK = String.raw`!?\[(?<label>(?:[^[\]\\]|\\.)*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+(?:"[^"]*"|'[^']*'))?\)`
const ADDRESS = String.raw`<(?<address>(?:https?:\/\/|mailto:)[^\s<>]*)>`
const BREAK = String.raw`(?<break><br\s*\/?>)`
const ENTITY = String.raw`&(?<entity>amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#[xX][\da-fA-F]{1,6});`
const MARKS = String.raw`(?<marks>\*+|_+|~~)`
const INLINE = new RegExp([ESCAPED, TICKS, LINK, ADDRESS, BREAK, ENTITY, MARKS].join('|'), 'g')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** A part of a text. Marks are left out when they are those of emphasis. */
type Piece = { text: string }

/**
 * Returns the words of a line without escapes, links and the marks of emphasis and code. Takes one pass, also for a line of nothing but
 * marks.
 */
export function inlineText(text: string): string {
  const pieces: Piece[] = []
  const open = new Map<string, Piece[]>()
  const findEnd = createCodeFinder(text)
  const inline = new RegExp(INLINE)
  let end = 0
  for (let match = inline.exec(text); match; match = inline.exec(text)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) })
    end = inline.lastIndex
    const { marks, ticks } = match.groups ?? {}
    const codeEnd = ticks === undefined ? undefined : findEnd(ticks.length, end)
    if (ticks !== undefined && codeEnd !== undefined) {
      pieces.push({ text: withoutPadding(text.slice(end, codeEnd)) })
      end = inline.lastIndex = codeEnd + ticks.length
    } else if (marks === undefined) pieces.push({ text: plainPart(match) })
    else pieces.push(closeEmphasis(marks, { before: text[match.index - 1] ?? ' ', after: text[end] ?? ' ', open }))
  }
  pieces.push({ text: text.slice(end) })
  return pieces.map((piece) => piece.text).join('')
}

/** Returns a function that finds the next marks of this length, which end code. Each place is looked at once. */
function createCodeFinder(text: string): (length: number, from: number) => number | undefined {
  const places = Map.groupBy(text.matchAll(/\x60+/g), ([ticks]) => ticks.length)
  const next = new Map<number, number>()
  return (length, from) => {
    const list = places.get(length) ?? []
    let at = next.get(length) ?? 0
    while (at < list.length && list[at]!.index < from) at++
    next.set(length, at)
    return list[at]?.index
  }
}

/** One space beside the marks of code does not belong to it. */
const withoutPadding = (code: string): string => (/^ .* $/.test(code) && code.trim() !== '' ? code.slice(1, -1) : code)

function plainPart({ groups = {} }: RegExpMatchArray): string {
  const { escaped, ticks, label, address, entity } = groups
  if (escaped !== undefined) return escaped
  if (ticks !== undefined) return ticks
  if (label !== undefined) return inlineText(label)
  if (address !== undefined) return address
  if (entity === undefined) return '\n'
  if (!entity.startsWith('#')) return ENTITIES[entity] ?? ''
  const number = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
  return number > 0 && number <= 0x10_ff_ff ? String.fromCodePoint(number) : '\ufffd'
}

const SPACE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u
const WORD = /[\p{L}\p{N}]/u
const DIGIT = /\p{N}/u

type Place = { readonly before: string; readonly after: string; readonly open: Map<string, Piece[]> }

/** Takes marks off those that they close, and returns what is left of them, which later marks may close. */
function closeEmphasis(marks: string, { before, after, open }: Place): Piece {
  const piece: Piece = { text: marks }
  const mark = marks[0]!
  // A sign between two numbers is no emphasis: 2*3*4.
  if (DIGIT.test(before) && DIGIT.test(after)) return piece
  if (marks.startsWith('_') && WORD.test(before) && WORD.test(after)) return piece
  const canOpen = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before))
  const canClose = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after))
  const opened = open.get(mark) ?? []
  while (canClose && piece.text !== '' && opened.length > 0) {
    const opener = opened.at(-1)!
    const count = Math.min(opener.text.length, piece.text.length)
    opener.text = opener.text.slice(count)
    piece.text = piece.text.slice(count)
    if (opener.text === '') opened.pop()
  }
  if (canOpen && piece.text !== '') {
    opened.push(piece)
    open.set(mark, opened)
  }
  return piece
}
