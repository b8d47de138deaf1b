import { asrDuration, looksLikeAsr } from './opus/asr.ts'
import { OPUS_RATE } from './opus/opusPacket.ts'
import { readMp3Frames } from './mp3/readMp3Frames.ts'
import type { Mp3Header } from './mp3/readMp3Frames.ts'
import { measureOggOpus } from './opus/readOggOpus.ts'
import { readWavHeader } from './wav.ts'
import { sizeOf, readAt } from './AudioSource.ts'
import type { AudioSource } from './AudioSource.ts'
import { AudioError, SPEECH_SAMPLE_RATE } from './audio.ts'
import type { AudioInfo, AudioKind } from './audio.ts'
import { hours, seconds } from '#shared/units.ts'

/** The shortest recording that is accepted (B§5, B§9). */
const MIN_DURATION = seconds(1)
/** Counted in whole seconds, because transcoding adds some hundredths to a recording of exactly five hours (B§5, B§9). */
const MAX_DURATION = hours(5) + seconds(1)

type Measured = Pick<AudioInfo, 'duration' | 'sampleRate' | 'channels' | 'constantBitrate'>

/**
 * Reads the format and duration of an audio file from its bytes. Every frame of an MP3 and every page of an Ogg is read, so the
 * duration is right whatever the headers claim. `duration` is in whole milliseconds.
 *
 * Throws AudioError: 'empty', 'not-sound', 'damaged', 'too-short' (under 1 s), 'too-long' (over 5 hours) (B§5).
 */
export async function probeAudio(source: AudioSource, options: DeclaredFormat = {}): Promise<AudioInfo> {
  const kind = await detectAudioKind(source, options)
  const measured = await measure[kind](source)
  if (measured.duration < MIN_DURATION) throw new AudioError('too-short', 'This recording is shorter than 1 second.')
  if (measured.duration >= MAX_DURATION) throw new AudioError('too-long', 'This recording is longer than 5 hours.')
  return { kind, bytes: await sizeOf(source), ...measured, duration: Math.round(measured.duration) }
}

const measure: Record<AudioKind, (source: AudioSource) => Promise<Measured>> = {
  mp3: measureMp3,
  wav: async (source) => {
    const { frames, sampleRate, channels } = await readWavHeader(source)
    return { duration: (frames / sampleRate) * 1000, sampleRate, channels, constantBitrate: null }
  },
  'ogg-opus': async (source) => {
    const { head, samples } = await measureOggOpus(source, (MAX_DURATION / 1000) * OPUS_RATE)
    return { duration: (samples / OPUS_RATE) * 1000, sampleRate: OPUS_RATE, channels: head.channels, constantBitrate: null }
  },
  asr: async (source) => ({
    duration: asrDuration(await sizeOf(source)),
    sampleRate: SPEECH_SAMPLE_RATE,
    channels: 1,
    constantBitrate: null,
  }),
}

async function measureMp3(source: AudioSource): Promise<Measured> {
  let [samples, sampleRate, duration] = [0, 0, 0]
  let first: Mp3Header | undefined
  let isConstant = true
  for await (const batch of readMp3Frames(source)) {
    const { header } = batch[0]!
    first ??= header
    if (header.sampleRate !== sampleRate) {
      if (sampleRate > 0) duration += (samples / sampleRate) * 1000
      ;[samples, sampleRate] = [0, header.sampleRate]
    }
    samples += batch.length * header.samples
    isConstant &&= batch.every((frame) => frame.header.bitrate === first?.bitrate)
    // It is too long already, so the rest need not be measured.
    if (duration + (samples / sampleRate) * 1000 > MAX_DURATION) break
  }
  if (first === undefined) throw new AudioError('damaged', 'This MP3 ends before its audio starts.')
  const isOneRate = duration === 0
  duration += (samples / sampleRate) * 1000
  // In a file with several rates, a position cannot be computed from a byte offset.
  const constantBitrate = isConstant && isOneRate ? first.bitrate : null
  return { duration, sampleRate: first.sampleRate, channels: first.channels, constantBitrate }
}

/** The format that the client declared. OPUS means bare packets of a recorder, which have no signature (B§4). */
export type DeclaredFormat = { readonly declared?: 'MP3' | 'OPUS' | undefined }

/**
 * Detects the kind of audio from the first bytes, never from the name. A signature takes precedence over the declared format.
 * Throws AudioError 'empty' or 'not-sound'. Whether an MP3 is valid shows only when its frames are read.
 */
export async function detectAudioKind(source: AudioSource, { declared }: DeclaredFormat = {}): Promise<AudioKind> {
  if ((await sizeOf(source)) === 0) throw new AudioError('empty', 'This file is empty.')
  const header = await readAt(source, 0, 12)
  const magic = header.toString('latin1', 0, 4)
  if (['RIFF', 'RF64'].includes(magic) && header.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  if (magic === 'OggS') return 'ogg-opus'
  if (declared !== 'OPUS' || magic.startsWith('ID3')) return 'mp3'
  if (await looksLikeAsr(source)) return 'asr'
  throw new AudioError('not-sound', 'This file was declared as Opus but contains no Opus packets.')
}
