import { rechunk } from './audio.ts'

/** Samples that get the same offset: 32 ms. */
const FRAME = 512
/** The mean follows the audio over this many frames, about five seconds. */
const MEMORY_FRAMES = 150
/** An offset matters when it is more than this share of the sound's own level (RMS). */
const MIN_SHARE = 0.2

/**
 * Subtracts the constant part (DC offset) from 16 kHz audio. Some cheap recorders add an offset that hides a quiet voice from the
 * speech detector. Audio without an offset is not changed. Yields frames of 512 samples; the last may be shorter.
 */
export async function* removeOffset(pcm: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array> {
  let [mean, power, count] = [0, 0, 0]
  for await (const frame of rechunk(pcm, FRAME)) {
    count = Math.min(MEMORY_FRAMES, count + 1)
    mean += (frame.reduce((sum, sample) => sum + sample, 0) / frame.length - mean) / count
    power += (frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length - power) / count
    const offset = mean
    const level = Math.sqrt(Math.max(0, power - mean * mean))
    yield Math.abs(offset) <= MIN_SHARE * level ? frame : frame.map((sample) => sample - offset)
  }
}
