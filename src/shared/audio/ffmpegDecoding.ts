import type { ChannelMeter } from './channelSpans.ts'
import { Downmixer } from './Downmixer.ts'
import { Limiter } from './Limiter.ts'
import { type AudioTrack, chooseTracks, type ChosenTracks } from './chooseTracks.ts'

/** The layouts that ffmpeg prints in its log, as mixes to two channels. The weights are those of `Downmixer`. */
const STEREO_MIXES: readonly (readonly [RegExp, string])[] = [
  [/\b(3\.0|3\.1)\b(?!\(back\))/, 'pan=stereo|c0=0.5*FL+0.5*FC|c1=0.5*FR+0.5*FC'],
  [/\b5\.[01]\(side\)/, 'pan=stereo|c0=0.4*FL+0.4*FC+0.2*SL|c1=0.4*FR+0.4*FC+0.2*SR'],
  [/\b5\.[01]\b/, 'pan=stereo|c0=0.4*FL+0.4*FC+0.2*BL|c1=0.4*FR+0.4*FC+0.2*BR'],
  [/\b7\.[01]\b/, 'pan=stereo|c0=0.333*FL+0.333*FC+0.167*BL+0.167*SL|c1=0.333*FR+0.333*FC+0.167*BR+0.167*SR'],
]

/** The information ffmpeg prints about its input before it starts. */
export type FfmpegFile = {
  /** The name of the demuxer. */
  readonly format: string
  readonly hasVideo: boolean
  readonly tracks: readonly FfmpegTrack[]
}

type FfmpegTrack = AudioTrack & { readonly description: string }

/** Parses ffmpeg's log about its input. Returns no tracks when ffmpeg cannot read the file. */
export function parseFfmpegLog(lines: readonly string[]): FfmpegFile {
  return {
    format: lines.map((line) => /^Input #0, ([\w,]+), from/.exec(line)?.[1]).find((format) => format !== undefined) ?? '',
    hasVideo: lines.some((line) => /^\s*Stream #0:\d+.*: Video: /.test(line)),
    tracks: lines.flatMap((line) => parseTrack(line) ?? []),
  }
}

/** Example of a line: `Stream #0:1[0x101](eng): Audio: aac (LC) (mp4a / …), 44100 Hz, stereo, fltp (default)`. */
function parseTrack(line: string): FfmpegTrack | null {
  const match = /^\s*Stream #0:\d+(?:\[\w+\])?(?:\((\w+)\))?: Audio: (.*)$/.exec(line)
  if (!match) return null
  const description = match[2]!
  const flags = [...description.matchAll(/\(([a-z ]+)\)/g)].map(([, flag]) => flag!)
  return {
    language: match[1] ?? null,
    isDefault: flags.includes('default'),
    isSecondary: flags.some((flag) =>
      ['comment', 'descriptions', 'visual impaired', 'hearing impaired', 'karaoke'].includes(flag),
    ),
    description,
  }
}

type PlanOptions = {
  /** Indexes of the tracks to decode instead of those that belong together. */
  readonly wanted?: readonly number[]
  /**
   * False when the sample rate changes: ffmpeg then fills the time before each change with silence, and its timestamps are wrong.
   */
  readonly keepsTimes?: boolean
}

/** The ffmpeg arguments before and after the input, and before and after the output. */
export type FfmpegPlan = ChosenTracks & {
  readonly input: readonly string[]
  readonly output: readonly string[]
  readonly rest: readonly string[]
}

/**
 * Plans the decoding of the tracks that belong together, mixed to 16 kHz stereo with 32-bit floats. The audio begins where the file
 * begins, gaps between timestamps become silence, and parts whose timestamps go backwards follow the preceding audio.
 */
export function planFfmpeg(
  { format, hasVideo, tracks }: FfmpegFile,
  { wanted, keepsTimes = true }: PlanOptions = {},
): FfmpegPlan {
  const chosen = wanted ? { used: wanted, leftOut: [] } : chooseDecodable(tracks)
  const labels = chosen.used.map((_, n) => `[t${n}]`)
  const filters = chosen.used.map(
    (index, n) => `[0:a:${index}]${trackFilters(tracks[index]!.description, keepsTimes)}${labels[n]}`,
  )
  const mix = `${labels.join('')}amix=inputs=${labels.length}:duration=longest:dropout_transition=0:normalize=0[mix]`
  const graph = labels.length === 1 ? filters : [...filters, mix]
  return {
    ...chosen,
    // The other decoders keep the delay of an MP3 encoder as well.
    input: format === 'mp3' ? ['-flags2', '+skip_manual'] : [],
    output: ['-filter_complex', graph.join(';'), '-map', labels.length === 1 ? labels[0]! : '[mix]', '-f', 'f32le'],
    // ffmpeg lets a transport stream begin with the first stream that is used.
    rest: format === 'mpegts' && hasVideo ? ['-map', '0:v', '-c', 'copy', '-f', 'null', '-'] : [],
  }
}

/** ffmpeg reports unknown codecs as `none`. */
function chooseDecodable(tracks: readonly FfmpegTrack[]): ChosenTracks {
  const known = tracks.flatMap((track, index) => (/^none\b/.test(track.description) ? [] : [{ ...track, index }]))
  if (known.length === 0) return chooseTracks(tracks)
  const { used, leftOut } = chooseTracks(known)
  return { used: used.map((n) => known[n]!.index), leftOut: leftOut.map((n) => known[n]!.index) }
}

const RATE = 16_000

/** Never earlier than the end of the preceding audio. */
const MONOTONIC = "asetpts='st(1,max(PTS,ld(0)));st(0,ld(1)+NB_SAMPLES/SR/TB);ld(1)'"

function trackFilters(description: string, keepsTimes: boolean): string {
  const mix = STEREO_MIXES.find(([pattern]) => pattern.test(description))?.[1]
  const stereo = mix === undefined ? 'aformat=channel_layouts=stereo' : mix
  return [...(keepsTimes ? [MONOTONIC, 'aresample=async=1:first_pts=0'] : []), stereo, `aresample=${RATE}`].join(',')
}

/** Size of one sample of two channels, each a float. */
const FRAME_BYTES = 8

/** Mixes the output of ffmpeg down to mono and measures its channels. Chunks may end within a sample. */
export class FfmpegMixer {
  readonly #meter: ChannelMeter | undefined
  readonly #downmixer = new Downmixer({ weights: [1, 1], blockSize: RATE / 10 })
  readonly #limiter = new Limiter(RATE / 10)
  #pending = new Uint8Array(0)

  constructor(meter?: ChannelMeter) {
    this.#meter = meter
  }

  /** Returns the samples that are ready. */
  push(chunk: Uint8Array): Float32Array {
    const bytes = new Uint8Array(this.#pending.length + chunk.length)
    bytes.set(this.#pending)
    bytes.set(chunk, this.#pending.length)
    const complete = bytes.length - (bytes.length % FRAME_BYTES)
    this.#pending = bytes.slice(complete)
    const channels = readInterleaved(bytes.subarray(0, complete))
    this.#meter?.push(channels, RATE)
    return this.#limiter.push(this.#downmixer.push(channels))
  }

  /** Returns the remaining samples. */
  finish(): Float32Array[] {
    return [this.#limiter.push(this.#downmixer.finish()), this.#limiter.finish()]
  }
}

/** Returns the two channels of ffmpeg's output, which consists of whole frames of two floats. */
export function readInterleaved(bytes: Uint8Array): Float32Array[] {
  const samples = new Float32Array(new Uint8Array(bytes).buffer)
  return [0, 1].map((channel) => Float32Array.from({ length: samples.length / 2 }, (_, n) => samples[2 * n + channel]!))
}
