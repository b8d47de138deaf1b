import { Readable } from 'node:stream'
import type { Bytes, Millis } from '#shared/units.ts'
import type { AudioKind } from './audio.ts'
import { AudioError } from './audio.ts'
import { type RangeSource, streamRange } from './AudioSource.ts'
import { readMp3Frames } from './mp3/readMp3Frames.ts'
import { ASR_PACKET_BYTES, ASR_PACKET_MS, asrOggSize, readAsrAsOgg } from './opus/asr.ts'
import { cutOggOpus } from './opus/cutOggOpus.ts'
import { frameBytes, readWavHeader, writeWavHeader } from './wav.ts'

type Span = { readonly start: Millis; readonly end: Millis }

/**
 * Returns part of a recording as a separate file that contains no audio outside the span. The cut needs no decoding: it keeps the
 * frames that lie entirely within the span. Rejects with AudioError 'too-short' when no frame does.
 */
export async function openClip(source: RangeSource, kind: AudioKind, span: Span): Promise<RangeSource> {
  if (kind === 'mp3') return cutMp3(source, span)
  if (kind === 'wav') return cutWav(source, span)
  return kind === 'asr' ? cutAsr(source, span) : cutOggOpus(source, span)
}

const tooShort = () => new AudioError('too-short', 'The clip contains no audio.')

/** Returns a section of the bytes of another source. */
const slice = (source: RangeSource, from: Bytes, to: Bytes): RangeSource => ({
  size: to - from,
  open: ({ start, end }) => source.open({ start: from + start, end: Math.min(to - 1, from + end) }),
})

/**
 * Finding the frames reads the file up to the end of the clip, so the result is reused: players request one clip in many ranges.
 */
async function cutMp3(source: RangeSource, { start, end }: Span): Promise<RangeSource> {
  let [samples, sampleRate, sectionStart] = [0, 0, 0]
  let from: Bytes | undefined
  let to: Bytes | undefined
  for await (const frames of readMp3Frames(source)) {
    for (const { header, bytes, offset } of frames) {
      if (header.sampleRate !== sampleRate) {
        if (sampleRate > 0) sectionStart += (samples * 1000) / sampleRate
        ;[samples, sampleRate] = [0, header.sampleRate]
      }
      const begins = sectionStart + (samples * 1000) / sampleRate
      samples += header.samples
      if (sectionStart + (samples * 1000) / sampleRate > end)
        return from === undefined || to === undefined ? fail() : slice(source, from, to)
      if (begins < start) continue
      from ??= offset
      to = offset + bytes.length
    }
  }
  return from === undefined || to === undefined ? fail() : slice(source, from, to)
}

function fail(): never {
  throw tooShort()
}

async function cutWav(source: RangeSource, { start, end }: Span): Promise<RangeSource> {
  const header = await readWavHeader(source)
  const frameSize = frameBytes(header)
  const first = Math.ceil((start * header.sampleRate) / 1000)
  const last = Math.min(header.frames, Math.floor((end * header.sampleRate) / 1000))
  if (last <= first) throw tooShort()
  const dataBytes = (last - first) * frameSize
  const from = header.dataOffset + first * frameSize
  return withHead(writeWavHeader(header, dataBytes), slice(source, from, from + dataBytes))
}

/** Returns a source with bytes put before those of another source. */
const withHead = (head: Buffer, body: RangeSource): RangeSource => ({
  size: head.length + body.size,
  open: async ({ start, end }) => {
    const bodyRange = { start: Math.max(0, start - head.length), end: end - head.length }
    const before = head.subarray(start, end + 1)
    if (bodyRange.end < 0) return Readable.from([before], { objectMode: false })
    if (before.length === 0) return body.open(bodyRange)
    return Readable.from(concat(before, streamRange(body, bodyRange.start, bodyRange.end + 1)), { objectMode: false })
  },
})

async function* concat(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** Wraps the packets of the span into an Ogg file. */
async function cutAsr(source: RangeSource, { start, end }: Span): Promise<RangeSource> {
  const from = Math.ceil(start / ASR_PACKET_MS) * ASR_PACKET_BYTES
  const to = Math.min(Math.floor(source.size / ASR_PACKET_BYTES), Math.floor(end / ASR_PACKET_MS)) * ASR_PACKET_BYTES
  if (to <= from) throw tooShort()
  const packets = slice(source, from, to)
  return { size: asrOggSize(packets.size), open: (range) => Promise.resolve(readAsrAsOgg(packets, range)) }
}
