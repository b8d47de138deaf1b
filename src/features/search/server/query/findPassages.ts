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

/** A word that passages are looked for by. Words that begin with `beginning` count too, which finds other forms of it. */
export type WantedWord = { readonly word: string; readonly beginning: string; readonly weight: number }

export type PassageScope = {
  readonly filter: ActiveFilter
  /** With speakers, only what they say is found. */
  readonly speakers: readonly string[]
}

/** A passage of a transcript with some of the words, by its segments. */
export type RelevantPassage = {
  readonly fileId: string
  readonly n: number
  readonly segmentIds: readonly string[]
  readonly score: number
}

export type RelevantPassages = {
  /** The best first. */
  readonly passages: readonly RelevantPassage[]
  /** For each word, in how many passages it is; more than some thousands are not counted. */
  readonly counts: readonly number[]
  /** The speakers that the words name. */
  readonly speakers: readonly string[]
}

/** A shorter beginning is the beginning of too many other words. */
const MIN_BEGINNING = 4

/**
 * Finds passages of transcripts that have any of the words, for an answer: rare words count more, and so does a passage that a
 * speaker says whom the words name, or one of a recording with the words in its title. Where a model for it is set up, passages that
 * are about `text` are mixed in. Recordings in the trash are left out.
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
  ...{ fileId: file_id, n, score },
  segmentIds: [...new Set(spans.map(([, , , , segment]) => segment))],
})

/** Returns passages of transcripts that are about the question, the most similar first. */
async function listSimilar(tx: AppContext, scope: Scope, wanted: QueryVector): Promise<RelevantPassage[]> {
  const found = await findByMeaning(tx, scope, { query: { terms: [], excluded: [] }, wanted })
  const passages = found.flatMap((recording) => recording.passages).filter(({ kind }) => kind === 'transcript')
  return passages.toSorted((a, b) => b.similarity - a.similarity).map((passage) => toRelevant({ ...passage, score: 0 }))
}

/** Mixes two lists by the places of a passage in both. */
function mixPassages(...lists: readonly (readonly RelevantPassage[])[]): RelevantPassage[] {
  const mixed = new Map<string, RelevantPassage>()
  for (const list of lists)
    for (const [place, passage] of list.entries()) {
      const key = `${passage.fileId} ${passage.n}`
      mixed.set(key, { ...passage, score: (mixed.get(key)?.score ?? 0) + rankScore(place) })
    }
  return [...mixed.values()].toSorted((a, b) => b.score - a.score)
}

/** Returns the tokens of a word or of the pairs of its characters, which stand side by side. */
function toTokens(beginning: string): TermToken[] {
  const tokens = readPieces(beginning).flatMap((piece) => piece.tokens)
  const pairs = tokens.filter(({ kind }, index) => kind !== 'single' || tokens.length === 1 || tokens[index - 1]?.kind !== 'pair')
  return pairs.map(({ text, position, kind }, index) => ({
    text,
    distance: position - (pairs[index - 1]?.position ?? position - 1),
    isPrefix: kind === 'single' || (kind === 'word' && index === pairs.length - 1 && text.length >= MIN_BEGINNING),
  }))
}
