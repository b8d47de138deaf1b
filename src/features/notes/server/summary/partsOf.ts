import { clockTime } from '../../rules.ts'
import { plainText } from './plainText.ts'
import type { Segment } from './summary.ts'

/** A part of a transcript that fits one call: its numbered lines for the model, and the segment for each number. */
export type Part = { readonly text: string; readonly segments: ReadonlyMap<number, Segment> }

const MOST_NUMBERS = 250

/**
 * Splits a transcript into parts of at most `maxChars`. Each line has the form `[12] 6:14 Anna: words` and starts with the number
 * of the segment in the recording. A segment too long for one part continues in the next one under the same number.
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

/** Returns the length of a text in Latin characters. A Chinese, Japanese or Korean character counts as three. */
export function costOf(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return text.length + 1 + 2 * wide
}

/** Splits a text into chunks of a maximum cost, between words where possible. */
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
