import {
  ADTS,
  type AudioSample,
  AudioSampleSink,
  BlobSource,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  UnsupportedInputFormatError,
  WAVE,
  WEBM,
} from 'mediabunny'
import { Resampler } from '#kit/Resampler.ts'
import type { Millis } from '#kit/units.ts'
import { MAX_DURATION } from '../../contract.ts'
import { TRANSCODE_RATE } from '../../rules.ts'
import { Mp3Writer } from './Mp3Writer.ts'
import type { TranscodeFailure } from './transcodeProtocol.ts'

/** Every container that lies in one file; playlists are left out, since they would fetch from elsewhere. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]

export class CannotMakeSmall extends Error {
  readonly failure: TranscodeFailure
  constructor(failure: TranscodeFailure, says: string) {
    super(says)
    this.name = 'CannotMakeSmall'
    this.failure = failure
  }
}

/**
 * The sound of any audio or video file this browser can decode, as 16 kHz mono MP3 (B§4). Reads the file by slices, so its
 * size does not matter. `watch` hears how far it is; rejects with `CannotMakeSmall`.
 */
export async function makeSmall(
  file: Blob,
  watch: (done: Millis, duration: Millis | null) => void,
): Promise<{ blob: Blob; duration: Millis }> {
  using input = new Input({ source: new BlobSource(file), formats: FORMATS })
  const track = await audioTrackOf(input)
  const length = await track.getDurationFromMetadata()
  const duration = length === null ? null : length * 1000
  if (duration !== null && duration > MAX_DURATION) throw tooLong()
  watch(0, duration)
  const writer = await Mp3Writer.open()
  await pour(track, writer, () => watch(writer.duration, duration))
  if (writer.duration === 0) throw new CannotMakeSmall('damaged', 'no sound came out of the file')
  const whole = writer.duration
  return { blob: await writer.finish(), duration: whole }
}

async function audioTrackOf(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack().catch((error: unknown) => {
    if (error instanceof UnsupportedInputFormatError) throw new CannotMakeSmall('cannotRead', 'unknown container')
    throw new CannotMakeSmall('damaged', String(error))
  })
  if (track === null) throw new CannotMakeSmall('noAudioTrack', 'no audio track')
  if (!(await track.canDecode())) {
    const failure = globalThis.isSecureContext ? 'cannotRead' : 'needsHttps'
    throw new CannotMakeSmall(failure, `cannot decode ${(await track.getCodec()) ?? 'this codec'}`)
  }
  return track
}

/** Decodes, mixes to one channel, resamples and encodes; the encoder's pace holds the decoder back. */
async function pour(track: InputAudioTrack, writer: Mp3Writer, moved: () => void): Promise<void> {
  let resampler: Resampler | null = null
  for await (const sample of decoded(track)) {
    if (resampler?.inRate !== sample.sampleRate) {
      await writer.write(resampler?.finish() ?? new Float32Array(0))
      resampler = new Resampler(sample.sampleRate, TRANSCODE_RATE)
    }
    const ready = resampler.push(mixedDown(sample))
    sample.close()
    if (ready.length === 0) continue
    await writer.write(ready)
    if (writer.duration > MAX_DURATION) throw tooLong()
    moved()
  }
  await writer.write(resampler?.finish() ?? new Float32Array(0))
}

/** Trouble while decoding is the file's, not ours; only what happens in here is named so. */
async function* decoded(track: InputAudioTrack): AsyncGenerator<AudioSample, void, unknown> {
  const samples = new AudioSampleSink(track).samples()
  for (;;) {
    const next = await samples.next().catch((error: unknown) => {
      throw new CannotMakeSmall('damaged', String(error))
    })
    if (next.done) return
    yield next.value
  }
}

/** The mean of all channels. */
function mixedDown(sample: AudioSample): Float32Array {
  const channels = sample.numberOfChannels
  const mix = plane(sample, 0)
  for (let channel = 1; channel < channels; channel++) {
    const other = plane(sample, channel)
    for (let i = 0; i < mix.length; i++) mix[i]! += other[i]!
  }
  if (channels > 1) for (let i = 0; i < mix.length; i++) mix[i]! /= channels
  return mix
}

function plane(sample: AudioSample, planeIndex: number): Float32Array {
  const values = new Float32Array(sample.numberOfFrames)
  sample.copyTo(values, { planeIndex, format: 'f32-planar' })
  return values
}

const tooLong = (): CannotMakeSmall => new CannotMakeSmall('tooLong', 'longer than five hours')
