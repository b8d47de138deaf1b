import type { AppContext } from '#platform/context.ts'
import type { ExportFormat, ExportOptions } from '../rules.ts'
import type { SentDocument } from './sentDocument.ts'

/** What a link downloads: files of stored recordings, or one document that a client sent. */
export type StoredRequest =
  | {
      readonly kind: 'files'
      readonly file_ids: readonly string[]
      readonly formats: readonly ExportFormat[]
      readonly options: ExportOptions
    }
  | { readonly kind: 'document'; readonly format: ExportFormat; readonly document: SentDocument }

type RequestRecord = { export_id: string; user_id: string; request: StoredRequest; expires_at: Date }
const tables = (ctx: AppContext) => ctx.db.withTables<{ export_request: RequestRecord }>()

export const insertRequest = async (ctx: AppContext, record: RequestRecord): Promise<void> =>
  void (await tables(ctx)
    .insertInto('export_request')
    .values({ ...record, request: JSON.stringify(record.request) as unknown as StoredRequest })
    .execute())

export const findRequest = async (ctx: AppContext, userId: string, exportId: string): Promise<StoredRequest | undefined> =>
  (
    await tables(ctx)
      .selectFrom('export_request')
      .select('request')
      .where('export_id', '=', exportId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.request

export const deleteRequestsBefore = async (ctx: AppContext, time: Date): Promise<void> =>
  void (await tables(ctx).deleteFrom('export_request').where('expires_at', '<', time).execute())
