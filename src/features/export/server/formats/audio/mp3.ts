import { Readable } from 'node:stream'
import { type FileRecord, openAudio, openOriginalAudio } from '#features/files/server.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import type { AppContext } from '#platform/context.ts'

/** Kilobits a second: speech of one voice at 16 kHz does not get better with more. */
export const MP3_BITRATE = 48

/** Returns the audio as MP3: as stored, or converted while it is read. Rejects with BlobError when it is missing. */
export async function openMp3(ctx: AppContext, row: FileRecord): Promise<Readable | null> {
  const original = await openOriginalAudio(ctx, row)
  if (!original) return null
  if (original.suffix === 'mp3') return original.open()
  const { source, declared } = await openAudio(ctx, row)
  return Readable.from(encodeMp3(decodeAudio(source, declared)), { objectMode: false })
}

async function* encodeMp3(pcm: AsyncIterable<Float32Array>): AsyncGenerator<Uint8Array> {
  const { createMp3Encoder } = await import('wasm-media-encoders')
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SPEECH_SAMPLE_RATE, channels: 1, bitrate: MP3_BITRATE })
  // The encoder uses its output again for the next chunk.
  for await (const samples of pcm) yield Buffer.from(encoder.encode([samples]))
  yield Buffer.from(encoder.finalize())
}
