import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type FileRecord, openAudio, openOriginalAudio } from '#features/files/server.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import type { AppContext } from '#platform/context.ts'
import { KeyedMutex } from '#platform/locks/mutex.ts'

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

/** Conversions take turns second by second, so that several of them delay other calls no longer than one does: some milliseconds. */
const turns = new KeyedMutex()

async function* encodeMp3(pcm: AsyncGenerator<Float32Array>): AsyncGenerator<Uint8Array> {
  const { createMp3Encoder } = await import('wasm-media-encoders')
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: SPEECH_SAMPLE_RATE, channels: 1, bitrate: MP3_BITRATE })
  const encodeNext = async () => {
    await nextTurn()
    const { value, done } = await pcm.next()
    // The encoder uses its output again for the next chunk.
    return done ? undefined : Buffer.from(encoder.encode([value]))
  }
  try {
    for (let bytes = await turns.run('', encodeNext); bytes; bytes = await turns.run('', encodeNext)) yield bytes
  } finally {
    await pcm.return(undefined)
  }
  yield Buffer.from(encoder.finalize())
}
