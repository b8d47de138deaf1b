import { toPlainText } from '../plainText.ts'
import type { Segment } from '../summary.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** A part of a transcript that fits one call: its numbered lines for the model, and the segment for each number. */
export type Part = { readonly text: string; readonly segments: ReadonlyMap<number, Segment> }

const MAX_SEGMENTS = 250

/**
 * Splits a transcript into parts of at most `maxCost` bytes. Each line has the form `[12] 6:14 Anna: words` and starts with the number
 * of the segment in the recording. A segment too long for one part continues in the next one under the same number.
 */
export function splitIntoParts(segments: readonly Segment[], maxCost: number): Part[] {
  const parts: { lines: string[]; cost: number; segments: Map<number, Segment> }[] = []
  segments.forEach((segment, index) => {
    const number = index + 1
    const prefix = `[${number}] ${formatTimestamp(segment.start)} ${speakerPrefix(segment)}`
    for (const chunk of splitText(toPlainText(segment.text), Math.max(200, maxCost - textCost(prefix)))) {
      const line = `${prefix}${chunk}`
      const current = parts.at(-1)
      const fits = current && current.cost + textCost(line) <= maxCost && current.segments.size < MAX_SEGMENTS
      const part = fits ? current : { lines: [], cost: 0, segments: new Map<number, Segment>() }
      if (!fits) parts.push(part)
      part.lines.push(line)
      part.cost += textCost(line)
      part.segments.set(number, segment)
    }
  })
  return parts.map((part) => ({ text: part.lines.join('\n'), segments: part.segments }))
}

const speakerPrefix = ({ speaker }: Segment): string => {
  const name = toPlainText(speaker).replaceAll(':', ' ').slice(0, 80)
  return name === '' ? '' : `${name}: `
}

/** Returns the length of a line in UTF-8 bytes. Models use about one token per three bytes in any script. */
export const textCost = (text: string): number => Buffer.byteLength(text) + 1

/** Splits a text into chunks of a maximum cost, between words where possible. */
function splitText(text: string, maxCost: number): string[] {
  if (text === '' || textCost(text) <= maxCost) return text === '' ? [] : [text]
  const chunks: string[] = []
  let chunk = ''
  for (const word of text.match(/\S{1,40}\s*/gu) ?? []) {
    if (chunk !== '' && textCost(chunk + word) > maxCost) {
      chunks.push(chunk.trim())
      chunk = ''
    }
    chunk += word
  }
  return [...chunks, chunk.trim()]
}
