import { type ActiveFilter } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { Span } from '../indexing/passages.ts'
import { embedQuery, type QueryVector } from '../meaning/embedQuery.ts'
import { findByMeaning } from '../meaning/findByMeaning.ts'
import { readPieces, tokenize } from '../words/tokenize.ts'
import type { TermToken } from './parseQuery.ts'
import { listPassagesWithAny, listSpeakersOf } from './storePassages.ts'
import { rankScore } from './rankRecordings.ts'
import { type Scope, useIndexes } from './storeSearch.ts'

/** A word to find in passages. Words that begin with `beginning` also match, to include other forms. */
export type WantedWord = { readonly word: string; readonly beginning: string; readonly weight: number }

export type PassageScope = {
  readonly filter: ActiveFilter
  /** With speakers, only what they say is searched. */
  readonly speakers: readonly string[]
}

/** A passage of a transcript that contains some of the words, by its segments. */
export type RelevantPassage = {
  readonly fileId: string
  readonly n: number
  readonly segmentIds: readonly string[]
  readonly score: number
}

export type RelevantPassages = {
  /** The best first. */
  readonly passages: readonly RelevantPassage[]
  /** For each word, the number of passages that contain it, up to a few thousand. */
  readonly counts: readonly number[]
  /** Speakers whose names are among the words. */
  readonly speakers: readonly string[]
}

/** A shorter prefix would match too many unrelated words. */
const MIN_BEGINNING = 4

/**
 * Finds passages of transcripts that contain any of the words, as sources of an answer. Rare words count more, and so do passages
 * by a speaker named in the words and passages of recordings whose titles contain them. If an embedding model is set up, passages
 * with a meaning similar to `text` are merged in. Excludes the trash.
 */
export async function findPassages(
  ctx: AppContext,
  userId: string,
  words: readonly WantedWord[],
  { scope, limit, text }: { scope: PassageScope; limit: number; text: string },
): Promise<RelevantPassages> {
  const wanted = await embedQuery(ctx, text)
  const terms = words.map(({ word, beginning, weight }) => ({ forms: [toTokens(word), toTokens(beginning)], weight }))
  return ctx.transaction(async (tx) => {
    await useIndexes(tx)
    const tokens = new Set(terms.flatMap(({ forms }) => forms.flat().map((token) => token.text)))
    const all = await listSpeakersOf(tx, userId, scope.filter)
    const speakers = all.filter((name) => tokenize(name).some(({ text: token }) => token.length > 1 && tokens.has(token)))
    const rows = await listPassagesWithAny(tx, { userId, ...scope }, { terms, named: speakers, limit })
    const counts = new Map(rows.counts.map(({ term, passages }) => [term, passages]))
    const found = rows.passages.map(toRelevant)
    const similar = wanted ? await listSimilar(tx, { userId, languages: [], ...scope }, wanted) : []
    return {
      passages: wanted ? mixPassages(found, similar).slice(0, limit) : found,
      counts: terms.map((_, index) => counts.get(index + 1) ?? 0),
      speakers,
    }
  })
}

type PassageRow = { readonly file_id: string; readonly n: number; readonly spans: readonly Span[] }

const toRelevant = ({ file_id, n, spans, score }: PassageRow & { readonly score: number }): RelevantPassage => ({
  fileId: file_id,
  n,
  score,
  segmentIds: [...new Set(spans.map(([, , , , segment]) => segment))],
})

/** Returns passages of transcripts with a meaning similar to the question, the most similar first. */
async function listSimilar(tx: AppContext, scope: Scope, wanted: QueryVector): Promise<RelevantPassage[]> {
  const found = await findByMeaning(tx, scope, { query: { terms: [], excluded: [] }, wanted })
  const passages = found.flatMap((recording) => recording.passages).filter(({ kind }) => kind === 'transcript')
  return passages.toSorted((a, b) => b.similarity - a.similarity).map((passage) => toRelevant({ ...passage, score: 0 }))
}

/** Merges two lists by the ranks of a passage in both. */
function mixPassages(...lists: readonly (readonly RelevantPassage[])[]): RelevantPassage[] {
  const mixed = new Map<string, RelevantPassage>()
  for (const list of lists)
    for (const [place, passage] of list.entries()) {
      const key = `${passage.fileId} ${passage.n}`
      mixed.set(key, { ...passage, score: (mixed.get(key)?.score ?? 0) + rankScore(place) })
    }
  return [...mixed.values()].toSorted((a, b) => b.score - a.score)
}

/** Returns the tokens of a word, or of its adjacent pairs of characters. */
function toTokens(beginning: string): TermToken[] {
  const tokens = readPieces(beginning).flatMap((piece) => piece.tokens)
  const pairs = tokens.filter(({ kind }, index) => kind !== 'single' || tokens.length === 1 || tokens[index - 1]?.kind !== 'pair')
  return pairs.map(({ text, position, kind }, index) => ({
    text,
    distance: position - (pairs[index - 1]?.position ?? position - 1),
    isPrefix: kind === 'single' || (kind === 'word' && index === pairs.length - 1 && text.length >= MIN_BEGINNING),
  }))
}
