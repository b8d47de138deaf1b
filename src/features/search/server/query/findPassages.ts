import { type ActiveFilter } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { tokenize } from '../tokenize.ts'
import type { TermToken } from './parseQuery.ts'
import { listPassagesWithAny, listSpeakersOf } from './storePassages.ts'
import { useIndexes } from './storeSearch.ts'

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
 * speaker says whom the words name, or one of a recording with the words in its title. Recordings in the trash are left out.
 */
export async function findPassages(
  ctx: AppContext,
  userId: string,
  words: readonly WantedWord[],
  { scope, limit }: { scope: PassageScope; limit: number },
): Promise<RelevantPassages> {
  const terms = words.map(({ word, beginning, weight }) => ({ forms: [toTokens(word), toTokens(beginning)], weight }))
  return ctx.transaction(async (tx) => {
    await useIndexes(tx)
    const wanted = new Set(terms.flatMap(({ forms }) => forms.flat().map(({ text }) => text)))
    const all = await listSpeakersOf(tx, userId, scope.filter)
    const speakers = all.filter((name) => tokenize(name).some(({ text }) => text.length > 1 && wanted.has(text)))
    const rows = await listPassagesWithAny(tx, { userId, ...scope }, { terms, named: speakers, limit })
    const counts = new Map(rows.counts.map(({ term, passages }) => [term, passages]))
    return {
      passages: rows.passages.map(({ file_id, n, spans, score }) => ({
        ...{ fileId: file_id, n, score },
        segmentIds: [...new Set(spans.map(([, , , , segment]) => segment))],
      })),
      counts: terms.map((_, index) => counts.get(index + 1) ?? 0),
      speakers,
    }
  })
}

/** Returns the tokens of a word or of the pairs of its characters, which stand side by side. */
function toTokens(beginning: string): TermToken[] {
  const tokens = tokenize(beginning)
  const pairs = tokens.filter(({ kind }, index) => kind !== 'single' || tokens.length === 1 || tokens[index - 1]?.kind !== 'pair')
  return pairs.map(({ text, position, kind }, index) => ({
    text,
    distance: position - (pairs[index - 1]?.position ?? position - 1),
    isPrefix: kind === 'single' || (kind === 'word' && index === pairs.length - 1 && text.length >= MIN_BEGINNING),
  }))
}
