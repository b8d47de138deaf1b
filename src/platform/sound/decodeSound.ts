import { setImmediate as nextTurn } from 'node:timers/promises'
import { blocksOf } from './blocksOf.ts'
import { decodeMp3 } from './decodeMp3.ts'
import { decodeAsr, decodeOggOpus } from './decodeOpus.ts'
import { decodeWav } from './decodeWav.ts'
import { readMp3Frames } from './readMp3Frames.ts'
import { readWavHeader } from './readWavHeader.ts'
import { recogniseSound } from './recogniseSound.ts'
import type { Declared } from './recogniseSound.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError, SPEECH_RATE } from './sound.ts'
import type { SoundKind } from './sound.ts'
import { Resampler } from '#kit/Resampler.ts'
import type { Millis } from '#kit/units.ts'

export type DecodeOptions = Declared & {
  /** Start time. The samples are the same as those of a full decode from there on. */
  readonly from?: Millis
  readonly signal?: AbortSignal | undefined
}

/** Samples that are decoded before the start to fill the resampler's filter. */
const FILTER_LEAD = SPEECH_RATE

/**
 * Decodes audio for speech engines: 16 kHz mono, -1 to 1, in chunks of one second (the last may be shorter). It decodes on demand
 * and never holds the whole file in memory. It yields to the event loop between chunks; one chunk takes some milliseconds. Throws
 * the signal's reason when the signal is aborted.
 *
 * Throws AudioError as `probeAudio` does, but has no minimum or maximum duration.
 */
export async function* decodeSound(source: SoundSource, options: DecodeOptions = {}): AsyncGenerator<Float32Array> {
  const { from = 0, signal } = options
  signal?.throwIfAborted()
  const start = Math.round((from * SPEECH_RATE) / 1000)
  const kind = await recogniseSound(source, options)
  for await (const chunk of blocksOf(await atSpeechRate(source, kind, start), SPEECH_RATE)) {
    await nextTurn()
    signal?.throwIfAborted()
    yield chunk
  }
}

async function atSpeechRate(source: SoundSource, kind: SoundKind, start: number): Promise<AsyncIterable<Float32Array>> {
  if (kind === 'asr') return decodeAsr(source, start)
  if (kind === 'ogg-opus') return decodeOggOpus(source, start)
  if (kind === 'wav') return resampled((from) => decodeWav(source, from), (await readWavHeader(source)).sampleRate, start)
  return resampled((from) => decodeMp3(source, from), await mp3Rate(source), start)
}

async function mp3Rate(source: SoundSource): Promise<number> {
  for await (const [frame] of readMp3Frames(source)) if (frame !== undefined) return frame.header.sampleRate
  throw new SoundError('damaged', 'This MP3 ends before its sound begins.')
}

/**
 * Starts early at a whole second, where the samples of both rates coincide. So the output is the same wherever the decode
 * started.
 */
async function* resampled(
  decode: (from: number) => AsyncIterable<Float32Array>,
  rate: number,
  start: number,
): AsyncGenerator<Float32Array> {
  const resampler = new Resampler(rate, SPEECH_RATE)
  const second = Math.max(0, Math.floor((start - FILTER_LEAD) / SPEECH_RATE))
  let toSkip = start - second * SPEECH_RATE
  const wanted = (samples: Float32Array) => {
    const skipped = Math.min(toSkip, samples.length)
    toSkip -= skipped
    return samples.subarray(skipped)
  }
  for await (const samples of decode(second * rate)) yield wanted(resampler.push(samples))
  yield wanted(resampler.finish())
}
