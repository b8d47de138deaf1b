import type { Readable } from 'node:stream'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import { readAsrAsOgg } from '#platform/audio/opus/asrToOgg.ts'
import type { FileRecord } from './store.ts'

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
