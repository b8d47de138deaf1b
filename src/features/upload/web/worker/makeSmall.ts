import {
  ADTS,
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
import { Mp3Encoder } from '#ui/sound/Mp3Encoder.ts'
import { MAX_DURATION } from '../../contract.ts'
import { TRANSCODE_RATE } from '../../rules.ts'
import { CannotMakeSmall } from './CannotMakeSmall.ts'
import { monoOf } from './monoOf.ts'
import type { Sink } from './openSink.ts'

/** All containers in a single file. Playlists are excluded, because they would fetch other addresses. */
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]
/** Sample entries with encrypted audio: purchased music and common encryption. */
const LOCKED = ['drms', 'enca']

/**
 * Transcodes the audio of an audio or video file that the browser can decode to 16 kHz mono MP3 (B§4). Reads the file in slices,
 * so its size does not matter. `onProgress` is called with the position. Returns the duration. Rejects with
 * `WorkerTranscodeError`.
 */
export async function makeSmall(file: Blob, sink: Sink, watch: (done: Millis, duration: Millis | null) => void): Promise<Millis> {
  using input = new Input({ source: new BlobSource(file), formats: FORMATS })
  const track = await audioTrackOf(input)
  const length = await track.getDurationFromMetadata()
  const duration = length === null ? null : length * 1000
  if (duration !== null && duration > MAX_DURATION) throw tooLong()
  watch(0, duration)
  const encoder = await Mp3Encoder.open((bytes) => sink.write(bytes))
  await pour(track, encoder, () => watch(encoder.duration, duration))
  if (encoder.duration === 0) throw new CannotMakeSmall('damaged', 'no sound came out of the file')
  await encoder.finish()
  return encoder.duration
}

async function audioTrackOf(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack().catch((error: unknown) => {
    if (error instanceof UnsupportedInputFormatError) throw new CannotMakeSmall('cannotRead', 'unknown container')
    throw new CannotMakeSmall('damaged', String(error))
  })
  if (track === null) throw new CannotMakeSmall('noAudioTrack', 'no audio track')
  const inside = await track.getInternalCodecId()
  if (LOCKED.includes(String(inside))) throw new CannotMakeSmall('locked', `its sound is encrypted (${String(inside)})`)
  const codec = await track.getCodec()
  if (codec === 'ac3' || codec === 'eac3') await bringAc3()
  if (!(await track.canDecode())) throw new CannotMakeSmall('cannotRead', `cannot decode ${codec ?? 'this codec'}`)
  return track
}

/** No browser decodes AC-3, and the decoder has a megabyte, so it is loaded only when needed. */
async function bringAc3(): Promise<void> {
  try {
    const { registerAc3Decoder } = await import('@mediabunny/ac3')
    registerAc3Decoder()
  } catch (error) {
    throw new CannotMakeSmall('notLoaded', String(error))
  }
}

/** Decodes, mixes down to one channel, resamples and encodes; waiting for the encoder limits the decoder. */
async function pour(track: InputAudioTrack, encoder: Mp3Encoder, moved: () => void): Promise<void> {
  let resampler: Resampler | null = null
  for await (const { rate, samples } of monoOf(track)) {
    if (resampler?.inRate !== rate) {
      await encoder.write(resampler?.finish() ?? new Float32Array(0))
      resampler = new Resampler(rate, TRANSCODE_RATE)
    }
    const ready = resampler.push(samples)
    if (ready.length === 0) continue
    await encoder.write(ready)
    if (encoder.duration > MAX_DURATION) throw tooLong()
    moved()
  }
  await encoder.write(resampler?.finish() ?? new Float32Array(0))
}

const tooLong = (): CannotMakeSmall => new CannotMakeSmall('tooLong', 'longer than five hours')
