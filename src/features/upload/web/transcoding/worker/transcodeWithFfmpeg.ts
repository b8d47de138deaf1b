import { MiB, type Millis } from '#shared/units.ts'
import { MAX_DURATION } from '../../../rules.ts'
import { TRANSCODE_BITS_PER_SECOND, TRANSCODE_RATE } from '../../../rules.ts'
import type { Ffmpeg } from './loadFfmpeg.ts'
import type { Sink } from './openSink.ts'
import { createFfmpegLog } from './ffmpegLog.ts'
import { WorkerTranscodeError } from './transcodeProtocol.ts'

/** Bytes per read: many small slices of a blob are slower. */
const READ_CHUNK_BYTES = MiB
/** Device numbers that are not in use. */
const DEVICE_NUMBERS = [64, 0] as const

declare const FileReaderSync: new () => { readAsArrayBuffer: (blob: Blob) => ArrayBuffer }

/**
 * Like `transcodeToMp3`, but with ffmpeg, which reads nearly every format. ffmpeg may open only this one file, which is read in
 * slices; its output is written to the sink.
 */
export function transcodeWithFfmpeg(
  ffmpeg: Ffmpeg,
  file: Blob,
  sink: Sink,
  onProgress: (done: Millis, duration: Millis | null) => void,
): Promise<Millis> {
  const input = mountInput(ffmpeg, file)
  const output = createOutputDevice(ffmpeg, sink)
  const log = createFfmpegLog()
  ffmpeg.setLogger(({ message }) => {
    log.addLine(message)
    if (log.duration !== null && log.duration > MAX_DURATION) throw tooLongError()
    if (log.isLocked) throw new WorkerTranscodeError('locked', message)
  })
  ffmpeg.setProgress(({ time }) => {
    if (sink.size > bytesOfDuration(MAX_DURATION) + READ_CHUNK_BYTES) throw tooLongError()
    onProgress(Math.max(0, time / 1000), log.duration)
  })
  ffmpeg.exec(...ffmpegArguments(input, output))
  if (ffmpeg.ret !== 0 || sink.size === 0) throw new WorkerTranscodeError(log.failure, log.lastLines)
  const duration = durationOfBytes(sink.size)
  if (duration > MAX_DURATION + 1000) throw tooLongError()
  return Promise.resolve(Math.min(duration, MAX_DURATION))
}

/** One channel at the target rate and bitrate, without other streams, metadata or an index frame. */
export const ffmpegArguments = (input: string, output: string): string[] => [
  ...['-hide_banner', '-protocol_whitelist', 'file', '-i', `file:${input}`, '-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...['-ac', '1', '-ar', String(TRANSCODE_RATE), '-c:a', 'libmp3lame', '-b:a', String(TRANSCODE_BITS_PER_SECOND)],
  ...['-map_metadata', '-1', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', `file:${output}`],
]

/** Returns the file extension, because ffmpeg detects some formats only by it. */
export const fileExtension = (file: Blob): string =>
  /\.([a-z0-9]{1,5})$/i.exec('name' in file ? String(file.name) : '')?.[1]?.toLowerCase() ?? 'bin'

/** Mounts the file under a safe name. */
function mountInput({ FS }: Ffmpeg, file: Blob): string {
  const name = `sound.${fileExtension(file)}`
  const path = `/in/${name}`
  FS.mkdir('/in')
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name, data: file }] }, '/in')
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

/** Creates a device that passes written bytes on to the sink. */
function createOutputDevice({ FS }: Ffmpeg, sink: Sink): string {
  const path = '/small.mp3'
  const device = FS.makedev(...DEVICE_NUMBERS)
  FS.registerDevice(device, {
    open: (stream) => void (stream.seekable = false),
    write: (_, buffer, offset, length) => {
      sink.write(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length).slice() as Uint8Array<ArrayBuffer>)
      return length
    },
  })
  FS.mkdev(path, device)
  return path
}

const bytesOfDuration = (duration: Millis): number => (duration / 1000) * (TRANSCODE_BITS_PER_SECOND / 8)
const durationOfBytes = (bytes: number): Millis => Math.round((bytes / (TRANSCODE_BITS_PER_SECOND / 8)) * 1000)
const tooLongError = (): WorkerTranscodeError => new WorkerTranscodeError('tooLong', 'longer than five hours')
