import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import { writeInBatches } from '#platform/db/writeInBatches.ts'
import type { Passage, PassageKind, Span } from './passages.ts'

type PassageRecord = {
  user_id: string
  file_id: string
  kind: PassageKind
  ref: string
  n: number
  note_name: string
  speakers: string[]
  body: string
  spans: readonly Span[]
  tsv: string
}
type RecordingRecord = {
  user_id: string
  file_id: string
  is_indexed: boolean
  language: string
  speakers: string[]
  title: string
  words: string
}
type Tables = { search_passage: JsonTable<PassageRecord, 'spans'>; search_recording: RecordingRecord }
/** Marks all recordings for indexing. */
export const INDEX_ALL_AGAIN = `update search_recording set is_indexed = false`
/** The passages of recordings, derived from their texts. */
export const PASSAGE_TABLE = 'search_passage'

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export type Target = { readonly userId: string; readonly fileId: string }

/** Locks the row of a recording, so that it is indexed by one job at a time. Undefined when the recording is deleted. */
export const lockIndexed = async (tx: AppContext, { userId, fileId }: Target): Promise<{ is_indexed: boolean } | undefined> =>
  tables(tx)
    .selectFrom('search_recording')
    .select('is_indexed')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .forUpdate()
    .executeTakeFirst()

/** Locks the first recording after the given one that is marked for indexing and not locked by another job. */
export async function lockNextWaiting(tx: AppContext, after: Target): Promise<Target | undefined> {
  const row = await tables(tx)
    .selectFrom('search_recording')
    .select(['user_id', 'file_id'])
    .where('is_indexed', '=', false)
    .where(sql<boolean>`(user_id, file_id) > (${after.userId}, ${after.fileId})`)
    .orderBy('user_id')
    .orderBy('file_id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row && { userId: row.user_id, fileId: row.file_id }
}

/** Returns the number of recordings marked for indexing, of one user or of all. */
export async function countWaiting(ctx: AppContext, userId?: string): Promise<number> {
  const waiting = tables(ctx).selectFrom('search_recording').where('is_indexed', '=', false)
  const { n } = await waiting
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Marks all recordings for indexing and returns their number. Until then, searches use the existing index. */
export async function markAllWaiting(ctx: AppContext): Promise<number> {
  const { numUpdatedRows } = await tables(ctx).updateTable('search_recording').set({ is_indexed: false }).executeTakeFirst()
  return Number(numUpdatedRows)
}

type StoredPassage = Omit<PassageRecord, 'user_id' | 'file_id' | 'tsv'>

const passagesOf = ({ userId, fileId }: Target, ctx: AppContext) =>
  tables(ctx).selectFrom('search_passage').where('user_id', '=', userId).where('file_id', '=', fileId)

/** Returns the stored passages of these kinds. */
export const listStored = async (tx: AppContext, target: Target, kinds: readonly PassageKind[]): Promise<StoredPassage[]> =>
  passagesOf(target, tx)
    .select(['kind', 'ref', 'n', 'note_name', 'speakers', 'body', 'spans'])
    .where('kind', 'in', [...kinds])
    .execute()

/** Returns the texts of all passages in a stable order. */
export const listBodies = async (tx: AppContext, target: Target): Promise<Pick<StoredPassage, 'kind' | 'ref' | 'n' | 'body'>[]> =>
  passagesOf(target, tx).select(['kind', 'ref', 'n', 'body']).orderBy('kind', 'desc').orderBy('ref').orderBy('n').execute()

export async function insertPassages(
  tx: AppContext,
  { userId, fileId }: Target,
  passages: readonly (Passage & { tsv: string })[],
): Promise<void> {
  const rows = passages.map(({ kind, ref, n, noteName, speakers, body, spans, tsv }) => ({
    user_id: userId,
    file_id: fileId,
    kind,
    ref,
    n,
    note_name: noteName,
    body,
    tsv,
    speakers: [...speakers],
    spans: json(spans),
  }))
  await writeInBatches(rows, (batch) => tables(tx).insertInto('search_passage').values(batch).execute())
}

export async function deletePassages(
  tx: AppContext,
  { userId, fileId }: Target,
  keys: readonly Pick<Passage, 'kind' | 'ref' | 'n'>[],
): Promise<void> {
  if (keys.length === 0) return
  const [kinds, refs, numbers] = [keys.map(({ kind }) => kind), keys.map(({ ref }) => ref), keys.map(({ n }) => n)]
  await tables(tx)
    .deleteFrom('search_passage')
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .where(sql<boolean>`(kind, ref, n) in (select * from unnest(${kinds}::text[], ${refs}::text[], ${numbers}::int[]))`)
    .execute()
}

/** PostgreSQL limits all words of a recording to 1 MB. When there are more, the longest words are dropped as noise. */
const MAX_WORDS_BYTES = 900_000

/** Marks a recording as indexed, and stores the words of its title and passages. */
export async function saveIndexed(
  tx: AppContext,
  { userId, fileId }: Target,
  { title, language, speakers }: { title: string; language: string; speakers: readonly string[] },
): Promise<void> {
  const words = sql<string>`(
    select coalesce(array_to_tsvector(array_agg(word)), ''::tsvector) from (
      select word, sum(octet_length(word)) over (order by octet_length(word), word) as bytes from (
        select unnest(tsvector_to_array(${title}::tsvector)) as word
        union
        select unnest(tsvector_to_array(tsv)) from search_passage where user_id = ${userId} and file_id = ${fileId}
      ) listed
    ) measured where bytes < ${MAX_WORDS_BYTES})`
  await tables(tx)
    .updateTable('search_recording')
    .set({ is_indexed: true, title, words, language, speakers: [...speakers] })
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .execute()
}
