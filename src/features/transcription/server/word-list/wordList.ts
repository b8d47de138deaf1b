import { lockAccountForShare } from '#features/account/server.ts'
import { lockOwnedFolders } from '#features/folders/server.ts'
import { newId } from '#shared/newId.ts'
import { unixSeconds } from '#shared/units.ts'
import { hasRight } from '#features/membership/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MAX_SOUNDS, MAX_TERMS, type WordListTerm } from '../../contract.ts'
import type { TermReplacement } from '../../rules.ts'
import * as store from './storeTerms.ts'
import { takeSuggestions } from './suggestions.ts'

/** Returns the terms of a user in alphabetical order. */
export const listTerms = async (ctx: AppContext, userId: string): Promise<WordListTerm[]> =>
  (await store.listTerms(ctx, userId)).map(toTerm)

type NewTerm = {
  term: string
  sounds_like: readonly string[]
  folder_id: string | null
  is_learnt: boolean
  is_enabled: boolean
  corrections: number
  corrected_time: number | null
}

/**
 * Adds a term. If a learnt term is already on the list, adds the new sounds to it and counts their corrections. Rejects with
 * NotFound for a folder of another user.
 */
export async function addTerm(
  ctx: AppContext,
  userId: string,
  { corrected_time, ...added }: NewTerm,
): Promise<WordListTerm | { refused: 'known' | 'tooMany' }> {
  return ctx.transaction(async (tx) => {
    const now = tx.clock.now()
    const { term, sounds_like, folder_id, is_learnt } = added
    const terms = await lockList(tx, userId, folder_id)
    const known = findTerm(terms, folder_id, term)
    if (known && !is_learnt) return { refused: 'known' }
    const learnt = is_learnt ? Math.max(1, await takeSuggestions(tx, userId, added)) : 0
    if (known) {
      const change = {
        sounds_like: cleanSounds([...known.sounds_like, ...sounds_like], term),
        corrections: known.corrections + learnt,
        corrected_at: now,
        is_enabled: true,
      }
      await store.updateTerm(tx, known, change)
      return toTerm({ ...known, ...change })
    }
    if (terms.length >= MAX_TERMS) return { refused: 'tooMany' }
    const row = {
      ...newRow(tx, userId, folder_id, added),
      is_enabled: added.is_enabled,
      corrections: learnt || added.corrections,
      corrected_at: is_learnt ? now : corrected_time === null ? null : new Date(corrected_time * 1000),
    }
    return (await store.insertTerms(tx, [row])) === 1 ? toTerm(row) : { refused: 'known' }
  })
}

type ImportedTerm = { term: string; sounds_like: readonly string[] }

/**
 * Adds terms for a folder or for all recordings, all or none. Adds new sounds to terms that are already on the list. Rejects with
 * NotFound for a folder of another user.
 */
export async function importTerms(
  ctx: AppContext,
  userId: string,
  folderId: string | null,
  imported: readonly ImportedTerm[],
): Promise<{ added: number; changed: number } | { refused: 'tooMany' }> {
  return ctx.transaction(async (tx) => {
    const terms = await lockList(tx, userId, folderId)
    const added = new Map<string, store.TermRecord>()
    const changed = new Map<string, store.TermRecord>()
    const known = new Map(terms.filter((row) => row.folder_id === folderId).map((row) => [row.term.toLowerCase(), row]))
    for (const item of imported) {
      const key = item.term.toLowerCase()
      const row = added.get(key) ?? changed.get(key) ?? known.get(key)
      if (!row) added.set(key, newRow(tx, userId, folderId, item))
      else {
        const sounds_like = cleanSounds([...row.sounds_like, ...item.sounds_like], row.term)
        const isSame = sounds_like.join('\n') === row.sounds_like.join('\n')
        if (!isSame) (added.has(key) ? added : changed).set(key, { ...row, sounds_like })
      }
    }
    if (terms.length + added.size > MAX_TERMS) return { refused: 'tooMany' }
    for (const row of changed.values()) await store.updateTerm(tx, row, { sounds_like: row.sounds_like })
    return { added: await store.insertTerms(tx, [...added.values()]), changed: changed.size }
  })
}

/** Locks the account and the folder of a new term, and returns all terms. Rejects with NotFound. */
async function lockList(tx: AppContext, userId: string, folderId: string | null): Promise<store.TermRecord[]> {
  await lockAccountForShare(tx, userId)
  if (folderId !== null && (await lockOwnedFolders(tx, userId, [folderId])).length === 0) throw new NotFound()
  return store.listTerms(tx, userId)
}

const findTerm = (terms: readonly store.TermRecord[], folderId: string | null, term: string) =>
  terms.find((row) => row.folder_id === folderId && row.term.toLowerCase() === term.toLowerCase())

const newRow = (tx: AppContext, userId: string, folderId: string | null, { term, sounds_like }: ImportedTerm) => ({
  user_id: userId,
  term_id: newId(tx.clock.now()),
  folder_id: folderId,
  term,
  sounds_like: cleanSounds(sounds_like, term),
  is_enabled: true,
  corrections: 0,
  corrected_at: null,
  created_at: tx.clock.now(),
})

type TermChange = { term?: string | undefined; sounds_like?: string[] | undefined; is_enabled?: boolean | undefined }

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
    const sounds_like = cleanSounds(change.sounds_like ?? row.sounds_like, changed.term)
    const same = findTerm(await store.listTerms(tx, userId), row.folder_id, changed.term)
    if (same && same.term_id !== termId) return { refused: 'known' }
    await store.updateTerm(tx, row, { ...changed, sounds_like })
    return toTerm({ ...row, ...changed, sounds_like })
  })
}

/** Removes a term. Rejects with NotFound. */
export async function removeTerm(ctx: AppContext, userId: string, termId: string): Promise<void> {
  if (!(await store.deleteTerm(ctx, userId, termId))) throw new NotFound()
}

/**
 * Returns the enabled terms for a recording in these folders: those of a folder first, then those of all recordings. Empty when the
 * user's plan does not include a word list.
 */
export async function listTermsFor(ctx: AppContext, userId: string, folderIds: readonly string[]): Promise<store.TermRecord[]> {
  if (!(await hasRight(ctx, userId, 'glossary'))) return []
  const rows = (await store.listTerms(ctx, userId)).filter(
    ({ is_enabled, folder_id }) => is_enabled && (folder_id === null || folderIds.includes(folder_id)),
  )
  return rows.toSorted((a, b) => Number(a.folder_id === null) - Number(b.folder_id === null))
}

/** Returns the replacements of the word list for a recording in these folders, those of a folder first. */
export async function listReplacements(
  ctx: AppContext,
  userId: string,
  folderIds: readonly string[],
): Promise<TermReplacement[]> {
  const terms = await listTermsFor(ctx, userId, folderIds)
  return terms.flatMap(({ term, sounds_like }) => sounds_like.map((find) => ({ find, replace: term })))
}

/** Returns distinct, trimmed texts without the term itself. */
function cleanSounds(sounds_like: readonly string[], term: string): string[] {
  const texts = sounds_like.map((text) => text.trim()).filter((text) => text !== '' && text !== term)
  return [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()].slice(-MAX_SOUNDS)
}

const toTerm = (row: store.TermRecord): WordListTerm => ({
  id: row.term_id,
  folder_id: row.folder_id,
  term: row.term,
  sounds_like: row.sounds_like,
  is_enabled: row.is_enabled,
  corrections: row.corrections,
  corrected_time: row.corrected_at && unixSeconds(row.corrected_at),
  created_time: unixSeconds(row.created_at),
})
