import { MPEGDecoder } from 'mpg123-decoder'
import { readMp3Frames } from './readMp3Frames.ts'
import type { Mp3Frame } from './readMp3Frames.ts'
import type { AudioSource } from '../AudioSource.ts'

/** A frame may use bits of earlier frames: 24 frames cover the longest reach at the lowest bitrate. */
const WARM_UP_FRAMES = 24

/**
 * Yields the samples of an MP3 from sample `start` on (at its own rate), mixed to mono, in chunks of some seconds. Frame n always
 * starts at sample n * 576 (or 1152). The encoder's delay is not removed, because players do not remove it either without an
 * encoder tag, and words must be highlighted when they are audible.
 */
export async function* decodeMp3(source: AudioSource, start: number): AsyncGenerator<Float32Array> {
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  try {
    let frameNumber = 0
    let toSkip: number | null = null
    for await (const batch of readMp3Frames(source)) {
      const first = firstFrameToDecode(batch, frameNumber, start)
      frameNumber += batch.length
      if (first === batch.length) continue
      toSkip ??= start - (frameNumber - batch.length + first) * batch[first]!.header.samples
      const samples = decodeBatch(decoder, batch.slice(first))
      const skipped = Math.min(toSkip, samples.length)
      toSkip -= skipped
      if (skipped < samples.length) yield samples.subarray(skipped)
    }
  } finally {
    decoder.free()
  }
}

/** Returns the index of the first frame to decode, or the length of the batch when all of them are too early. */
function firstFrameToDecode(batch: readonly Mp3Frame[], frameNumber: number, start: number): number {
  const samples = batch[0]?.header.samples ?? 1
  const firstNeeded = Math.max(0, Math.floor(start / samples) - WARM_UP_FRAMES)
  return Math.min(batch.length, Math.max(0, firstNeeded - frameNumber))
}

function decodeBatch(decoder: MPEGDecoder, batch: readonly Mp3Frame[]): Float32Array {
  const { channelData } = decoder.decode(Buffer.concat(batch.map((frame) => frame.bytes)))
  const [left, right] = channelData
  if (left === undefined) return new Float32Array(0)
  if (right === undefined || batch[0]!.header.channels === 1) return left
  return left.map((sample, i) => (sample + right[i]!) / 2)
}
