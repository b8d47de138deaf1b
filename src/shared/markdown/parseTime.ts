import type { Millis } from '../units.ts'
import { CONTAINERS } from './markdownLines.ts'

/** A longer part without an empty line in it is no text that people read. */
const MAX_LENGTH = 40_000
/** More quotations and lists in each other exhaust the stack of the parser. */
const MAX_DEPTH = 64

/** What the parser takes for a character, a mark, and a list or quotation that a line lies in. Measured with the worst texts of each kind. */
const PER_CHARACTER: Millis = 0.002
const PER_MARK: Millis = 0.03
const PER_CONTAINER: Millis = 0.2
/** It compares lines, emphasis, links and HTML with all others of the same part. */
const PER_PAIR: Millis = 0.000_15
/** Words that are struck out are compared many times. */
const PER_TILDES: Millis = 0.05

/** Returns an upper estimate of the time in which a part of Markdown is parsed, from what costs time in it. Infinity when it is too deep. */
export function parseTime(part: string): Millis {
  if (part.length > MAX_LENGTH) return Infinity
  const depths = depthsOf(part.split('\n'))
  if (depths.some((depth) => depth > MAX_DEPTH)) return Infinity
  const containers = depths.reduce((sum, depth) => sum + depth, 0)
  const pairs = depths.length + count(part, /[*_[]|<[!?]/g)
  const marks = count(part, /[\\<>&@`|*_~[\]!:#]|www/g)
  return (
    part.length * PER_CHARACTER +
    marks * PER_MARK +
    containers * PER_CONTAINER +
    pairs ** 2 * PER_PAIR +
    count(part, /~/g) ** 2 * PER_TILDES
  )
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns in how many lists and quotations each line lies, or may lie. */
function depthsOf(lines: readonly string[]): number[] {
  let depth = 0
  let afterBlank = true
  return lines.map((line) => {
    const isBlank = line.trim() === ''
    const start = isBlank ? '' : (CONTAINERS.exec(line)?.[0] ?? '')
    const indent = start.replaceAll('\t', '    ').search(/[^ ]|$/)
    const own = count(start, /[>*+.)-]/g) + Math.floor(indent / 2)
    // An empty line is in all lists of the line before, and a line of text may go on with its paragraph.
    if (own > 0 || (!isBlank && afterBlank)) depth = own
    afterBlank = isBlank
    return depth
  })
}
