import type { TrackUse } from '#shared/audio/chooseTracks.ts'
import { ChannelMeter, spansOfParts } from '#shared/audio/channelSpans.ts'
import { type FfmpegFile, FfmpegMixer, type FfmpegPlan, parseFfmpegLog, planFfmpeg } from '#shared/audio/ffmpegDecoding.ts'
import { type Bytes, KiB, MiB, type Millis, seconds } from '#shared/units.ts'
import { MAX_DURATION, TRANSCODE_RATE } from '../../../rules.ts'
import { createFfmpegLog } from './ffmpegLog.ts'
import type { Ffmpeg } from './loadFfmpeg.ts'
import { MP3_DELAY } from '#browser/audio/Mp3Encoder.ts'
import { Mp3Writer } from './Mp3Writer.ts'
import { openSink, type Sink } from './openSink.ts'
import { splitJoinedFiles } from '#shared/audio/splitJoinedFiles.ts'
import { tooLongError, type TranscodeResult, WorkerTranscodeError } from './transcodeProtocol.ts'

/** Bytes per read: many small slices of a blob are slower. */
const READ_CHUNK_BYTES = MiB
/** Device numbers that are not in use. */
const DEVICE_MAJOR = 64
/** The share of the time that decoding takes; the rest is encoding. */
const DECODING_SHARE = 0.5

/** The headers of a file without sound, as a stream of a radio station ends, are shorter. */
const MAX_HEADER_BYTES: Bytes = 8 * KiB

declare const FileReaderSync: new () => { readAsArrayBuffer: (blob: Blob) => ArrayBuffer }

type OnProgress = (done: Millis, duration: Millis | null) => void

/**
 * Like `transcodeToMp3`, but with ffmpeg, which reads nearly every format. ffmpeg may open only this one file, which is read in
 * slices. It only decodes: its output is mixed and encoded as that of the browser is.
 */
export async function transcodeWithFfmpeg(
  ffmpeg: Ffmpeg,
  file: Blob,
  sink: Sink,
  onProgress: OnProgress,
): Promise<TranscodeResult> {
  const writer = await Mp3Writer.create(sink)
  const parts = await splitJoinedFiles(file)
  let tracks: TrackUse = { mixed: 1, leftOut: 0 }
  const meters: ChannelMeter[] = []
  for (const [n, part] of parts.entries()) {
    const input = mountInput(ffmpeg, new File([part], fileName(file)), n)
    const before = writer.duration
    const total = parts.length === 1 ? (duration: Millis | null) => duration : () => null
    const onDecoded: OnProgress = (done, duration) => onProgress(before + done * DECODING_SHARE, total(duration))
    const decoded = await decode(ffmpeg, input, n, onDecoded).catch((error: unknown) => {
      if (n > 0 && part.size < MAX_HEADER_BYTES) return null
      throw error
    })
    if (decoded === null) continue
    if (n === 0) tracks = decoded.tracks
    meters.push(decoded.meter)
    const share = (done: Millis) => before + (done - before) * (1 - DECODING_SHARE) + decoded.duration * DECODING_SHARE
    for await (const samples of readMono(decoded.pcm)) {
      await writer.write(samples)
      onProgress(share(writer.duration), parts.length === 1 ? decoded.duration : null)
    }
  }
  return { duration: await writer.finish(), tracks, channelSpans: spansOfParts(meters, MP3_DELAY) }
}

type Decoded = { readonly pcm: Blob; readonly duration: Millis; readonly tracks: TrackUse; readonly meter: ChannelMeter }

/** Decodes the tracks that play together to 16-bit samples at 16 kHz, or the others when these are silent. */
async function decode(ffmpeg: Ffmpeg, input: string, part: number, onProgress: OnProgress): Promise<Decoded> {
  const { file, duration } = readFile(ffmpeg, input)
  let attempts = 0
  const decodeTracks = async (plan: FfmpegPlan) => {
    const output = await openOutput(ffmpeg, `${part}-${attempts}`, MAX_ATTEMPTS * part + attempts)
    attempts++
    run(ffmpeg, [...plan.input, '-i', `file:${input}`, ...plan.output, `file:${output.path}`, ...plan.rest], output, onProgress)
    const pcm = await output.finish()
    const tracks = { mixed: plan.used.length, leftOut: file.tracks.length - plan.used.length }
    return { pcm, duration: (pcm.size / 2 / TRANSCODE_RATE) * 1000, tracks, meter: output.meter, isSilent: output.isSilent() }
  }
  const plan = planFfmpeg(file)
  const chosen = await decodeTracks(plan)
  const isTooLong = duration !== null && chosen.duration > duration * MAX_EXCESS + seconds(1)
  if (isTooLong) return decodeTracks(planFfmpeg(file, { keepsTimes: false }))
  if (!chosen.isSilent || plan.leftOut.length === 0) return chosen
  return decodeTracks(planFfmpeg(file, { wanted: plan.leftOut }))
}

/** How often a part is decoded at most. */
const MAX_ATTEMPTS = 2
/** Audio that is longer than its file by this factor contains silence from a change of the sample rate. */
const MAX_EXCESS = 1.01

/** ffmpeg prints what the file contains and then fails, because it gets no output. */
function readFile(ffmpeg: Ffmpeg, input: string): { file: FfmpegFile; duration: Millis | null } {
  const lines: string[] = []
  const log = createFfmpegLog()
  ffmpeg.setLogger(({ message }) => {
    log.addLine(message)
    lines.push(message)
  })
  ffmpeg.exec('-hide_banner', '-protocol_whitelist', 'file', '-i', `file:${input}`)
  if (log.isLocked) throw new WorkerTranscodeError('locked', log.lastLines)
  if (log.duration !== null && log.duration > MAX_DURATION) throw tooLongError()
  const file = parseFfmpegLog(lines)
  if (file.tracks.length === 0) throw new WorkerTranscodeError(log.failure, log.lastLines)
  return { file, duration: log.duration }
}

type Output = {
  readonly path: string
  readonly size: () => number
  readonly isSilent: () => boolean
  readonly meter: ChannelMeter
  readonly finish: () => Promise<Blob>
}

function run(ffmpeg: Ffmpeg, args: readonly string[], output: Output, onProgress: OnProgress): void {
  const log = createFfmpegLog()
  ffmpeg.setLogger(({ message }) => {
    log.addLine(message)
    if (log.isLocked) throw new WorkerTranscodeError('locked', message)
  })
  ffmpeg.setProgress(({ time }) => onProgress(Math.max(0, time / 1000), log.duration))
  ffmpeg.exec('-hide_banner', '-protocol_whitelist', 'file', ...args)
  if (ffmpeg.ret !== 0 || output.size() === 0) throw new WorkerTranscodeError(log.failure, log.lastLines)
}

/** Returns the file extension, because ffmpeg detects some formats only by it. */
export const fileExtension = (file: Blob): string =>
  /\.([a-z0-9]{1,5})$/i.exec('name' in file ? String(file.name) : '')?.[1]?.toLowerCase() ?? 'bin'

const fileName = (file: Blob): string => `sound.${fileExtension(file)}`

/** Mounts the file under a safe name. */
function mountInput({ FS }: Ffmpeg, file: File, part: number): string {
  const folder = `/in${part}`
  const path = `${folder}/${file.name}`
  FS.mkdir(folder)
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: file.name, data: file }] }, folder)
  const node = FS.lookupPath(path).node
  const reader = new FileReaderSync()
  let buffered = new Uint8Array(0)
  let bufferStart = 0
  const read = (_: unknown, buffer: Int8Array, offset: number, length: number, position: number): number => {
    if (position >= file.size) return 0
    if (position < bufferStart || position >= bufferStart + buffered.length) {
      buffered = new Uint8Array(reader.readAsArrayBuffer(file.slice(position, position + Math.max(length, READ_CHUNK_BYTES))))
      bufferStart = position
    }
    const bytes = buffered.subarray(position - bufferStart, position - bufferStart + length)
    buffer.set(bytes, offset)
    return bytes.length
  }
  node.stream_ops = { ...node.stream_ops, read }
  return path
}

/** Creates a device that mixes what ffmpeg writes down to one channel and keeps it as 16-bit samples in a blob. */
async function openOutput({ FS }: Ffmpeg, name: string, device: number): Promise<Output> {
  const path = `/pcm-${name}`
  const pcm = await openSink(undefined)
  const meter = new ChannelMeter()
  const mixer = new FfmpegMixer(meter)
  let isSilent = true
  const keep = (mono: Float32Array): void => {
    const samples = Int16Array.from(mono, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767)
    isSilent &&= !samples.some((sample) => sample !== 0)
    pcm.write(new Uint8Array(samples.buffer))
    if (pcm.size > (MAX_DURATION / 1000 + 1) * TRANSCODE_RATE * 2) throw tooLongError()
  }
  FS.registerDevice(FS.makedev(DEVICE_MAJOR, device), {
    open: (stream) => void (stream.seekable = false),
    write: (_, buffer, offset, length) => {
      keep(mixer.push(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length)))
      return length
    },
  })
  FS.mkdev(path, FS.makedev(DEVICE_MAJOR, device))
  return {
    path,
    size: () => pcm.size,
    isSilent: () => isSilent,
    meter,
    finish: () => {
      for (const samples of mixer.finish()) keep(samples)
      return pcm.finish()
    },
  }
}

/** Samples that are encoded at once. */
const BATCH = 10 * TRANSCODE_RATE

async function* readMono(pcm: Blob): AsyncGenerator<Float32Array> {
  for (let offset = 0; offset < pcm.size; offset += 2 * BATCH) {
    const samples = new Int16Array(await pcm.slice(offset, offset + 2 * BATCH).arrayBuffer())
    yield Float32Array.from(samples, (sample) => sample / 32_767)
  }
}
