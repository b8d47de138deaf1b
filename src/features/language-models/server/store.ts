import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { RequestShape } from '#platform/llm/requests/RequestShape.ts'
import type { LlmServerKind } from '#shared/llmServerKinds.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'

/** The server of a model. */
export type ServerRecord = {
  kind: LlmServerKind
  address: string
  encrypted_key: Buffer | null
  model: string
  context_tokens: number | null
}
/** How a model is shown to users. */
export type TextRecord = { name: string | null; description: string; is_beta: boolean }
export type LanguageModelRecord = ServerRecord &
  TextRecord & { model_id: string; model_name: string; is_default: boolean; chosen_at: Date }
export type EmbeddingModelRecord = { address: string; encrypted_key: Buffer | null; model: string; chosen_at: Date }
type ShapeRecord = { kind: LlmServerKind; address: string; model: string; shape: RequestShape; learned_at: Date }
type LimitScope = 'person' | 'server'
export type LimitRecord = { summaries: number | null; questions: number | null; requests: number | null }
export type Purpose = 'summary' | 'question'
type UseRecord = { use_id: string; used_by: string | null; purpose: Purpose; used_at: Date }
type RequestRecord = { request_id: string; user_id: string; expires_at: Date }

type Tables = {
  language_model: LanguageModelRecord
  embedding_model: EmbeddingModelRecord & { is_only: boolean }
  language_model_shape: JsonTable<ShapeRecord, 'shape'>
  language_model_limit: LimitRecord & { scope: LimitScope }
  language_model_use: UseRecord
  language_model_request: RequestRecord
}

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Serializes changes of the list of models until the transaction ends. */
export const lockLanguageModels = async (tx: AppContext): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('language models', 0))`.execute(tx.db))

/** Returns the operator's models: the default one, then the others in the order in which they were added. */
export const listLanguageModels = async (ctx: AppContext): Promise<LanguageModelRecord[]> =>
  await tables(ctx)
    .selectFrom('language_model')
    .selectAll()
    .orderBy('is_default', 'desc')
    .orderBy('chosen_at')
    .orderBy('model_id')
    .execute()

export const insertLanguageModel = async (tx: AppContext, row: LanguageModelRecord): Promise<void> =>
  void (await tables(tx).insertInto('language_model').values(row).execute())

/** Updates a model. Does nothing when it was removed. */
export const updateLanguageModel = async (
  ctx: AppContext,
  id: string,
  change: Partial<ServerRecord & TextRecord>,
): Promise<void> => void (await tables(ctx).updateTable('language_model').set(change).where('model_id', '=', id).execute())

/** Makes another model the default. */
export async function updateDefault(tx: AppContext, id: string): Promise<void> {
  const setDefault = (is_default: boolean) => tables(tx).updateTable('language_model').set({ is_default })
  await setDefault(false).where('is_default', '=', true).where('model_id', '!=', id).execute()
  await setDefault(true).where('model_id', '=', id).execute()
}

export const deleteLanguageModel = async (tx: AppContext, id: string): Promise<void> =>
  void (await tables(tx).deleteFrom('language_model').where('model_id', '=', id).execute())

export const findEmbeddingModel = async (ctx: AppContext): Promise<EmbeddingModelRecord | undefined> =>
  await tables(ctx).selectFrom('embedding_model').select(['address', 'encrypted_key', 'model', 'chosen_at']).executeTakeFirst()

export async function upsertEmbeddingModel(ctx: AppContext, row: EmbeddingModelRecord): Promise<void> {
  await tables(ctx)
    .insertInto('embedding_model')
    .values({ ...row, is_only: true })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
    .execute()
}

export const deleteEmbeddingModel = async (ctx: AppContext): Promise<void> =>
  void (await tables(ctx).deleteFrom('embedding_model').execute())

type ShapeOwner = Pick<LlmServer, 'kind' | 'baseUrl' | 'model'>

/** Returns the request shape of a model, if it was stored after a time. */
export const findShape = async (ctx: AppContext, { kind, baseUrl, model }: ShapeOwner, since: Date) =>
  await tables(ctx)
    .selectFrom('language_model_shape')
    .select('shape')
    .where('kind', '=', kind)
    .where('address', '=', baseUrl)
    .where('model', '=', model)
    .where('learned_at', '>=', since)
    .executeTakeFirst()

export async function upsertShape(ctx: AppContext, owner: ShapeOwner, shape: RequestShape, now: Date): Promise<void> {
  const { kind, baseUrl: address, model } = owner
  const change = { shape: json(shape), learned_at: now }
  await tables(ctx)
    .insertInto('language_model_shape')
    .values({ kind, address, model, ...change })
    .onConflict((conflict) => conflict.columns(['kind', 'address', 'model']).doUpdateSet(change))
    .execute()
}

/** Deletes the stored request shape of a model. */
export const deleteShape = async (ctx: AppContext, { kind, baseUrl, model }: ShapeOwner): Promise<void> =>
  void (await tables(ctx)
    .deleteFrom('language_model_shape')
    .where('kind', '=', kind)
    .where('address', '=', baseUrl)
    .where('model', '=', model)
    .execute())

/** Deletes the stored request shapes of all other models. */
export async function deleteOtherShapes(ctx: AppContext, owners: readonly ShapeOwner[]): Promise<void> {
  const isOwner = ({ kind, baseUrl, model }: ShapeOwner) => sql<boolean>`(kind, address, model) = (${kind}, ${baseUrl}, ${model})`
  await tables(ctx)
    .deleteFrom('language_model_shape')
    .where(({ not, or }) => not(or(owners.map(isOwner))))
    .execute()
}

const NO_LIMITS: LimitRecord = { summaries: null, questions: null, requests: null }

/** Returns the limits per user and for the server. With `lock`, no other transaction counts uses until this one ends. */
export async function readLimits(ctx: AppContext, { lock = false } = {}): Promise<Record<LimitScope, LimitRecord>> {
  const query = tables(ctx).selectFrom('language_model_limit').selectAll().orderBy('scope')
  const rows = await (lock ? query.forUpdate() : query).execute()
  const limitsOf = (scope: LimitScope): LimitRecord => {
    const row = rows.find((candidate) => candidate.scope === scope)
    return row ? { summaries: row.summaries, questions: row.questions, requests: row.requests } : NO_LIMITS
  }
  return { person: limitsOf('person'), server: limitsOf('server') }
}

export async function updateLimits(ctx: AppContext, limits: Record<LimitScope, LimitRecord>): Promise<void> {
  for (const scope of ['person', 'server'] as const)
    await tables(ctx)
      .insertInto('language_model_limit')
      .values({ scope, ...limits[scope] })
      .onConflict((conflict) => conflict.column('scope').doUpdateSet(limits[scope]))
      .execute()
}

/** Returns the number of uses since a time, of one user or all. */
export async function countUses(ctx: AppContext, purpose: Purpose, since: Date, userId?: string): Promise<number> {
  const query = tables(ctx)
    .selectFrom('language_model_use')
    .select(sql<number>`count(*)`.as('count'))
    .where('purpose', '=', purpose)
    .where('used_at', '>=', since)
  const row = await (userId === undefined ? query : query.where('used_by', '=', userId)).executeTakeFirst()
  return row?.count ?? 0
}

export const hasUse = async (ctx: AppContext, useId: string): Promise<boolean> =>
  (await tables(ctx).selectFrom('language_model_use').select('use_id').where('use_id', '=', useId).executeTakeFirst()) !==
  undefined

export const insertUse = async (ctx: AppContext, row: UseRecord): Promise<void> =>
  void (await tables(ctx).insertInto('language_model_use').values(row).execute())

export const listUses = async (ctx: AppContext, userId: string): Promise<Pick<UseRecord, 'purpose' | 'used_at'>[]> =>
  await tables(ctx)
    .selectFrom('language_model_use')
    .select(['purpose', 'used_at'])
    .where('used_by', '=', userId)
    .orderBy('used_at')
    .orderBy('use_id')
    .execute()

export const deleteUsesBefore = async (ctx: AppContext, time: Date): Promise<void> =>
  void (await tables(ctx).deleteFrom('language_model_use').where('used_at', '<', time).execute())

/** Returns the number of running requests, of one user or all. */
export async function countRequests(ctx: AppContext, userId?: string): Promise<number> {
  const query = tables(ctx)
    .selectFrom('language_model_request')
    .select(sql<number>`count(*)`.as('count'))
  const row = await (userId === undefined ? query : query.where('user_id', '=', userId)).executeTakeFirst()
  return row?.count ?? 0
}

export const insertRequest = async (ctx: AppContext, row: RequestRecord): Promise<void> =>
  void (await tables(ctx).insertInto('language_model_request').values(row).execute())

export const deleteRequest = async (ctx: AppContext, requestId: string): Promise<void> =>
  void (await tables(ctx).deleteFrom('language_model_request').where('request_id', '=', requestId).execute())

export const deleteExpiredRequests = async (ctx: AppContext): Promise<void> =>
  void (await tables(ctx).deleteFrom('language_model_request').where('expires_at', '<', ctx.clock.now()).execute())
