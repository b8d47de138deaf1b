import { lockAccountForShare } from '#features/account/server.ts'
import { blobAudioSource } from '#platform/audio/AudioSource.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { Part } from '#platform/blobs/blobs.ts'
import { KeyedMutex } from '#platform/locks/mutex.ts'
import type { AppContext } from '#platform/context.ts'
import { SCENES } from '#features/files/contract.ts'
import { type FileRecord, createFile, readFileOfBlob } from '#features/files/server.ts'
import { lockOwnedFolders } from '#features/folders/server.ts'
import { probeAudio } from '#platform/audio/probeAudio.ts'
import { AudioError, type AudioInfo } from '#platform/audio/audio.ts'
import type { ConfirmUpload } from '../contract.ts'
import { abandonUpload } from './abandonedUploads.ts'
import { DEFAULT_TITLE } from '../rules.ts'
import { plausibleTimezone, isPlausibleStart, cleanTitle } from './clientMetadata.ts'
import { refusalOfAudioError, refusalOfMergeError } from './refusals.ts'
import { type UploadRecord, lockUpload, setState, readUpload } from './store.ts'
import type { Bytes } from '#shared/units.ts'

const INT4_MAX = 2 ** 31 - 1
const MAX_SERIAL_LENGTH = 200

/**
 * Turns a merged upload into a recording (B§4 step 5). Format and duration are measured from the bytes; values sent by the client
 * are ignored. Confirming again returns the same recording. Refuses when the recording was deleted, the upload was removed as
 * abandoned, or its bytes are not a recording; the bytes are deleted then, because no user could find them again. Folders that do
 * not belong to the user or no longer exist are ignored, so that the upload does not fail because of them.
 */
export async function confirmUpload(ctx: AppContext, upload: UploadRecord, input: ConfirmUpload): Promise<Confirmed> {
  try {
    return await confirmations.run(upload.upload_id, () => confirmOnce(ctx, upload, input))
  } catch (error) {
    // Abandoned while it was being read.
    if (error instanceof BlobError && error.kind === 'missing') return { refused: 'uploadExpired' }
    if (!(error instanceof AudioError)) throw error
    await abandonUpload(ctx, upload)
    return { refused: refusalOfAudioError(error) }
  }
}

type Confirmed = FileRecord | { refused: 'uploadExpired' | 'notSound' | 'tooShort' | 'tooLong' }

/** Reading half a gigabyte is expensive, so concurrent confirmations of one upload share a single read. */
const confirmations = new KeyedMutex()

async function confirmOnce(ctx: AppContext, upload: UploadRecord, input: ConfirmUpload): Promise<Confirmed> {
  const existing = await existingFile(ctx, upload)
  if (!('refused' in existing) || upload.state === 'confirmed') return existing
  const info = await ctx.blobs.info(upload.object_name)
  if (!info) return { refused: 'uploadExpired' }
  const source = await blobAudioSource(ctx.blobs, upload.object_name)
  const probe = await probeAudio(source, { declared: upload.file_type === 'OPUS' ? 'OPUS' : 'MP3' })
  return ctx.transaction(async (tx) => {
    await lockAccountForShare(tx, upload.user_id)
    const locked = await lockUpload(tx, upload)
    if (locked?.state === 'confirmed') return existingFile(tx, upload)
    if (locked?.state !== 'merged') return { refused: 'uploadExpired' }
    // @NOTE Lock the folders before the recording; they stay locked until the transaction ends.
    const filetagIds = await lockOwnedFolders(tx, upload.user_id, uniqueFolderIds(input))
    const file = await createFile(tx, { ...toFileDraft(ctx, upload, input, probe, info.md5), filetagIds })
    await setState(tx, upload, { from: 'merged', to: 'confirmed' })
    return file
  })
}

const existingFile = async (ctx: AppContext, { user_id, object_name }: UploadRecord): Promise<Confirmed> =>
  (await readFileOfBlob(ctx, user_id, object_name)) ?? { refused: 'uploadExpired' }

function toFileDraft(ctx: AppContext, upload: UploadRecord, input: ConfirmUpload, probe: AudioInfo, md5: string) {
  const started = input.start_time ?? 0
  const startTime = isPlausibleStart(started) ? new Date(started) : ctx.clock.now()
  return {
    userId: upload.user_id,
    filename: cleanTitle(input.filename) ?? upload.filename ?? DEFAULT_TITLE,
    sound: { kind: probe.kind, duration: probe.duration, blobKey: upload.object_name, bytes: probe.bytes, md5 },
    scene: toInteger(input.scene, INT4_MAX) ?? SCENES.web,
    startTime,
    serialNumber: String(input.serial_number ?? '').slice(0, MAX_SERIAL_LENGTH),
    sessionId: toInteger(input.session_id, Number.MAX_SAFE_INTEGER) ?? 0,
    timezone: plausibleTimezone(input.timezone, startTime),
    supportMulSumm: input.support_mul_summ ?? true,
    sourceMd5: input.source_md5 ?? upload.source_md5,
    channelSpans: input.channel_spans ?? null,
  }
}

/** Returns an integer the database can store, or null: invalid values from third-party clients must not fail the upload. */
function toInteger(value: number | string | null | undefined, max: number): number | null {
  const integer = Math.trunc(Number(value ?? Number.NaN))
  return Math.abs(integer) <= max ? integer : null
}

const uniqueFolderIds = (input: ConfirmUpload): string[] => [...new Set(input.filetag_id_list ?? [])]

/**
 * Merges the parts of an upload (B§4 step 4). Refuses wrong parts, parts that hold more than announced, and an upload that is gone
 * or was abandoned in the meantime.
 */
export async function mergeUpload(ctx: AppContext, upload: UploadRecord, parts: readonly Part[]) {
  const size = await completeUpload(ctx, upload, parts).catch(refusalOfMergeError)
  if (typeof size === 'object') return size
  if (size <= upload.bytes) return markMerged(ctx, upload)
  await abandonUpload(ctx, upload)
  return { refused: 'tooLarge' } as const
}

/** Returns the size of the merged audio. An upload merged earlier has no parts any more and counts as merged. */
async function completeUpload(ctx: AppContext, upload: UploadRecord, parts: readonly Part[]): Promise<Bytes> {
  try {
    return (await ctx.blobs.complete({ key: upload.object_name, uploadId: upload.upload_id, parts })).size
  } catch (error) {
    const isAlreadyMerged = upload.state !== 'open' && error instanceof BlobError && error.kind === 'no-such-upload'
    const info = isAlreadyMerged ? await ctx.blobs.info(upload.object_name) : null
    if (info === null) throw error
    return info.size
  }
}

/** Marks the upload as merged. Refuses when its row is gone, and deletes the audio, since no cleanup would ever find it. */
export async function markMerged(ctx: AppContext, upload: UploadRecord): Promise<{ refused: 'uploadExpired' } | undefined> {
  if (await setState(ctx, upload, { from: 'open', to: 'merged' })) return undefined
  if (await readUpload(ctx, upload.user_id, { uploadId: upload.upload_id })) return undefined
  await ctx.blobs.delete(upload.object_name)
  return { refused: 'uploadExpired' }
}
