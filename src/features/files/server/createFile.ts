import { newId } from '#shared/newId.ts'
import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { AudioKind } from '#platform/audio/audio.ts'
import type { ExtraData } from '../contract.ts'
import { measurePeaksJob, saveChannelSpans } from './audio.ts'
import { isDefaultTitle } from './isDefaultTitle.ts'
import { textChanged } from './results.ts'
import { type FileRecord, insertFile, readFileOfBlob } from './store.ts'
import { fileTopic } from '../contract.ts'

export type NewFile = {
  userId: string
  filename: string
  sound: { kind: AudioKind; duration: Millis; blobKey: string; bytes: number; md5: string }
  scene: number
  startTime: Date
  serialNumber?: string
  sessionId?: number
  timezone?: number
  filetagIds?: string[]
  supportMulSumm?: boolean
  editFrom?: string
  /** MD5 of the audio before upload, when it differs from what is stored. */
  sourceMd5?: string | null
  /** When each channel was active before they were mixed, if it is the mix of a call. */
  channelSpans?: ChannelSpans | null
  extraData?: ExtraData
}

/**
 * Creates a recording from a stored blob and queues the measurement of its waveform. The same blob returns the same recording.
 */
export async function createFile(ctx: AppContext, draft: NewFile): Promise<FileRecord> {
  const now = ctx.clock.now()
  const row: FileRecord = {
    user_id: draft.userId,
    file_id: newId(now),
    filename: draft.filename,
    title_source: isDefaultTitle(draft.filename) ? 'default' : 'given',
    original_title: null,
    sound_kind: draft.sound.kind,
    blob_key: draft.sound.blobKey,
    bytes: draft.sound.bytes,
    md5: draft.sound.md5,
    scene: draft.scene,
    serial_number: draft.serialNumber ?? '',
    session_id: draft.sessionId ?? 0,
    start_time: draft.startTime,
    edit_time: now,
    opened_at: now,
    duration_ms: Math.round(draft.sound.duration),
    timezone: draft.timezone ?? 0,
    trashed_at: null,
    filetag_ids: draft.filetagIds ?? [],
    support_mul_summ: draft.supportMulSumm ?? true,
    edit_from: draft.editFrom ?? 'web',
    extra_data: draft.extraData ?? {},
    has_transcript: false,
    has_summary: false,
    summary_line: '',
    has_new_summary: false,
    sound_deleted_at: null,
    source_md5: draft.sourceMd5 ?? null,
  }
  return ctx.transaction(async (tx) => {
    if (!(await insertFile(tx, row))) {
      const existing = await readFileOfBlob(tx, draft.userId, draft.sound.blobKey)
      if (!existing) throw new Error('this audio belongs to another recording')
      return existing
    }
    if (draft.channelSpans) await saveChannelSpans(tx, row, draft.channelSpans)
    await tx.jobs.send(measurePeaksJob, { userId: row.user_id, fileId: row.file_id })
    await tx.events.publish(textChanged, { userId: row.user_id, fileId: row.file_id })
    await tx.live.publish(fileTopic, { userId: row.user_id, id: row.file_id })
    return row
  })
}
