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
import { ChannelMeter, spansOfParts } from '#shared/audio/channelSpans.ts'
import { type AudioTrack, chooseTracks, type TrackUse } from '#shared/audio/chooseTracks.ts'
import type { Millis } from '#shared/units.ts'
import { MAX_DURATION } from '../../../rules.ts'
import { alignToTimeline, type TimelineOptions } from './alignToTimeline.ts'
import { decodeTrack } from './decodeTrack.ts'
import { MP3_DELAY } from '#browser/audio/Mp3Encoder.ts'
import { Mp3Writer } from './Mp3Writer.ts'
import { mixTracks, toSpeechRate } from './mixTracks.ts'
import type { Sink } from './openSink.ts'
import { readEdits } from './readEdits.ts'
import { splitJoinedFiles } from '#shared/audio/splitJoinedFiles.ts'
import { startsWithSound } from '#shared/audio/startsWithSound.ts'
import { tooLongError, type TranscodeResult, WorkerTranscodeError } from './transcodeProtocol.ts'

/** All containers in a single file. Playlists are excluded, because they would fetch other addresses. */
const INPUT_FORMATS = [MP4, QTFF, MATROSKA, WEBM, MP3, WAVE, OGG, ADTS, FLAC, MPEG_TS]
/** Sample entries with encrypted audio: purchased music and common encryption. */
const ENCRYPTED_CODEC_IDS = ['drms', 'enca']

/**
 * Transcodes the audio of an audio or video file that the browser can decode to 16 kHz mono MP3 (B§4). Reads the file in slices,
 * so its size does not matter. `onProgress` is called with the position. Rejects with `WorkerTranscodeError`.
 */
export async function transcodeToMp3(
  file: Blob,
  sink: Sink,
  onProgress: (done: Millis, duration: Millis | null) => void,
): Promise<TranscodeResult> {
  const parts = await splitJoinedFiles(file)
  const writer = await Mp3Writer.create(sink)
  let tracks: TrackUse = { mixed: 1, leftOut: 0 }
  const meters: ChannelMeter[] = []
  for (const [n, part] of parts.entries()) {
    using input = new Input({ source: new BlobSource(part), formats: INPUT_FORMATS })
    const opened = await openTracks(input, part)
    const { duration } = opened
    if (n === 0) tracks = { mixed: opened.mixed, leftOut: opened.leftOut }
    if (duration !== null && duration > MAX_DURATION) throw tooLongError()
    // The duration of several files is not known before they are read.
    const total = parts.length === 1 ? duration : null
    if (n === 0) onProgress(0, total)
    meters.push(opened.meter)
    const before = writer.duration
    for await (const samples of opened.samples) {
      await writer.write(samples)
      onProgress(writer.duration, total)
    }
    if (writer.duration === before) throw new WorkerTranscodeError('damaged', 'no sound came out of a part of the file')
  }
  return { duration: await writer.finish(), tracks, channelSpans: spansOfParts(meters, MP3_DELAY) }
}

type OpenedTracks = TrackUse & {
  readonly duration: Millis | null
  readonly samples: AsyncIterable<Float32Array>
  readonly meter: ChannelMeter
}

/** Opens the tracks of a file that play together, or the others when these are silent. */
async function openTracks(input: Input, file: Blob): Promise<OpenedTracks> {
  const all = await Promise.all((await audioTracksOf(input)).map(describeTrack))
  // Nothing reads a codec that even the library does not know, such as spatial audio beside the ordinary one.
  const known = all.some(({ isKnown }) => isKnown) ? all.filter(({ isKnown }) => isKnown) : all
  const chosen = chooseTracks(known)
  const placeTrack = await readTimeline(input, file)
  const open = async (indexes: readonly number[]) => {
    const tracks = indexes.map((index) => known[index]!.track)
    for (const track of tracks) await requireDecodable(track)
    const placed = tracks.map((track) => placeTrack(track))
    const meter = new ChannelMeter()
    const samples = mixTracks(
      tracks.map((track, n) =>
        toSpeechRate(alignToTimeline(decodeTrack(track), placed[n]!), tracks.length === 1 ? meter : undefined),
      ),
    )
    const lengths = await Promise.all(tracks.map((track) => track.getDurationFromMetadata()))
    const duration = Math.max(
      ...lengths.map((length, n) =>
        Math.min(placed[n]!.end ?? Infinity, length === null ? Infinity : length - placed[n]!.origin),
      ),
    )
    return {
      mixed: tracks.length,
      leftOut: all.length - tracks.length,
      duration: Number.isFinite(duration) ? duration * 1000 : null,
      samples,
      meter,
    }
  }
  const opened = await open(chosen.used)
  if (chosen.leftOut.length === 0) return opened
  const heard = await startsWithSound(opened.samples)
  return heard ? { ...opened, samples: heard } : open(chosen.leftOut)
}

async function audioTracksOf(input: Input): Promise<InputAudioTrack[]> {
  const tracks = await input.getAudioTracks().catch((error: unknown) => {
    if (error instanceof UnsupportedInputFormatError) throw new WorkerTranscodeError('cannotRead', 'unknown container')
    throw new WorkerTranscodeError('damaged', String(error))
  })
  if (tracks.length === 0) throw new WorkerTranscodeError('noAudioTrack', 'no audio track')
  return tracks
}

type DescribedTrack = AudioTrack & { readonly track: InputAudioTrack; readonly isKnown: boolean }

async function describeTrack(track: InputAudioTrack): Promise<DescribedTrack> {
  const disposition = await track.getDisposition()
  return {
    track,
    isKnown: (await track.getCodec()) !== null,
    language: await track.getLanguageCode(),
    isDefault: disposition.default,
    isSecondary: disposition.commentary || disposition.hearingImpaired || disposition.visuallyImpaired,
  }
}

async function requireDecodable(track: InputAudioTrack): Promise<void> {
  const codecId = await track.getInternalCodecId()
  if (ENCRYPTED_CODEC_IDS.includes(String(codecId)))
    throw new WorkerTranscodeError('locked', `its sound is encrypted (${String(codecId)})`)
  const codec = await track.getCodec()
  if (codec === 'ac3' || codec === 'eac3') await loadAc3Decoder()
  if (!(await track.canDecode())) throw new WorkerTranscodeError('cannotRead', `cannot decode ${codec ?? 'this codec'}`)
}

/**
 * Returns a function that returns where a track lies in the file. The index of the file is read once for all tracks. Only ffmpeg reads
 * edit lists with several parts.
 */
async function readTimeline(input: Input, file: Blob): Promise<(track: InputAudioTrack) => TimelineOptions> {
  const format = await input.getFormat()
  if (format !== MP4 && format !== QTFF) {
    const first = await input.getFirstTimestamp()
    // The clock of a transport stream may begin below zero, because it starts again after 26 hours.
    const hasClockChanges = format === MPEG_TS
    const origin = hasClockChanges ? first : Math.max(0, first)
    return () => ({ origin, start: origin, end: null, hasClockChanges })
  }
  const edits = await readEdits(file).catch((error: unknown) => {
    throw new WorkerTranscodeError('cannotRead', `its edit list cannot be read: ${String(error)}`)
  })
  const starts = (await input.getTracks()).map(async (each) => edits.get(each.id)?.start ?? (await each.getFirstTimestamp()))
  const origin = Math.max(0, Math.min(...(await Promise.all(starts))))
  return (track) => {
    const edit = edits.get(track.id)
    if (edit?.isComplex) throw new WorkerTranscodeError('cannotRead', 'its edit list has several parts')
    return { origin, start: Math.max(origin, edit?.start ?? 0), end: edit?.end ?? null, hasClockChanges: false }
  }
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
