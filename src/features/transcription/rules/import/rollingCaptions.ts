import type { Millis } from '#shared/units.ts'
import type { TimedWord } from './cue.ts'

/** A cue with its lines as shown. */
export type ShownCue = {
  readonly start: Millis
  readonly end: Millis | null
  readonly lines: readonly string[]
  readonly words?: readonly TimedWord[]
  readonly place: number
}

/** Cues with a gap up to this length continue one another. */
const CONTINUES: Millis = 250

/**
 * Removes the repetitions of rolling captions, in which the last line moves up when the next one appears, or a line grows word by
 * word. Requires several cues that repeat a line and add another, because a repeated line alone may have been spoken twice.
 */
export function removeRepeatedLines<T extends ShownCue>(cues: readonly T[], onRepeated: (cue: T, line: string) => void): T[] {
  let evidence = 0
  let pairs = 0
  for (const [n, cue] of cues.entries()) {
    const previous = cues[n - 1]
    if (!previous || !follows(previous, cue)) continue
    pairs++
    const repeated = repeatedLines(previous.lines, cue.lines)
    if ((repeated > 0 && repeated < cue.lines.length) || grows(previous.lines, cue.lines)) evidence++
  }
  const hasWordTimes = cues.some(({ words }) => words)
  if (evidence < (hasWordTimes ? 1 : 2) || evidence < pairs * 0.2) return [...cues]
  return cues.flatMap((cue, n) => {
    const previous = cues[n - 1]
    if (!previous || !follows(previous, cue)) return [cue]
    const repeated = repeatedLines(previous.lines, cue.lines)
    for (const line of cue.lines.slice(0, repeated)) onRepeated(cue, line)
    const lines = cue.lines.slice(repeated)
    if (repeated === 0 && grows(previous.lines, cue.lines)) {
      lines[0] = lines[0]!.slice(previous.lines.at(-1)!.length).trim()
      onRepeated(cue, previous.lines.at(-1)!)
    }
    return lines.some((line) => line !== '') ? [{ ...cue, lines }] : []
  })
}

const follows = (previous: ShownCue, cue: ShownCue): boolean =>
  cue.start >= previous.start && cue.start - (previous.end ?? cue.start) <= CONTINUES

/** Returns how many lines at the beginning repeat the last ones of the previous cue. */
function repeatedLines(before: readonly string[], after: readonly string[]): number {
  for (let count = Math.min(before.length, after.length, 4); count > 0; count--)
    if (before.slice(-count).every((line, n) => line === after[n])) return count
  return 0
}

/** Whether the first line is the last line of the previous cue with added words. */
function grows(before: readonly string[], after: readonly string[]): boolean {
  const [last, first] = [before.at(-1) ?? '', after[0] ?? '']
  return last !== '' && first.length > last.length && first.startsWith(last) && /^[\s\p{P}]/u.test(first.slice(last.length))
}
