import type { Bytes, Millis } from '#shared/units.ts'

/** The kind of an audio file, detected from its bytes and never from its name. */
export type AudioKind = 'mp3' | 'wav' | 'ogg-opus' | 'asr'

export type AudioInfo = {
  readonly kind: AudioKind
  readonly duration: Millis
  readonly sampleRate: number
  readonly channels: number
  /** Bits per second when every frame has the same rate (CBR), otherwise null. Always null except for MP3. */
  readonly constantBitrate: number | null
  readonly bytes: Bytes
}

export type AudioErrorKind = 'not-sound' | 'empty' | 'damaged' | 'too-short' | 'too-long'

/** Thrown when bytes are not usable audio. `message` says why in one plain sentence. */
export class AudioError extends Error {
  readonly kind: AudioErrorKind
  constructor(kind: AudioErrorKind, message: string) {
    super(message)
    this.name = 'AudioError'
    this.kind = kind
  }
}

/** Sample rate of all audio for speech engines (B§9). */
export const SPEECH_SAMPLE_RATE = 16_000

/** Returns the time of a sample in ms from the start of the recording, rounded down, so that resuming there skips nothing. */
export const sampleToMillis = (sample: number): Millis => Math.floor((sample * 1000) / SPEECH_SAMPLE_RATE)

/** Returns the sample at a time of the recording. */
export const millisToSample = (time: Millis): number => Math.round((time * SPEECH_SAMPLE_RATE) / 1000)

/**
 * Yields the same samples in blocks of exactly `size`, without the first `skip`. The last block may be shorter. Blocks are
 * copies, because the source may reuse its chunks.
 */
export async function* rechunk(
  pcm: AsyncIterable<Float32Array>,
  size: number,
  skip = 0,
): AsyncGenerator<Float32Array<ArrayBuffer>, void> {
  let toSkip = skip
  let block = new Float32Array(size)
  let filled = 0
  for await (const chunk of pcm) {
    let offset = Math.min(toSkip, chunk.length)
    toSkip -= offset
    while (offset < chunk.length) {
      const part = chunk.subarray(offset, offset + size - filled)
      block.set(part, filled)
      filled += part.length
      offset += part.length
      if (filled < size) continue
      yield block
      block = new Float32Array(size)
      filled = 0
    }
  }
  if (filled) yield block.slice(0, filled)
}
