import { lockAccountForShare } from '#features/account/server.ts'
import { lockOwnedFolders } from '#features/folders/server.ts'
import { newId } from '#shared/newId.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_HEARD, MAX_TERMS, type EditOperation, type SuggestedTerm, type WordListTerm } from '../../contract.ts'
import * as store from './storeTerms.ts'

/** Returns the terms of a user in alphabetical order. */
export const listTerms = async (ctx: AppContext, userId: string): Promise<WordListTerm[]> =>
  (await store.listTerms(ctx, userId)).map(toTerm)

type NewTerm = { term: string; heard: readonly string[]; folder_id: string | null; is_learnt: boolean }

/**
 * Adds a term. A learnt one that is on the list already gets its new ways of being heard, and counts one more correction. Rejects
 * with NotFound for a folder of another user.
 */
export async function addTerm(
  ctx: AppContext,
  userId: string,
  { term, heard, folder_id, is_learnt }: NewTerm,
): Promise<WordListTerm | { refused: 'known' | 'tooMany' }> {
  return ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    if (folder_id !== null && (await lockOwnedFolders(tx, userId, [folder_id])).length === 0) throw new NotFound()
    const terms = await store.listTerms(tx, userId)
    const known = terms.find((row) => row.folder_id === folder_id && row.term.toLowerCase() === term.toLowerCase())
    if (known && !is_learnt) return { refused: 'known' }
    if (known) {
      const change = { heard: cleanHeard([...known.heard, ...heard], term), corrections: known.corrections + 1, is_enabled: true }
      await store.updateTerm(tx, known, change)
      return toTerm({ ...known, ...change })
    }
    if (terms.length >= MAX_TERMS) return { refused: 'tooMany' }
    const row = {
      user_id: userId,
      term_id: newId(tx.clock.now()),
      folder_id,
      term,
      heard: cleanHeard(heard, term),
      is_enabled: true,
      corrections: is_learnt ? 1 : 0,
      created_at: tx.clock.now(),
    }
    return (await store.insertTerm(tx, row)) ? toTerm(row) : { refused: 'known' }
  })
}

type TermChange = { term?: string | undefined; heard?: string[] | undefined; is_enabled?: boolean | undefined }

/** Changes a term. Rejects with NotFound. */
export async function changeTerm(
  ctx: AppContext,
  userId: string,
  termId: string,
  change: TermChange,
): Promise<WordListTerm | { refused: 'known' }> {
  return ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, userId)
    const row = await store.readTerm(tx, userId, termId)
    if (!row) throw new NotFound()
    const changed = { term: change.term ?? row.term, is_enabled: change.is_enabled ?? row.is_enabled }
    const heard = cleanHeard(change.heard ?? row.heard, changed.term)
    const terms = await store.listTerms(tx, userId)
    const isKnown = terms.some(
      (other) =>
        other.term_id !== termId && other.folder_id === row.folder_id && other.term.toLowerCase() === changed.term.toLowerCase(),
    )
    if (isKnown) return { refused: 'known' }
    await store.updateTerm(tx, row, { ...changed, heard })
    return toTerm({ ...row, ...changed, heard })
  })
}

/** Removes a term. Rejects with NotFound. */
export async function removeTerm(ctx: AppContext, userId: string, termId: string): Promise<void> {
  if (!(await store.deleteTerm(ctx, userId, termId))) throw new NotFound()
}

/** Returns the enabled terms for a recording in these folders: those of a folder come before those of all recordings. */
export async function listTermsFor(ctx: AppContext, userId: string, folderIds: readonly string[]): Promise<store.TermRecord[]> {
  const rows = (await store.listTerms(ctx, userId)).filter(
    ({ is_enabled, folder_id }) => is_enabled && (folder_id === null || folderIds.includes(folder_id)),
  )
  return rows.toSorted((a, b) => Number(a.folder_id === null) - Number(b.folder_id === null))
}

/** Returns the replacements of the word list for a recording in these folders. Longer texts come first. */
export async function listReplacements(ctx: AppContext, userId: string, folderIds: readonly string[]): Promise<EditOperation[]> {
  const terms = await listTermsFor(ctx, userId, folderIds)
  const pairs = terms.flatMap(({ term, heard }) => heard.map((find) => ({ find, replace: term })))
  return pairs
    .toSorted((a, b) => b.find.length - a.find.length)
    .map((pair) => ({ kind: 'replace_all', ...pair, match_case: false, whole_word: true }))
}

/** Returns the corrections that the word list does not contain for a recording in these folders. */
export async function suggestTerms(
  ctx: AppContext,
  userId: string,
  folderIds: readonly string[],
  corrections: readonly SuggestedTerm[],
): Promise<SuggestedTerm[]> {
  const terms = await listTermsFor(ctx, userId, folderIds)
  const isKnown = ({ term, heard }: SuggestedTerm) =>
    terms.some((row) => row.term === term && row.heard.some((text) => text.toLowerCase() === heard.toLowerCase()))
  return corrections.filter((correction) => !isKnown(correction))
}

/** Returns the texts without spaces around them, each once, and without the term itself. */
function cleanHeard(heard: readonly string[], term: string): string[] {
  const texts = heard.map((text) => text.trim()).filter((text) => text !== '' && text !== term)
  return [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()].slice(-MAX_HEARD)
}

const toTerm = (row: store.TermRecord): WordListTerm => ({
  id: row.term_id,
  folder_id: row.folder_id,
  term: row.term,
  heard: row.heard,
  is_enabled: row.is_enabled,
  corrections: row.corrections,
  created_time: unixSeconds(row.created_at),
})
