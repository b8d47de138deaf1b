import { MPEGDecoder } from 'mpg123-decoder'
import { readMp3Frames } from './readMp3Frames.ts'
import type { Mp3Frame } from './readMp3Frames.ts'
import type { SoundSource } from './SoundSource.ts'

/** A frame may borrow bits from frames before it: 24 frames cover the furthest reach at the lowest bitrate. */
const WARM_UP_FRAMES = 24

/**
 * The sound of an MP3 from sample `start` on (counted at its own rate), its channels mixed to one, in pieces of some
 * seconds. Frame n always gives samples n * 576 (or 1152) and on: nothing is cut for the encoder's delay, because players
 * of files without an encoder's tag do not cut it either, and words must light up when they are heard.
 */
export async function* decodeMp3(source: SoundSource, start: number): AsyncGenerator<Float32Array> {
  const decoder = new MPEGDecoder({ enableGapless: false })
  await decoder.ready
  try {
    let frameNumber = 0
    let toSkip: number | null = null
    for await (const batch of readMp3Frames(source)) {
      const first = firstWanted(batch, frameNumber, start)
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

/** Index in the batch of the first frame to decode, or its length when all lie too early. */
function firstWanted(batch: readonly Mp3Frame[], frameNumber: number, start: number): number {
  const samples = batch[0]?.header.samples ?? 1
  const wanted = Math.max(0, Math.floor(start / samples) - WARM_UP_FRAMES)
  return Math.min(batch.length, Math.max(0, wanted - frameNumber))
}

function decodeBatch(decoder: MPEGDecoder, batch: readonly Mp3Frame[]): Float32Array {
  const { channelData } = decoder.decode(Buffer.concat(batch.map((frame) => frame.bytes)))
  const [left, right] = channelData
  if (left === undefined) return new Float32Array(0)
  if (right === undefined || batch[0]!.header.channels === 1) return left
  return left.map((sample, i) => (sample + right[i]!) / 2)
}
