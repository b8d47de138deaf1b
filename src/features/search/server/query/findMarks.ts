import { foldWithOrigins, originOf } from '#shared/foldForSearch.ts'
import { mergeRanges } from '#shared/mergeRanges.ts'
import type { Token } from '../words/tokenize.ts'
import type { Term, TermToken } from './parseQuery.ts'

/** A match of a term in a text, in UTF-16 units. */
export type Hit = { readonly term: number; readonly from: number; readonly to: number }

type Range = { readonly from: number; readonly to: number }
type Positions = ReadonlyMap<number, readonly Token[]>

/** Returns the matches of terms in a text with these tokens, in text order. `term` is the index of the term. */
export function findHits(text: string, tokens: readonly Token[], terms: readonly Term[]): Hit[] {
  const positions = Map.groupBy(tokens, ({ position }) => position)
  const hits = terms.flatMap((each, term) => {
    const isRelated = new Map(each.related.map(({ word, part }) => [word, part]))
    return tokens.flatMap((token): Hit[] => {
      const found = matchParts(positions, token.position, each.parts)
      const ranges = found?.from === token.start ? [found] : []
      if (isRelated.has(token.text)) ranges.push(rangeOfPart(text, token, isRelated.get(token.text) ?? null))
      return ranges.map((range) => ({ term, ...range }))
    })
  })
  return hits.toSorted((a, b) => a.from - b.from || a.to - b.to)
}

/** Returns the ranges of the parts of a term when the first one is at a position. */
function matchParts(positions: Positions, position: number, [part, ...rest]: Term['parts']): Range | undefined {
  for (const spelling of part?.spellings ?? []) {
    const found = matchTokens(positions, position, spelling)
    if (!found) continue
    const [next] = rest
    if (!next) return found
    const following = matchParts(positions, found.last + next.distance, rest)
    if (following) return { from: found.from, to: following.to }
  }
  return undefined
}

function matchTokens(positions: Positions, first: number, wanted: readonly TermToken[]): (Range & { last: number }) | undefined {
  let [position, from, to] = [first, 0, 0]
  for (const [index, { text, distance, isPrefix }] of wanted.entries()) {
    if (index > 0) position += distance
    const token = positions.get(position)?.find((each) => (isPrefix ? each.text.startsWith(text) : each.text === text))
    if (!token) return undefined
    if (index === 0) from = token.start
    // The query was for one character of the pair.
    to = token.kind === 'pair' && token.text !== text ? token.firstEnd : token.end
  }
  return { from, to, last: position }
}

/** Returns the range of a part of a word, or of the whole word. */
function rangeOfPart(text: string, { start, end }: Token, part: string | null): Range {
  const word = foldWithOrigins(text.slice(start, end))
  const index = part === null ? -1 : word.folded.indexOf(part)
  if (part === null || index < 0) return { from: start, to: end }
  const [from, to] = originOf(word, index, index + part.length)
  return { from: start + from, to: start + to }
}

/** Converts matches to marks: in order, with overlapping ones merged. */
export const toMarks = (hits: readonly Pick<Hit, 'from' | 'to'>[]): [number, number][] =>
  mergeRanges(hits.map(({ from, to }) => [from, to]))
