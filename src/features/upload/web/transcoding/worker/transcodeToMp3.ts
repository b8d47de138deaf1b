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
import { Resampler } from '#shared/Resampler.ts'
import type { Millis } from '#shared/units.ts'
import { Mp3Encoder } from '#browser/audio/Mp3Encoder.ts'
import { MAX_DURATION } from '../../../rules.ts'
import { TRANSCODE_RATE } from '../../../rules.ts'
import { decodeToMono } from './decodeToMono.ts'
import type { Sink } from './openSink.ts'
import { WorkerTranscodeError } from './transcodeProtocol.ts'

/** All containers in a single file. Playlists are excluded, because they would fetch other addresses. */
const INPUT_FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]
/** Sample entries with encrypted audio: purchased music and common encryption. */
const ENCRYPTED_CODEC_IDS = ['drms', 'enca']

/**
 * Transcodes the audio of an audio or video file that the browser can decode to 16 kHz mono MP3 (B§4). Reads the file in slices,
 * so its size does not matter. `onProgress` is called with the position. Returns the duration. Rejects with
 * `WorkerTranscodeError`.
 */
export async function transcodeToMp3(
  file: Blob,
  sink: Sink,
  onProgress: (done: Millis, duration: Millis | null) => void,
): Promise<Millis> {
  using input = new Input({ source: new BlobSource(file), formats: INPUT_FORMATS })
  const track = await audioTrackOf(input)
  const length = await track.getDurationFromMetadata()
  const duration = length === null ? null : length * 1000
  if (duration !== null && duration > MAX_DURATION) throw tooLongError()
  onProgress(0, duration)
  const encoder = await Mp3Encoder.create((bytes) => sink.write(bytes))
  await encodeTrack(track, encoder, () => onProgress(encoder.duration, duration))
  if (encoder.duration === 0) throw new WorkerTranscodeError('damaged', 'no sound came out of the file')
  await encoder.finish()
  return encoder.duration
}

async function audioTrackOf(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack().catch((error: unknown) => {
    if (error instanceof UnsupportedInputFormatError) throw new WorkerTranscodeError('cannotRead', 'unknown container')
    throw new WorkerTranscodeError('damaged', String(error))
  })
  if (track === null) throw new WorkerTranscodeError('noAudioTrack', 'no audio track')
  const codecId = await track.getInternalCodecId()
  if (ENCRYPTED_CODEC_IDS.includes(String(codecId)))
    throw new WorkerTranscodeError('locked', `its sound is encrypted (${String(codecId)})`)
  const codec = await track.getCodec()
  if (codec === 'ac3' || codec === 'eac3') await loadAc3Decoder()
  if (!(await track.canDecode())) throw new WorkerTranscodeError('cannotRead', `cannot decode ${codec ?? 'this codec'}`)
  return track
}

/** No browser decodes AC-3, and the decoder has a megabyte, so it is loaded only when needed. */
async function loadAc3Decoder(): Promise<void> {
  try {
    const { registerAc3Decoder } = await import('@mediabunny/ac3')
    registerAc3Decoder()
  } catch (error) {
    throw new WorkerTranscodeError('notLoaded', String(error))
  }
}

/** Decodes, mixes down to one channel, resamples and encodes; waiting for the encoder limits the decoder. */
async function encodeTrack(track: InputAudioTrack, encoder: Mp3Encoder, onProgress: () => void): Promise<void> {
  let resampler: Resampler | null = null
  for await (const { sampleRate, samples } of decodeToMono(track)) {
    if (resampler?.inRate !== sampleRate) {
      await encoder.write(resampler?.finish() ?? new Float32Array(0))
      resampler = new Resampler(sampleRate, TRANSCODE_RATE)
    }
    const resampled = resampler.push(samples)
    if (resampled.length === 0) continue
    await encoder.write(resampled)
    if (encoder.duration > MAX_DURATION) throw tooLongError()
    onProgress()
  }
  await encoder.write(resampler?.finish() ?? new Float32Array(0))
}

const tooLongError = (): WorkerTranscodeError => new WorkerTranscodeError('tooLong', 'longer than five hours')
