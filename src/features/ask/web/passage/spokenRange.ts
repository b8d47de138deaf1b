import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'

/** How long a word stays marked after its end, so that the mark does not flicker between words. */
const LINGER: Millis = 300
/** Characters that may stand before a word that was not changed: signs and words that were added. */
const MAX_GAP = 40

/**
 * Returns where the word that is spoken at a time is in the text of a segment: its first and its end index. Undefined between words, and
 * for a word that was changed in the text. The rules of transcripts find more in changed texts, but the page of questions would load
 * them for this alone.
 */
export function spokenRange(
  { content, words = [], start_time, end_time }: Pick<Segment, 'content' | 'words' | 'start_time' | 'end_time'>,
  time: Millis,
): readonly [number, number] | undefined {
  if (time < start_time || time >= end_time) return undefined
  const index = words.findLastIndex(([start]) => start <= time)
  if (index < 0 || time >= (words[index]?.[1] ?? 0) + LINGER) return undefined
  let [at, from] = [0, -1]
  for (const [, , raw] of words.slice(0, index + 1)) {
    const word = raw.trim()
    from = word === '' ? -1 : content.indexOf(word, at)
    if (from > at + MAX_GAP) from = -1
    if (from >= 0) at = from + word.length
  }
  return from < 0 ? undefined : [from, at]
}
