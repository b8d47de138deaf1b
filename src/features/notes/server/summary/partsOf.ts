import { clockTime } from '../../rules.ts'
import { plainText } from './plainText.ts'
import type { Segment } from './summary.ts'

/** A stretch of a transcript that fits one call: its lines as the model reads them, and the segment behind each number. */
export type Part = { readonly text: string; readonly segments: ReadonlyMap<number, Segment> }

const MOST_NUMBERS = 250

/**
 * A whole transcript in parts of at most `maxChars`, each line `[12] 6:14 Anna: words` with the segment's number in the
 * recording. Nothing is left out: a segment too long for one part goes on in the next under the same number.
 */
export function partsOf(segments: readonly Segment[], maxChars: number): Part[] {
  const parts: { lines: string[]; cost: number; segments: Map<number, Segment> }[] = []
  segments.forEach((segment, index) => {
    const number = index + 1
    const head = `[${number}] ${clockTime(segment.start)} ${nameOf(segment)}`
    for (const piece of piecesOf(plainText(segment.text), Math.max(200, maxChars - head.length))) {
      const line = `${head}${piece}`
      const current = parts.at(-1)
      const fits = current && current.cost + costOf(line) <= maxChars && current.segments.size < MOST_NUMBERS
      const part = fits ? current : { lines: [], cost: 0, segments: new Map<number, Segment>() }
      if (!fits) parts.push(part)
      part.lines.push(line)
      part.cost += costOf(line)
      part.segments.set(number, segment)
    }
  })
  return parts.map((part) => ({ text: part.lines.join('\n'), segments: part.segments }))
}

const nameOf = ({ speaker }: Segment): string => {
  const name = plainText(speaker).replaceAll(':', ' ').slice(0, 80)
  return name === '' ? '' : `${name}: `
}

/** Length of a text in characters of the Latin script: one Chinese, Japanese or Korean character costs about three. */
export function costOf(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return text.length + 1 + 2 * wide
}

/** Pieces that cost at most `most` each, cut between words where there are any. */
function piecesOf(text: string, most: number): string[] {
  if (text === '' || costOf(text) <= most) return text === '' ? [] : [text]
  const pieces: string[] = []
  let piece = ''
  for (const word of text.match(/\S{1,40}\s*/gu) ?? []) {
    if (piece !== '' && costOf(piece + word) > most) {
      pieces.push(piece.trim())
      piece = ''
    }
    piece += word
  }
  return [...pieces, piece.trim()]
}
