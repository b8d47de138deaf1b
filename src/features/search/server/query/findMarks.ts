import type { Token } from '../tokenize.ts'
import type { Term, TermToken } from './parseQuery.ts'

/** Where a term was found in a text, in UTF-16 units. */
export type Hit = { readonly term: number; readonly from: number; readonly to: number }

/** Returns where the terms are in a text, in the order of the text. `term` is the index of a term. */
export function findHits(tokens: readonly Token[], terms: readonly Term[]): Hit[] {
  const byPosition = new Map(tokens.map((token) => [token.position, token]))
  const hits = terms.flatMap(({ tokens: wanted }, term) =>
    tokens.flatMap((token) => {
      const end = endOfMatch(token, byPosition, wanted)
      return end === undefined ? [] : [{ term, from: token.start, to: end }]
    }),
  )
  return hits.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

/** Returns where a term that begins at this token ends, or undefined when another one begins there. */
function endOfMatch(first: Token, byPosition: ReadonlyMap<number, Token>, wanted: readonly TermToken[]): number | undefined {
  let end: number | undefined
  let { position } = first
  for (const [index, { text, distance, isPrefix }] of wanted.entries()) {
    if (index > 0) position += distance
    const token = byPosition.get(position)
    if (!token || !(isPrefix ? token.text.startsWith(text) : token.text === text)) return undefined
    // One character of a pair was looked for.
    end = token.kind === 'pair' && token.text !== text ? token.firstEnd : token.end
  }
  return end
}

/** Returns hits as marks: in order, with those joined that overlap. */
export function toMarks(hits: readonly Pick<Hit, 'from' | 'to'>[]): [number, number][] {
  const marks: [number, number][] = []
  for (const { from, to } of hits.toSorted((a, b) => a.from - b.from)) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}
