import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { Passage, PassageKind } from '../indexing/passages.ts'
import type { Target } from '../indexing/storeIndex.ts'
import type { ParsedQuery } from '../query/parseQuery.ts'
import { type FoundPassage, type Scope, selectCandidates, wholeQuery } from '../query/storeSearch.ts'

/** The position of a passage in the index, and the hash of its text. */
export type VectorKey = readonly [kind: PassageKind, ref: string, n: number, hash: string]
export type VectorModel = { readonly model: string; readonly dimensions: number }

type VectorRecord = {
  user_id: string
  file_id: string
  model: string
  dimensions: number
  is_outdated: boolean
  passages: readonly VectorKey[]
  vectors: Buffer
  signs: Buffer
}
type ModelRecord = { model: string; dimensions: number; min_similarity: number }
type Tables = { search_vector: JsonTable<VectorRecord, 'passages'>; search_vector_model: ModelRecord }

/** Tables derived from the passages by the embedding model. */
export const VECTOR_TABLES = ['search_vector', 'search_vector_model'] as const

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()
const list = (values: readonly string[]) => sql`${[...values]}::text[]`

export const findVectorModel = async (ctx: AppContext, model: string): Promise<ModelRecord | undefined> =>
  await tables(ctx).selectFrom('search_vector_model').selectAll().where('model', '=', model).executeTakeFirst()

export async function upsertVectorModel(ctx: AppContext, row: ModelRecord): Promise<void> {
  await tables(ctx)
    .insertInto('search_vector_model')
    .values(row)
    .onConflict((conflict) => conflict.column('model').doUpdateSet(row))
    .execute()
}

/** Deletes all vectors and the measured properties of their models. */
export async function deleteAllVectors(ctx: AppContext): Promise<void> {
  await tables(ctx).deleteFrom('search_vector').execute()
  await tables(ctx).deleteFrom('search_vector_model').execute()
}

export const findVectors = async (
  ctx: AppContext,
  { userId, fileId }: Target,
): Promise<Pick<VectorRecord, 'model' | 'dimensions' | 'passages' | 'vectors'> | undefined> =>
  await tables(ctx)
    .selectFrom('search_vector')
    .select(['model', 'dimensions', 'passages', 'vectors'])
    .where('file_id', '=', fileId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

type Saved = Omit<VectorRecord, 'user_id' | 'file_id'>

export async function saveVectors(tx: AppContext, { userId, fileId }: Target, saved: Saved): Promise<void> {
  const row = { ...saved, passages: json(saved.passages) }
  await tables(tx)
    .insertInto('search_vector')
    .values({ user_id: userId, file_id: fileId, ...row })
    .onConflict((conflict) => conflict.columns(['file_id', 'user_id']).doUpdateSet(row))
    .execute()
}

/** Marks the vectors of a recording as outdated. */
export async function markOutdated(tx: AppContext, { userId, fileId }: Target): Promise<void> {
  await tables(tx)
    .updateTable('search_vector')
    .set({ is_outdated: true })
    .where('file_id', '=', fileId)
    .where('user_id', '=', userId)
    .execute()
}

/** Returns indexed recordings after the given one whose vectors are missing, outdated or from another model. */
export async function listWithoutVectors(
  ctx: AppContext,
  { model, dimensions }: VectorModel,
  { after, limit }: { after: Target; limit: number },
): Promise<Target[]> {
  const { rows } = await sql<{ user_id: string; file_id: string }>`
    select r.user_id, r.file_id from search_recording r left join search_vector v using (file_id, user_id)
    where r.is_indexed and (r.file_id, r.user_id) > (${after.fileId}, ${after.userId})
      and (v.file_id is null or v.is_outdated or v.model <> ${model} or v.dimensions <> ${dimensions})
    order by r.file_id, r.user_id limit ${limit}`.execute(ctx.db)
  return rows.map((row) => ({ userId: row.user_id, fileId: row.file_id }))
}

/** A recording of a scope that has vectors. */
export type VectorRow = {
  file_id: string
  start_time: Date
  language: string
  bytes: number
  /** Changes with every update of the vectors. */
  version: string
}

/** Returns the recordings with vectors of this model that contain the quoted words of a query and no excluded ones. */
export async function listVectorRows(
  tx: AppContext,
  scope: Scope,
  query: ParsedQuery,
  { model, dimensions }: VectorModel,
): Promise<VectorRow[]> {
  const { rows } = await sql<VectorRow>`
    with candidate as materialized (${selectCandidates(scope, query)})
    select file_id, start_time, language, octet_length(v.signs) as bytes, v.xmin::text as version
    from search_vector v join candidate using (file_id)
    where v.user_id = ${scope.userId} and v.model = ${model} and v.dimensions = ${dimensions} and octet_length(v.signs) > 0
    order by file_id`.execute(tx.db)
  return rows
}

/** Returns the sign bits of recordings. */
export async function readSigns(tx: AppContext, userId: string, fileIds: readonly string[]): Promise<Map<string, Buffer>> {
  const rows = await tables(tx)
    .selectFrom('search_vector')
    .select(['file_id', 'signs'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`file_id = any(${list(fileIds)})`)
    .execute()
  return new Map(rows.map(({ file_id, signs }) => [file_id, signs]))
}

/** The position of a vector: the recording, and the index within it. */
export type VectorPlace = { readonly fileId: string; readonly index: number }

/** Returns single vectors with their passages. */
export async function readVectors(
  tx: AppContext,
  userId: string,
  places: readonly VectorPlace[],
  dimensions: number,
): Promise<{ file_id: string; passage: VectorKey; vector: Buffer }[]> {
  const { rows } = await sql<{ file_id: string; passage: VectorKey; vector: Buffer }>`
    select v.file_id, v.passages -> place.index as passage,
      substring(v.vectors from place.index * ${dimensions}::int + 1 for ${dimensions}::int) as vector
    from unnest(${list(places.map(({ fileId }) => fileId))}, ${places.map(({ index }) => index)}::int[]) as place (file_id, index)
    join search_vector v on v.file_id = place.file_id and v.user_id = ${userId}`.execute(tx.db)
  return rows
}

/** Returns the texts of passages with their positions. With speakers, only passages in which one of them speaks. */
export async function listPassagesAt(
  tx: AppContext,
  { userId, speakers }: Scope,
  places: readonly (Pick<Passage, 'kind' | 'ref' | 'n'> & { readonly fileId: string })[],
  query: ParsedQuery,
): Promise<(Omit<FoundPassage, 'total'> & { speakers: string[]; has_words: boolean })[]> {
  const hasWords = query.terms.length === 0 ? sql`false` : sql`p.tsv @@ ${wholeQuery(query.terms)}`
  const { rows } = await sql<Omit<FoundPassage, 'total'> & { speakers: string[]; has_words: boolean }>`
    select p.file_id, p.kind, p.ref, p.n, p.note_name, p.body, p.spans, p.speakers, ${hasWords} as has_words
    from unnest(${list(places.map(({ fileId }) => fileId))}, ${list(places.map(({ kind }) => kind))},
      ${list(places.map(({ ref }) => ref))}, ${places.map(({ n }) => n)}::int[]) as place (file_id, kind, ref, n)
    join search_passage p on p.user_id = ${userId} and p.file_id = place.file_id and p.kind = place.kind
      and p.ref = place.ref and p.n = place.n
    where ${speakers.length === 0} or (p.kind = 'transcript' and p.speakers && ${list(speakers)})`.execute(tx.db)
  return rows
}
