import type { AppContext } from '#platform/context.ts'
import type { LeftOutWord } from '../../contract.ts'
import { readPieces } from '../words/tokenize.ts'
import { type Term, termOf } from './parseQuery.ts'
import { findSimilarRun } from './suggestRun.ts'
import { findSpelling, hasTerm, listSimilarWords } from './storeWords.ts'

/** Shorter words have too many similar ones. */
const MIN_LENGTH = 4

/** Returns the terms that occur in no recording, each with a similar word. */
export async function findLeftOut(ctx: AppContext, userId: string, terms: readonly Term[]): Promise<Map<Term, LeftOutWord>> {
  const leftOut = new Map<Term, LeftOutWord>()
  for (const term of terms) {
    if (await hasTerm(ctx, userId, term)) continue
    leftOut.set(term, { word: term.text, suggestion: await suggest(ctx, userId, term.text) })
  }
  return leftOut
}

/**
 * Returns the text of a term with similar words in place of those that occur in no recording, or null when one has no similar word.
 */
async function suggest(ctx: AppContext, userId: string, text: string): Promise<string | null> {
  const tokens = readPieces(text).flatMap((piece) => piece.tokens)
  if (tokens.every(({ kind }) => kind !== 'word')) return await findSimilarRun(ctx, userId, text)
  let [suggestion, end] = ['', 0]
  for (const token of tokens) {
    if (token.kind !== 'word') return null
    const known = await hasTerm(ctx, userId, termOf([{ text: token.text, distance: 1, isPrefix: false }]))
    const similar = known ? text.slice(token.start, token.end) : await findSimilar(ctx, userId, token.text)
    if (similar === null) return null
    suggestion += text.slice(end, token.start) + similar
    end = token.end
  }
  suggestion += text.slice(end)
  return suggestion === text ? null : suggestion
}

/** Maximum number of similar words that are looked up, because some occur only in the trash. */
const MAX_LOOKUPS = 5

/** Returns the most similar word of the user's recordings as spelled there, or null when none is similar enough. */
async function findSimilar(ctx: AppContext, userId: string, word: string): Promise<string | null> {
  const most = word.length < MIN_LENGTH ? 0 : word.length < 8 ? 1 : 2
  if (most === 0) return null
  const similar = (await listSimilarWords(ctx, userId, word, most))
    .map((known) => ({ ...known, distance: editDistance(word, known.word, most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || b.recordings - a.recordings)
  for (const { word: candidate } of similar.slice(0, MAX_LOOKUPS)) {
    const spelling = await findSpelling(ctx, userId, candidate)
    if (spelling !== null) return spelling
  }
  return null
}

/**
 * Returns the edit distance of two words: letters changed, added, removed or swapped with their neighbour. Any number above `most`
 * means more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [before, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      let value = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, (before[j - 2] ?? 0) + 1)
      row.push(value)
    }
    if (Math.min(...row) > most) return most + 1
    ;[before, previous] = [previous, row]
  }
  return previous[b.length] ?? 0
}
