import { Readable } from 'node:stream'
import { systemClock } from '#platform/clock/clock.ts'
import { type FileRecord, openAudio, openOriginalAudio } from '#features/files/server.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import type { AppContext } from '#platform/context.ts'
import { KeyedMutex } from '#platform/locks/mutex.ts'

/** In kbit/s: one voice at 16 kHz does not improve with more. */
export const MP3_BITRATE = 48

/** Returns the audio as MP3: as stored, or converted on the fly. Rejects with BlobError when it is missing. */
export async function openMp3(ctx: AppContext, row: FileRecord): Promise<Readable | null> {
  const original = await openOriginalAudio(ctx, row)
  if (!original) return null
  if (original.suffix === 'mp3') return original.open()
  const { source, declared } = await openAudio(ctx, row)
  return Readable.from(encodeMp3(decodeAudio(source, declared)), { objectMode: false })
}

/**
 * Concurrent conversions take turns after each chunk, and each chunk is followed by a pause of the same length, so that they delay
 * other calls by only a few milliseconds and leave half of the CPU time.
 */
const turns = new KeyedMutex()
const PIECE = SPEECH_SAMPLE_RATE / 4

const paced = <T>(work: () => T): Promise<T> =>
  turns.run('', async () => {
    const start = performance.now()
    const result = work()
    await systemClock.wait(Math.ceil(performance.now() - start))
    return result
  })

async function* encodeMp3(pcm: AsyncIterable<Float32Array>): AsyncGenerator<Uint8Array> {
  const { createMp3Encoder } = await import('wasm-media-encoders')
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SPEECH_SAMPLE_RATE, channels: 1, bitrate: MP3_BITRATE })
  for await (const samples of pcm) {
    for (let at = 0; at < samples.length; at += PIECE) {
      // The encoder reuses its output buffer.
      yield await paced(() => Buffer.from(encoder.encode([samples.subarray(at, at + PIECE)])))
    }
  }
  yield Buffer.from(encoder.finalize())
}
