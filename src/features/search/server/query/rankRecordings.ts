import type { SearchSort } from '../../contract.ts'
import type { SimilarPassage, SimilarRecording } from '../meaning/findByMeaning.ts'
import type { Candidate } from './storeSearch.ts'

/** A recording with its rank. `hits` is 0 when its words are only in its title, or in different passages. */
export type Ranked = {
  readonly fileId: string
  readonly startTime: number
  readonly language: string
  /** Whether all words are in one passage or in the title. */
  readonly isTogether: boolean
  /** Recordings of a higher tier come first, then those with a higher score. */
  readonly tier: number
  readonly score: number
  readonly isInTitle: boolean
  readonly hits: number
  /** Whether it contains the words; otherwise only its meaning is similar. */
  readonly hasWords: boolean
  /** Passages without the words but with a similar meaning, the most similar first. */
  readonly similar: readonly SimilarPassage[]
}

/** Weight of the logarithm of the number of passages in the rank. */
const HITS_WEIGHT = 0.1

/**
 * Returns recordings, the best first. With `ignoresPassages`, when there are too many passages to rank, only titles count, then the
 * date.
 */
export function rankRecordings(candidates: readonly Candidate[], { ignoresPassages }: { ignoresPassages: boolean }): Ranked[] {
  const ranked = candidates.map((candidate): Ranked => {
    const isTogether = ignoresPassages || candidate.hits > 0 || candidate.title_rank > 0
    const passageRank =
      candidate.hits > 0 && !ignoresPassages ? (candidate.rank ?? 0) + HITS_WEIGHT * Math.log(candidate.hits) : 0
    return {
      fileId: candidate.file_id,
      startTime: candidate.start_time.getTime(),
      language: candidate.language,
      isTogether,
      tier: Number(isTogether),
      score: isTogether ? candidate.title_rank + passageRank : candidate.partial_title_rank,
      isInTitle: candidate.title_rank > 0,
      hasWords: true,
      similar: [],
      // Not all passages were read.
      hits: ignoresPassages ? Math.max(1, candidate.hits) : candidate.hits,
    }
  })
  return ranked.toSorted(comparer('best'))
}

/** The constant of reciprocal rank fusion, as in the paper that proposed it (Cormack, Clarke, Büttcher 2009). */
const RANK_CONSTANT = 60
/** Returns the score of a rank, counted from 0. */
export const rankScore = (place: number): number => 1 / (RANK_CONSTANT + place + 1)

/** Maximum number of recordings found only by meaning, and of passages shown for one. */
const MAX_SIMILAR = 50
const MAX_SIMILAR_PASSAGES = 3

/**
 * Merges recordings that contain the words and those with a similar meaning by reciprocal rank fusion. The given lists begin with
 * the best.
 */
export function mixRankings(words: readonly Ranked[], similar: readonly SimilarRecording[], sort: SearchSort): Ranked[] {
  const mixed = new Map(words.map((each, place) => [each.fileId, { ...each, tier: 0, score: rankScore(place) }]))
  for (const [place, { fileId, startTime, language, passages }] of similar.slice(0, MAX_SIMILAR).entries()) {
    const known = mixed.get(fileId)
    const shown = passages.filter(({ has_words }) => !has_words).slice(0, MAX_SIMILAR_PASSAGES)
    if (!known && shown.length === 0) continue
    const base = known ?? {
      fileId,
      startTime,
      language,
      isTogether: false,
      tier: 0,
      score: 0,
      isInTitle: false,
      hits: 0,
      hasWords: false,
    }
    mixed.set(fileId, { ...base, score: base.score + rankScore(place), similar: shown })
  }
  return [...mixed.values()].toSorted(comparer(sort))
}

type Order = (a: Place, b: Place) => number
export type Place = Pick<Ranked, 'fileId' | 'startTime' | 'tier' | 'score'>

/** Returns a total order of recordings, so that pages are consistent. */
export function comparer(sort: SearchSort): Order {
  const byId: Order = (a, b) => (a.fileId < b.fileId ? 1 : a.fileId > b.fileId ? -1 : 0)
  const newest: Order = (a, b) => b.startTime - a.startTime || byId(a, b)
  if (sort === 'newest') return newest
  if (sort === 'oldest') return (a, b) => -newest(a, b)
  return (a, b) => b.tier - a.tier || b.score - a.score || newest(a, b)
}
