import { MiB, type Millis } from '#kit/units.ts'
import { MAX_DURATION } from '../../contract.ts'
import { TRANSCODE_BITS_PER_SECOND, TRANSCODE_RATE } from '../../rules.ts'
import { CannotMakeSmall } from './CannotMakeSmall.ts'
import type { Ffmpeg } from './loadFfmpeg.ts'
import type { Sink } from './openSink.ts'
import { readFfmpegLog } from './readFfmpegLog.ts'

/** Bytes per read: many small slices of a blob are slower. */
const READ_AHEAD = MiB
/** Device numbers that are not in use. */
const DEVICE = [64, 0] as const

declare const FileReaderSync: new () => { readAsArrayBuffer: (blob: Blob) => ArrayBuffer }

/**
 * Like `transcodeToMp3`, but with ffmpeg, which reads nearly every format. ffmpeg may open only this one file, which is read in
 * slices; its output is written to the sink.
 */
export function makeSmallByFfmpeg(
  ffmpeg: Ffmpeg,
  file: Blob,
  sink: Sink,
  watch: (done: Millis, duration: Millis | null) => void,
): Promise<Millis> {
  const input = lendFile(ffmpeg, file)
  const output = takeOutput(ffmpeg, sink)
  const log = readFfmpegLog()
  ffmpeg.setLogger(({ message }) => {
    log.hear(message)
    if (log.duration !== null && log.duration > MAX_DURATION) throw tooLong()
    if (log.isLocked) throw new CannotMakeSmall('locked', message)
  })
  ffmpeg.setProgress(({ time }) => {
    if (sink.size > bytesOf(MAX_DURATION) + READ_AHEAD) throw tooLong()
    watch(Math.max(0, time / 1000), log.duration)
  })
  ffmpeg.exec(...argumentsFor(input, output))
  if (ffmpeg.ret !== 0 || sink.size === 0) throw new CannotMakeSmall(log.failure, log.lastWords)
  const duration = durationOf(sink.size)
  if (duration > MAX_DURATION + 1000) throw tooLong()
  return Promise.resolve(Math.min(duration, MAX_DURATION))
}

/** One channel at the target rate and bitrate, without other streams, metadata or an index frame. */
export const argumentsFor = (input: string, output: string): string[] => [
  ...['-hide_banner', '-protocol_whitelist', 'file', '-i', `file:${input}`, '-map', '0:a:0', '-vn', '-sn', '-dn'],
  ...['-ac', '1', '-ar', String(TRANSCODE_RATE), '-c:a', 'libmp3lame', '-b:a', String(TRANSCODE_BITS_PER_SECOND)],
  ...['-map_metadata', '-1', '-write_xing', '0', '-id3v2_version', '0', '-f', 'mp3', `file:${output}`],
]

/** Returns the file extension, because ffmpeg detects some formats only by it. */
export const endingOf = (file: Blob): string =>
  /\.([a-z0-9]{1,5})$/i.exec('name' in file ? String(file.name) : '')?.[1]?.toLowerCase() ?? 'bin'

/** Mounts the file under a safe name. */
function lendFile({ FS }: Ffmpeg, file: Blob): string {
  const name = `sound.${endingOf(file)}`
  const path = `/in/${name}`
  FS.mkdir('/in')
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name, data: file }] }, '/in')
  const node = FS.lookupPath(path).node
  const reader = new FileReaderSync()
  let ahead = new Uint8Array(0)
  let from = 0
  const read = (_: unknown, buffer: Int8Array, offset: number, length: number, position: number): number => {
    if (position >= file.size) return 0
    if (position < from || position >= from + ahead.length) {
      ahead = new Uint8Array(reader.readAsArrayBuffer(file.slice(position, position + Math.max(length, READ_AHEAD))))
      from = position
    }
    const bytes = ahead.subarray(position - from, position - from + length)
    buffer.set(bytes, offset)
    return bytes.length
  }
  node.stream_ops = { ...node.stream_ops, read }
  return path
}

/** Creates a device that passes written bytes on to the sink. */
function takeOutput({ FS }: Ffmpeg, sink: Sink): string {
  const path = '/small.mp3'
  const device = FS.makedev(...DEVICE)
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

const bytesOf = (duration: Millis): number => (duration / 1000) * (TRANSCODE_BITS_PER_SECOND / 8)
const durationOf = (bytes: number): Millis => Math.round((bytes / (TRANSCODE_BITS_PER_SECOND / 8)) * 1000)
const tooLong = (): CannotMakeSmall => new CannotMakeSmall('tooLong', 'longer than five hours')
