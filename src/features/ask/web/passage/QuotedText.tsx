import { useSyncExternalStore } from 'react'
import type { Segment } from '#features/files/contract.ts'
import type { useMomentPlayback } from '#features/files/web.tsx'
import { spokenRange } from './spokenRange.ts'

export type QuotedTextProps = {
  segment: Segment
  /** Undefined in the passages around the cited one. */
  quote: string | undefined
  /** What plays, undefined until something does. */
  playback: ReturnType<typeof useMomentPlayback>['playback']
}

/** The text of a segment: the quoted words are marked, and the word that is spoken. A transcript that was changed since may lack the quote. */
export function QuotedText({ segment, quote, playback }: QuotedTextProps) {
  const text = segment.content
  // A string, because the component renders when the value changes.
  const spoken = useSyncExternalStore(playback?.subscribeTime ?? subscribeToNothing, () =>
    playback ? (spokenRange(segment, playback.time()) ?? []).join() : '',
  )
  const [from = -1, to = -1] = spoken === '' ? [] : spoken.split(',').map(Number)
  const [[start, end] = [0, 0]] = quote === undefined ? [] : findQuote(text, quote)
  const edges = [...new Set([0, start, end, ...(from < 0 ? [] : [from, to]), text.length])].toSorted((a, b) => a - b)
  return edges.slice(1).map((edge, n) => {
    const first = edges[n] ?? 0
    const part = text.slice(first, edge)
    const [isQuoted, isSpoken] = [first >= start && edge <= end, first >= from && edge <= to]
    if (!isQuoted && !isSpoken) return part
    const Part = isQuoted ? 'mark' : 'span'
    return (
      <Part key={first} data-spoken={isSpoken || undefined} className={isQuoted && isSpoken ? BOTH_CLASS : MARK_CLASS}>
        {part}
      </Part>
    )
  })
}

// No room around the marks: the text must not move while the word goes on.
const MARK_CLASS = 'bg-accent-soft text-inherit'
const BOTH_CLASS = 'rounded-[3px] bg-accent text-accent-ink'

const subscribeToNothing = () => () => {}

/** Returns where the quote is in the text. Letters and digits are compared: quotes have other spaces and lack fillers at times. */
export function findQuote(text: string, quote: string): [number, number][] {
  const exact = text.indexOf(quote)
  if (exact >= 0) return [[exact, exact + quote.length]]
  const places: number[] = []
  let letters = ''
  for (const [index, character] of [...text].map((each, n, all) => [all.slice(0, n).join('').length, each] as const)) {
    if (!/[\p{L}\p{N}]/u.test(character)) continue
    letters += character.toLowerCase()
    places.push(...Array.from(character.toLowerCase(), () => index))
  }
  const wanted = quote.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const start = wanted === '' ? -1 : letters.indexOf(wanted)
  const first = places[Array.from(letters.slice(0, Math.max(0, start))).length]
  const last = places[Array.from(letters.slice(0, start + wanted.length)).length - 1]
  return start < 0 || first === undefined || last === undefined ? [] : [[first, last + 1]]
}
