import type { Readable } from 'node:stream'
import { z } from 'zod'
import { blobAudioSource } from '#platform/audio/AudioSource.ts'
import type { AudioSource } from '#platform/audio/AudioSource.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import { readAsrAsOgg } from '#platform/audio/opus/asr.ts'
import { computePeaks } from '#platform/audio/computePeaks.ts'
import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import { job } from '#platform/jobs/jobs.ts'
import { type FileRecord, lockFileForShare, readFiles, readResults, writeResult } from './store.ts'
import { fileTopic } from '../contract.ts'

/** Opens the audio of a recording, with the declared codec that its bytes do not contain. Rejects with BlobError. */
export async function openAudio(
  ctx: AppContext,
  row: FileRecord,
): Promise<{ source: AudioSource; declared: { declared?: 'OPUS' } }> {
  const source = await blobAudioSource(ctx.blobs, row.blob_key)
  return { source, declared: row.sound_kind === 'asr' ? { declared: 'OPUS' } : {} }
}

const SUFFIX = { mp3: 'mp3', wav: 'wav', asr: 'ogg', 'ogg-opus': 'ogg' } as const

/** The audio of a recording for download. */
export type OriginalAudio = { suffix: string; open: () => Promise<Readable> }

/**
 * Returns the audio as stored, or null when it does not exist. The raw packets of a recorder, which no player supports, are
 * wrapped into an Ogg file without changing them.
 */
export async function openOriginalAudio(ctx: AppContext, row: FileRecord): Promise<OriginalAudio | null> {
  const info = await ctx.blobs.info(row.blob_key)
  if (!info || row.sound_deleted_at) return null
  const source = { size: info.size, open: (range: { start: number; end: number }) => ctx.blobs.open(row.blob_key, range) }
  const suffix = SUFFIX[row.sound_kind]
  if (row.sound_kind === 'asr') return { suffix, open: () => Promise.resolve(readAsrAsOgg(source)) }
  return { suffix, open: () => ctx.blobs.open(row.blob_key) }
}

/** Returns whether the audio was deleted between looking it up and reading it. */
export const isBlobMissing = (error: unknown): boolean => error instanceof BlobError && error.kind === 'missing'

/** Returns the waveform of a recording: points from 0 to 255 at equal distances; null until it is measured. */
export async function readPeaks(ctx: AppContext, userId: string, fileId: string): Promise<Uint8Array | null> {
  const [found] = await readResults(ctx, userId, [fileId], ['peaks'])
  return found?.body ?? null
}

/** Saves when each channel of a call was active, for a recording that is the mix of both. */
export const saveChannelSpans = (
  tx: AppContext,
  { user_id, file_id }: Pick<FileRecord, 'user_id' | 'file_id'>,
  spans: ChannelSpans,
): Promise<void> => writeResult(tx, { user_id, file_id, kind: 'channel_spans', body: Buffer.from(JSON.stringify(spans)) })

/** Returns when each channel was active, or null when the recording is not the mix of a call. */
export async function readChannelSpans(ctx: AppContext, userId: string, fileId: string): Promise<ChannelSpans | null> {
  const [found] = await readResults(ctx, userId, [fileId], ['channel_spans'])
  return found ? (JSON.parse(found.body.toString()) as ChannelSpans) : null
}

/** Number of points in a waveform. */
const PEAK_COUNT = 4000

export const measurePeaksJob = job('files.measure-peaks', z.object({ userId: z.string(), fileId: z.string() }), { attempts: 5 })

/** Computes and stores the waveform of a recording. Does nothing when its audio is deleted before or during the measurement. */
export async function measurePeaks(ctx: AppContext, { userId, fileId }: { userId: string; fileId: string }): Promise<void> {
  const [row] = await readFiles(ctx, userId, [fileId])
  if (!row || row.sound_deleted_at) return // deleted before the job started
  const peaks = await computePeaksOrNull(ctx, row)
  if (peaks === null) return
  await ctx.transaction(async (tx) => {
    // The recording was deleted during the measurement, so there is nothing to attach the result to.
    if (!(await lockFileForShare(tx, userId, fileId))) return
    await writeResult(tx, { user_id: userId, file_id: fileId, kind: 'peaks', body: Buffer.from(peaks) })
    await tx.live.publish(fileTopic, { userId, id: fileId })
  })
}

/** Returns null when the audio was deleted in the meantime, with its recording or by a retention rule. */
async function computePeaksOrNull(ctx: AppContext, row: FileRecord): Promise<Uint8Array | null> {
  try {
    const { source, declared } = await openAudio(ctx, row)
    return await computePeaks(source, PEAK_COUNT, declared)
  } catch (error) {
    const [current] = await readFiles(ctx, row.user_id, [row.file_id])
    if (current && !current.sound_deleted_at) throw error
    return null
  }
}
