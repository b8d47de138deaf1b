import { setImmediate as nextTurn } from 'node:timers/promises'
import { rechunk, SPEECH_SAMPLE_RATE } from './audio.ts'
import type { AudioKind } from './audio.ts'
import { decodeMp3 } from './mp3/decodeMp3.ts'
import { decodeAsr, decodeOggOpus } from './opus/decodeOpus.ts'
import { decodeWav } from './wav.ts'
import { detectAudioKind } from './probeAudio.ts'
import type { DeclaredFormat } from './probeAudio.ts'
import type { AudioSource } from './AudioSource.ts'
import type { SpeechRateOptions } from './SpeechRateMixer.ts'
import type { Millis } from '#shared/units.ts'

export type Channel = 0 | 1

export type DecodeOptions = DeclaredFormat & {
  /** Start time. The samples are the same as in a full decode. */
  readonly from?: Millis
  /** Decodes only the left (0) or the right (1) channel instead of a mix of all. */
  readonly channel?: Channel | undefined
  readonly signal?: AbortSignal | undefined
}

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
  for await (const chunk of rechunk(decodeAtSpeechRate(source, kind, { start, channel: options.channel }), SPEECH_SAMPLE_RATE)) {
    await nextTurn()
    signal?.throwIfAborted()
    yield chunk
  }
}

function decodeAtSpeechRate(source: AudioSource, kind: AudioKind, options: SpeechRateOptions): AsyncIterable<Float32Array> {
  if (kind === 'asr') return decodeAsr(source, options.start)
  if (kind === 'ogg-opus') return decodeOggOpus(source, options)
  if (kind === 'wav') return decodeWav(source, options)
  return decodeMp3(source, options)
}
