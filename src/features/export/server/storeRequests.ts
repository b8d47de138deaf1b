import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { ExportFormat, ExportOptions } from '../rules.ts'
import type { SentHead } from './sent-document/SentDocument.ts'

/** What a link downloads: files of stored recordings, or an uploaded document. */
export type StoredRequest =
  | {
      readonly kind: 'files'
      readonly file_ids: readonly string[]
      readonly formats: readonly ExportFormat[]
      readonly options: ExportOptions
    }
  | { readonly kind: 'document'; readonly head: SentHead }

type RequestRecord = {
  export_id: string
  user_id: string
  request: StoredRequest
  /** The compressed text of an uploaded document. Null for other requests, and for a document with the text of its recording. */
  document: Buffer | null
  downloaded_at: Date | null
  expires_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ export_request: JsonTable<RequestRecord, 'request'> }>()

export const insertRequest = async (ctx: AppContext, record: Omit<RequestRecord, 'downloaded_at'>): Promise<void> =>
  void (await tables(ctx)
    .insertInto('export_request')
    .values({ ...record, downloaded_at: null, request: json(record.request) })
    .execute())

export const findRequest = async (
  ctx: AppContext,
  userId: string,
  exportId: string,
): Promise<Pick<RequestRecord, 'request' | 'document'> | undefined> =>
  tables(ctx)
    .selectFrom('export_request')
    .select(['request', 'document'])
    .where('export_id', '=', exportId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Serializes requests of an account that store a document until the transaction ends. */
export const lockDocuments = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`sent documents of ${userId}`}, 0))`.execute(tx.db))

/** Returns the stored documents of an account, downloaded ones first. */
export const listDocuments = async (
  ctx: AppContext,
  userId: string,
): Promise<Pick<RequestRecord, 'export_id' | 'downloaded_at' | 'expires_at'>[]> =>
  tables(ctx)
    .selectFrom('export_request')
    .select(['export_id', 'downloaded_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('document', 'is not', null)
    .orderBy('downloaded_at', (order) => order.asc().nullsLast())
    .orderBy('expires_at')
    .execute()

export const markDownloaded = async (ctx: AppContext, userId: string, exportId: string): Promise<void> =>
  void (await tables(ctx)
    .updateTable('export_request')
    .set({ downloaded_at: ctx.clock.now() })
    .where('export_id', '=', exportId)
    .where('user_id', '=', userId)
    .execute())

export const deleteRequests = async (ctx: AppContext, userId: string, exportIds: readonly string[]): Promise<void> =>
  void (await tables(ctx)
    .deleteFrom('export_request')
    .where('user_id', '=', userId)
    .where('export_id', 'in', [...exportIds, ''])
    .execute())

export const deleteRequestsBefore = async (ctx: AppContext, time: Date): Promise<void> =>
  void (await tables(ctx).deleteFrom('export_request').where('expires_at', '<', time).execute())
