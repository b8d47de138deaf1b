import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { newId } from '#shared/newId.ts'
import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { Segment } from '../contract.ts'
import { firstLineOf } from './firstLineOf.ts'
import { type FileRecord, type ResultKind, lockLibrary } from './store.ts'
import { insertFiles, insertResults } from './storeSeed.ts'
import { filesTopic } from '../contract.ts'

const compress = promisify(zstdCompress)

/** A generated recording for testing large libraries. Times are in whole milliseconds. */
export type SeedFile = {
  filename: string
  scene: number
  startTime: Date
  editTime: Date
  duration: Millis
  filetagIds: string[]
  trashedAt: Date | null
  /** Transcript and summary; null for none. Many recordings may share one. */
  transcript: Segment[] | null
  summary: string | null
}

/** Rows per statement. */
const BATCH_SIZE = 1000
/** 32 kbit/s, the bit rate of recorders. */
const BYTES_PER_MS = 4

/**
 * Inserts recordings without audio into a user's library. Each is marked as deleted by a retention rule, so that nothing reads
 * its audio. For seeding only; everything else uses `createFile`.
 */
export async function seedFiles(ctx: AppContext, userId: string, drafts: readonly SeedFile[]): Promise<void> {
  const bodies = new Map<unknown, Buffer>()
  const bodyOf = async (document: unknown): Promise<Buffer> => {
    const body = bodies.get(document) ?? (await compress(JSON.stringify(document)))
    bodies.set(document, body)
    return body
  }
  for (let offset = 0; offset < drafts.length; offset += BATCH_SIZE) {
    const rows = drafts.slice(offset, offset + BATCH_SIZE).map((draft) => ({ draft, row: rowOf(userId, draft, ctx.clock.now()) }))
    const results: { file_id: string; kind: ResultKind; body: Buffer }[] = []
    for (const { draft, row } of rows) {
      if (draft.transcript) results.push({ file_id: row.file_id, kind: 'trans_result', body: await bodyOf(draft.transcript) })
      if (draft.summary !== null) results.push({ file_id: row.file_id, kind: 'ai_content', body: await bodyOf(draft.summary) })
    }
    await ctx.transaction(async (tx) => {
      await lockLibrary(tx, userId)
      await insertFiles(
        tx,
        rows.map(({ row }) => row),
      )
      await insertResults(tx, userId, results)
      await tx.live.publish(filesTopic, { userId })
    })
  }
}

function rowOf(userId: string, draft: SeedFile, now: Date): FileRecord {
  const file_id = newId(draft.startTime)
  return {
    user_id: userId,
    file_id,
    filename: draft.filename,
    title_source: 'given',
    original_title: null,
    sound_kind: 'mp3',
    blob_key: `sound/${userId}/${file_id}`,
    bytes: draft.duration * BYTES_PER_MS,
    md5: '',
    scene: draft.scene,
    serial_number: '',
    session_id: Math.floor(draft.startTime.getTime() / 1000),
    start_time: draft.startTime,
    edit_time: draft.editTime,
    opened_at: draft.editTime,
    duration_ms: draft.duration,
    timezone: 0,
    trashed_at: draft.trashedAt,
    filetag_ids: draft.filetagIds,
    support_mul_summ: true,
    edit_from: 'web',
    extra_data: {},
    has_transcript: draft.transcript !== null,
    has_summary: draft.summary !== null,
    summary_line: draft.summary === null ? '' : firstLineOf(draft.summary),
    has_new_summary: false,
    sound_deleted_at: now,
    source_md5: null,
  }
}
