import { lockAccountForShare } from '#features/account/server.ts'
import { hasRight } from '#features/membership/server.ts'
import { lockOwnedFolders } from '#features/folders/server.ts'
import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_SUGGESTIONS, MAX_TERM_LENGTH, type SuggestedTerm, type TermSuggestion } from '../../contract.ts'
import * as store from './storeSuggestions.ts'
import { listTerms, type TermRecord } from './storeTerms.ts'

/** Returns the corrections that the word list for a recording in these folders does not contain. */
export async function suggestTerms(
  ctx: AppContext,
  userId: string,
  folderIds: readonly string[],
  corrections: readonly SuggestedTerm[],
): Promise<SuggestedTerm[]> {
  const terms = groupByTerm(await listTerms(ctx, userId))
  return corrections.filter((correction) => !isKnown(terms, folderIds, correction))
}

type TermsByText = ReadonlyMap<string, readonly TermRecord[]>
const groupByTerm = (terms: readonly TermRecord[]): TermsByText => Map.groupBy(terms, ({ term }) => term)

const isKnown = (terms: TermsByText, folderIds: readonly string[], { term, sounds_like }: SuggestedTerm): boolean =>
  (terms.get(term) ?? []).some(
    (row) =>
      (row.folder_id === null || folderIds.includes(row.folder_id)) &&
      row.sounds_like.some((text) => text.toLowerCase() === sounds_like.toLowerCase()),
  )

/**
 * Stores the corrections of an edit for the first of the recording's folders. Returns those to suggest to the user: none that were
 * ignored, and none at all if suggestions are off or the plan has no word list (A§6).
 */
export async function recordCorrections(
  ctx: AppContext,
  userId: string,
  folderIds: readonly string[],
  corrections: readonly SuggestedTerm[],
): Promise<SuggestedTerm[]> {
  if (corrections.length === 0 || !(await hasRight(ctx, userId, 'glossary'))) return []
  return ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    if (!(await store.readLearning(tx, userId))) return []
    const [folderId = null] = await lockOwnedFolders(tx, userId, folderIds.slice(0, 1))
    const suggested: SuggestedTerm[] = []
    for (const correction of corrections.slice(0, MAX_SUGGESTIONS)) {
      const { term, sounds_like } = correction
      if (term.length > MAX_TERM_LENGTH || sounds_like.length > MAX_TERM_LENGTH) continue
      const corrected_at = tx.clock.now()
      const ids = { user_id: userId, suggestion_id: newId(corrected_at), folder_id: folderId }
      const isIgnored = await store.countCorrection(tx, {
        ...ids,
        term,
        sounds_like,
        corrections: 1,
        corrected_at,
        is_ignored: false,
      })
      if (!isIgnored) suggested.push(correction)
    }
    await store.deleteOldSuggestions(tx, userId, MAX_SUGGESTIONS)
    return suggested
  })
}

/** Returns the corrections that can be added to the word list, the most frequent first, and whether suggestions are on. */
export async function readSuggestions(
  ctx: AppContext,
  userId: string,
): Promise<{ suggestions: TermSuggestion[]; is_learning: boolean }> {
  const terms = groupByTerm(await listTerms(ctx, userId))
  const rows = (await store.listSuggestions(ctx, userId)).filter(
    (row) => !row.is_ignored && !isKnown(terms, row.folder_id === null ? [] : [row.folder_id], row),
  )
  return { suggestions: rows.map(toSuggestion), is_learning: await store.readLearning(ctx, userId) }
}

/**
 * Removes the suggestions of a term that is added for a folder, or for all recordings. Returns how many corrections they stand for.
 */
export async function takeSuggestions(
  tx: AppContext,
  userId: string,
  { term, sounds_like, folder_id }: { term: string; sounds_like: readonly string[]; folder_id: string | null },
): Promise<number> {
  const texts = sounds_like.map((text) => text.toLowerCase())
  const taken = (await store.listSuggestions(tx, userId)).filter(
    (row) =>
      row.term === term && (folder_id === null || row.folder_id === folder_id) && texts.includes(row.sounds_like.toLowerCase()),
  )
  await store.deleteSuggestions(
    tx,
    userId,
    taken.map(({ suggestion_id }) => suggestion_id),
  )
  return taken.reduce((sum, { corrections }) => sum + corrections, 0)
}

/** Sets whether a suggestion is ignored. Rejects with NotFound. */
export async function ignoreSuggestion(ctx: AppContext, userId: string, suggestionId: string, isIgnored: boolean): Promise<void> {
  if (!(await store.setIgnored(ctx, userId, suggestionId, isIgnored))) throw new NotFound()
}

/** Turns suggestions on, or off, which deletes those that were not added. Ignored ones stay ignored. */
export async function changeLearning(ctx: AppContext, userId: string, isLearning: boolean): Promise<void> {
  await ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    await store.writeLearning(tx, userId, isLearning)
    if (isLearning) return
    const rows = await store.listSuggestions(tx, userId)
    await store.deleteSuggestions(
      tx,
      userId,
      rows.filter(({ is_ignored }) => !is_ignored).map(({ suggestion_id }) => suggestion_id),
    )
  })
}

/** Returns what was learnt from a user's corrections, for the download of all personal data. */
export const exportSuggestions = async (ctx: AppContext, userId: string) => ({
  word_list_suggestions: (await store.listSuggestions(ctx, userId)).map((row) => ({
    ...toSuggestion(row),
    is_ignored: row.is_ignored,
  })),
  word_list_is_learning: await store.readLearning(ctx, userId),
})

const toSuggestion = ({ suggestion_id, folder_id, term, sounds_like, corrections }: store.SuggestionRecord): TermSuggestion => ({
  id: suggestion_id,
  folder_id,
  term,
  sounds_like,
  corrections,
})
