import { setImmediate as nextTurn } from 'node:timers/promises'
import { rechunk, AudioError, SPEECH_SAMPLE_RATE } from './audio.ts'
import type { AudioKind } from './audio.ts'
import { decodeMp3 } from './mp3/decodeMp3.ts'
import { decodeAsr, decodeOggOpus } from './opus/decodeOpus.ts'
import { decodeWav, readWavHeader } from './wav.ts'
import { readMp3Frames } from './mp3/readMp3Frames.ts'
import { detectAudioKind } from './probeAudio.ts'
import type { DeclaredFormat } from './probeAudio.ts'
import type { AudioSource } from './AudioSource.ts'
import { Resampler } from '#shared/Resampler.ts'
import type { Millis } from '#shared/units.ts'

export type DecodeOptions = DeclaredFormat & {
  /** Start time. The samples are the same as those of a full decode from there on. */
  readonly from?: Millis
  readonly signal?: AbortSignal | undefined
}

/** Samples that are decoded before the start to fill the resampler's filter. */
const FILTER_WARM_UP = SPEECH_SAMPLE_RATE

/**
 * Decodes audio for speech engines: 16 kHz mono, -1 to 1, in chunks of one second (the last may be shorter). It decodes on demand
 * and never holds the whole file in memory. It yields to the event loop between chunks; one chunk takes some milliseconds. Throws
 * the signal's reason when the signal is aborted.
 *
 * Throws AudioError as `probeAudio` does, but has no minimum or maximum duration.
 */
export async function* decodeAudio(source: AudioSource, options: DecodeOptions = {}): AsyncGenerator<Float32Array> {
  const { from = 0, signal } = options
  signal?.throwIfAborted()
  const start = Math.round((from * SPEECH_SAMPLE_RATE) / 1000)
  const kind = await detectAudioKind(source, options)
  for await (const chunk of rechunk(await decodeAtSpeechRate(source, kind, start), SPEECH_SAMPLE_RATE)) {
    await nextTurn()
    signal?.throwIfAborted()
    yield chunk
  }
}

async function decodeAtSpeechRate(source: AudioSource, kind: AudioKind, start: number): Promise<AsyncIterable<Float32Array>> {
  if (kind === 'asr') return decodeAsr(source, start)
  if (kind === 'ogg-opus') return decodeOggOpus(source, start)
  if (kind === 'wav') return resample((from) => decodeWav(source, from), (await readWavHeader(source)).sampleRate, start)
  return resample((from) => decodeMp3(source, from), await mp3SampleRate(source), start)
}

async function mp3SampleRate(source: AudioSource): Promise<number> {
  for await (const [frame] of readMp3Frames(source)) if (frame !== undefined) return frame.header.sampleRate
  throw new AudioError('damaged', 'This MP3 ends before its audio starts.')
}

/**
 * Starts early at a whole second, where the samples of both rates coincide. So the output is the same wherever the decode
 * started.
 */
async function* resample(
  decode: (from: number) => AsyncIterable<Float32Array>,
  rate: number,
  start: number,
): AsyncGenerator<Float32Array> {
  const resampler = new Resampler(rate, SPEECH_SAMPLE_RATE)
  const startSecond = Math.max(0, Math.floor((start - FILTER_WARM_UP) / SPEECH_SAMPLE_RATE))
  let toSkip = start - startSecond * SPEECH_SAMPLE_RATE
  const dropSkipped = (samples: Float32Array) => {
    const skipped = Math.min(toSkip, samples.length)
    toSkip -= skipped
    return samples.subarray(skipped)
  }
  for await (const samples of decode(startSecond * rate)) yield dropSkipped(resampler.push(samples))
  yield dropSkipped(resampler.finish())
}
