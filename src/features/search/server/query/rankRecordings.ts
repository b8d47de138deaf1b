import type { SearchSort } from '../../contract.ts'
import type { Candidate } from './storeSearch.ts'

/** A recording with its place in the order. `hits` is 0 when its words are in its title only, or in different passages. */
export type Ranked = {
  readonly fileId: string
  readonly startTime: number
  readonly language: string
  /** Recordings with all words in one passage or in the title come before those with words in different passages. */
  readonly isTogether: boolean
  readonly score: number
  readonly isInTitle: boolean
  readonly hits: number
}

/** How much more passages count for the rank, by the logarithm of their number. */
const HITS_WEIGHT = 0.1

/**
 * Returns recordings in order. With `ignoresPassages` there are so many passages that their ranks say nothing: titles count, then
 * the date.
 */
export function rankRecordings(
  candidates: readonly Candidate[],
  { sort, ignoresPassages }: { sort: SearchSort; ignoresPassages: boolean },
): Ranked[] {
  const ranked = candidates.map((candidate): Ranked => {
    const isTogether = ignoresPassages || candidate.hits > 0 || candidate.title_rank > 0
    const passageRank =
      candidate.hits > 0 && !ignoresPassages ? (candidate.rank ?? 0) + HITS_WEIGHT * Math.log(candidate.hits) : 0
    return {
      fileId: candidate.file_id,
      startTime: candidate.start_time.getTime(),
      language: candidate.language,
      isTogether,
      score: isTogether ? candidate.title_rank + passageRank : candidate.partial_title_rank,
      isInTitle: candidate.title_rank > 0,
      // Not all passages were read.
      hits: ignoresPassages ? Math.max(1, candidate.hits) : candidate.hits,
    }
  })
  return ranked.toSorted(comparer(sort))
}

type Order = (a: Place, b: Place) => number
export type Place = Pick<Ranked, 'fileId' | 'startTime' | 'isTogether' | 'score'>

/** Returns the order of a list: the same recordings are always in the same order. */
export function comparer(sort: SearchSort): Order {
  const byId: Order = (a, b) => (a.fileId < b.fileId ? 1 : a.fileId > b.fileId ? -1 : 0)
  const newest: Order = (a, b) => b.startTime - a.startTime || byId(a, b)
  if (sort === 'newest') return newest
  if (sort === 'oldest') return (a, b) => -newest(a, b)
  return (a, b) => Number(b.isTogether) - Number(a.isTogether) || b.score - a.score || newest(a, b)
}
