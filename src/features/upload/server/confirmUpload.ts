import { lockAccountForShare } from '#features/account/server.ts'
import { blobAudioSource } from '#platform/blobs/blobAudioSource.ts'
import { KeyedMutex } from '#platform/locks/KeyedMutex.ts'
import type { AppContext } from '#platform/context.ts'
import { SCENES } from '#features/files/contract.ts'
import { type FileRecord, createFile, readFileOfBlob } from '#features/files/server.ts'
import { lockOwnedFolders } from '#features/folders/server.ts'
import { probeAudio } from '#platform/audio/probeAudio.ts'
import type { AudioInfo } from '#platform/audio/audio.ts'
import type { ConfirmUpload } from '../contract.ts'
import { DEFAULT_TITLE, plausibleTimezone, isPlausibleStart, cleanTitle } from './clientMetadata.ts'
import { type UploadRecord, lockUpload, setState } from './store.ts'

const INT4_MAX = 2 ** 31 - 1
const MAX_SERIAL_LENGTH = 200

/**
 * Turns a merged upload into a recording (B§4 step 5). Format and duration are measured from the bytes; values sent by the client
 * are ignored. Confirming again returns the same recording. Returns null when the recording was deleted or the upload was removed
 * as abandoned. Folders that do not belong to the user or no longer exist are ignored, so that the upload does not fail because
 * of them. Rejects with SoundError.
 */
export const confirmUpload = (ctx: AppContext, upload: UploadRecord, input: ConfirmUpload): Promise<FileRecord | null> =>
  confirmations.run(upload.upload_id, () => confirmOnce(ctx, upload, input))

/** Reading half a gigabyte is expensive, so concurrent confirmations of one upload share a single read. */
const confirmations = new KeyedMutex()

async function confirmOnce(ctx: AppContext, upload: UploadRecord, input: ConfirmUpload): Promise<FileRecord | null> {
  const existing = await existingFile(ctx, upload)
  if (existing || upload.state === 'confirmed') return existing
  const info = await ctx.blobs.info(upload.object_name)
  if (!info) return null
  const source = await blobAudioSource(ctx.blobs, upload.object_name)
  const probe = await probeAudio(source, { declared: upload.file_type === 'OPUS' ? 'OPUS' : 'MP3' })
  return ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, upload.user_id)
    const locked = await lockUpload(tx, upload)
    if (locked?.state === 'confirmed') return existingFile(tx, upload)
    if (locked?.state !== 'merged') return null
    // @NOTE Lock the folders before the recording; they stay locked until the transaction ends.
    const filetagIds = await lockOwnedFolders(tx, upload.user_id, uniqueFolderIds(input))
    const file = await createFile(tx, { ...toFileDraft(ctx, upload, input, probe, info.md5), filetagIds })
    await setState(tx, upload, { from: 'merged', to: 'confirmed' })
    return file
  })
}

const existingFile = async (ctx: AppContext, { user_id, object_name }: UploadRecord): Promise<FileRecord | null> =>
  (await readFileOfBlob(ctx, user_id, object_name)) ?? null

function toFileDraft(ctx: AppContext, upload: UploadRecord, input: ConfirmUpload, probe: AudioInfo, md5: string) {
  const started = input.start_time ?? 0
  return {
    userId: upload.user_id,
    filename: cleanTitle(input.filename) ?? upload.filename ?? DEFAULT_TITLE,
    sound: { kind: probe.kind, duration: probe.duration, blobKey: upload.object_name, bytes: probe.bytes, md5 },
    scene: toInteger(input.scene, INT4_MAX) ?? SCENES.web,
    startTime: isPlausibleStart(started) ? new Date(started) : ctx.clock.now(),
    serialNumber: String(input.serial_number ?? '').slice(0, MAX_SERIAL_LENGTH),
    sessionId: toInteger(input.session_id, Number.MAX_SAFE_INTEGER) ?? 0,
    timezone: plausibleTimezone(input.timezone),
    supportMulSumm: input.support_mul_summ ?? true,
    sourceMd5: input.source_md5 ?? upload.source_md5,
  }
}

/** Returns an integer the database can store, or null: invalid values from third-party clients must not fail the upload. */
function toInteger(value: number | string | null | undefined, max: number): number | null {
  const integer = Math.trunc(Number(value ?? Number.NaN))
  return Math.abs(integer) <= max ? integer : null
}

const uniqueFolderIds = (input: ConfirmUpload): string[] => [...new Set(input.filetag_id_list ?? [])]
