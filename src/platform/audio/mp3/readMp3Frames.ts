import { readAt, sizeOf, streamRange } from '../AudioSource.ts'
import type { AudioSource } from '../AudioSource.ts'
import { AudioError } from '../audio.ts'
import type { Bytes } from '#shared/units.ts'

/** The parsed four-byte header of a frame of MPEG layer III audio. */
export type Mp3Header = {
  /** Bytes of the whole frame, including the header. */
  readonly length: number
  readonly samples: number
  readonly sampleRate: number
  readonly channels: 1 | 2
  readonly bitrate: number
  /** Bytes of side information after the header and the checksum. A Xing, Info or VBRI tag follows them. */
  readonly sideBytes: number
}

const KBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES_MPEG1 = [44_100, 48_000, 32_000]

/** Maximum size of a frame: 320 kbit/s at 32 kHz, with its padding byte. */
const MAX_FRAME_BYTES = 1441

/**
 * Returns the header at `offset`, or null when there is none. Other layers, reserved values and the free format (which has no
 * bitrate, so no length) are not supported.
 */
export function readMp3Header(bytes: Uint8Array, offset: number): Mp3Header | null {
  const [sync, kind, rates, mode] = bytes.subarray(offset, offset + 4)
  if (mode === undefined || sync !== 0xff || (kind! & 0xe0) !== 0xe0) return null
  const version = (kind! >> 3) & 3
  const layer = (kind! >> 1) & 3
  const bitrateIndex = rates! >> 4
  const rateIndex = (rates! >> 2) & 3
  if (version === 1 || layer !== 1 || bitrateIndex === 0 || bitrateIndex === 15 || rateIndex === 3) return null
  const isMpeg1 = version === 3
  const sampleRate = RATES_MPEG1[rateIndex]! / (isMpeg1 ? 1 : version === 2 ? 2 : 4)
  const bitrate = (isMpeg1 ? KBITS_MPEG1 : KBITS_MPEG2)[bitrateIndex]! * 1000
  const samples = isMpeg1 ? 1152 : 576
  const channels = mode >> 6 === 3 ? 1 : 2
  const sideBytes = isMpeg1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17
  return {
    length: Math.floor(((samples / 8) * bitrate) / sampleRate) + ((rates! >> 1) & 1),
    samples,
    sampleRate,
    channels,
    bitrate,
    sideBytes,
  }
}

/** True for a first frame that holds encoder metadata (Xing, Info, VBRI) and no audio. */
function isTagFrame(frame: Uint8Array, header: Mp3Header): boolean {
  const buffer = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const checksum = (frame[1]! & 1) === 0 ? 2 : 0
  const xing = buffer.toString('latin1', 4 + checksum + header.sideBytes, 8 + checksum + header.sideBytes)
  return xing === 'Xing' || xing === 'Info' || buffer.toString('latin1', 36, 40) === 'VBRI'
}

/** A frame with its place in the file. */
export type Mp3Frame = { readonly header: Mp3Header; readonly bytes: Uint8Array; readonly offset: Bytes }

/** The first frame must begin within this many bytes after the tags. */
const MAX_LEADING_JUNK = 256 * 1024
/** Maximum number of junk bytes in a file. Every byte that may start a frame has to be checked, which takes time. */
const MAX_JUNK = 32 * 1024 * 1024
/** Players and taggers write one or two tags. A file of empty tags would take hours to read. */
const MAX_TAGS = 16
/** Consecutive frames required to accept the first one: two random bytes look like a header too often. */
const MIN_FRAME_RUN = 3

/**
 * Yields the frames of an MP3 in order, in batches with one sample rate and number of channels, each checked against its neighbour.
 * Joined files may change both. Skips tags, junk between frames, the encoder's tag frames and an incomplete last frame, so the
 * result is exactly what is audible.
 *
 * Throws AudioError 'not-sound' when no run of frames is found, 'damaged' when most of the file is not audio.
 */
export async function* readMp3Frames(source: AudioSource): AsyncGenerator<Mp3Frame[]> {
  const size = await sizeOf(source)
  const start = await skipId3(source, size)
  const splitter = new FrameSplitter(start)
  for await (const chunk of streamRange(source, start, size)) yield* alike(splitter.push(chunk, false))
  yield* alike(splitter.push(new Uint8Array(0), true))
  if (splitter.frames === 0) throw new AudioError('not-sound', 'This file contains no MP3 audio.')
}

/** Cuts frames where their sample rate or number of channels changes. */
function* alike(frames: readonly Mp3Frame[]): Generator<Mp3Frame[]> {
  let from = 0
  for (let at = 1; at <= frames.length; at++) {
    const [header, next] = [frames[from]!.header, frames[at]?.header]
    if (next?.sampleRate === header.sampleRate && next.channels === header.channels) continue
    yield frames.slice(from, at)
    from = at
  }
}

/** Returns the offset of the audio after the ID3v2 tags, which may contain images of several megabytes. */
async function skipId3(source: AudioSource, size: number): Promise<number> {
  let offset = 0
  for (let tagCount = 0; offset + 10 <= size && tagCount < MAX_TAGS; tagCount++) {
    const tag = await readAt(source, offset, 10)
    if (tag.toString('latin1', 0, 3) !== 'ID3') break
    const length = (tag[6]! << 21) | (tag[7]! << 14) | (tag[8]! << 7) | tag[9]!
    const footer = (tag[5]! & 0x10) === 0 ? 0 : 10
    offset += 10 + length + footer
  }
  return offset
}

/** Splits a stream of bytes into frames. Keeps bytes that may be the beginning of the next frame. */
class FrameSplitter {
  frames = 0
  #pending: Buffer = Buffer.alloc(0)
  #first: Mp3Header | null = null
  /** True when the next frame follows other bytes: it may belong to another file. */
  #begins = true
  #junk = 0
  #totalJunk = 0
  /** Where the pending bytes begin in the file. */
  #offset: Bytes

  constructor(offset: Bytes) {
    this.#offset = offset
  }

  push(chunk: Uint8Array, isLast: boolean): Mp3Frame[] {
    const bytes = Buffer.concat([this.#pending, chunk])
    const lookahead = MIN_FRAME_RUN * MAX_FRAME_BYTES + 4
    const stop = isLast ? bytes.length : bytes.length - lookahead
    const batch: Mp3Frame[] = []
    let offset = 0
    while (offset < stop) {
      const header = this.#frameAt(bytes, offset)
      if (header === null) {
        offset = this.#skipJunk(bytes, offset, stop)
        continue
      }
      const frame = bytes.subarray(offset, offset + header.length)
      const mayBeTag = this.frames++ === 0 || this.#begins
      this.#begins = false
      if (!mayBeTag || !isTagFrame(frame, header)) batch.push({ header, bytes: frame, offset: this.#offset + offset })
      offset += header.length
    }
    this.#pending = Buffer.from(bytes.subarray(Math.min(offset, bytes.length)))
    this.#offset += Math.min(offset, bytes.length)
    return batch
  }

  /** A frame right after another one needs only a matching header. After junk or a change of rate, a run of frames must follow. */
  #frameAt(bytes: Buffer, offset: number): Mp3Header | null {
    const header = readMp3Header(bytes, offset)
    if (header === null || offset + header.length > bytes.length) return null
    const isLike = header.sampleRate === this.#first?.sampleRate && header.samples === this.#first.samples
    if (isLike && this.#junk === 0) return header
    if (!startsFrameRun(bytes, offset, header)) return null
    this.#first = header
    this.#begins = true
    this.#junk = 0
    return header
  }

  #skipJunk(bytes: Buffer, offset: number, stop: number): number {
    const next = bytes.indexOf(0xff, offset + 1)
    const end = next === -1 ? stop : Math.min(next, stop)
    this.#junk += end - offset
    this.#totalJunk += end - offset
    if (this.#totalJunk > MAX_JUNK) throw new AudioError('damaged', 'Too much of this MP3 is not audio.')
    if (this.#first === null && this.#junk > MAX_LEADING_JUNK)
      throw new AudioError('not-sound', 'This file contains no MP3 audio.')
    return end
  }
}

/** True when a run of matching frames begins here, or as many as fit before the end. */
function startsFrameRun(bytes: Buffer, offset: number, header: Mp3Header): boolean {
  let next = offset + header.length
  for (let n = 1; n < MIN_FRAME_RUN; n++) {
    const other = readMp3Header(bytes, next)
    if (other === null) return n > 1 && endsCleanly(bytes, next)
    if (other.sampleRate !== header.sampleRate || other.samples !== header.samples) return false
    next += other.length
  }
  return true
}

/** True when only a tag or an incomplete frame follows the last frame. */
const endsCleanly = (bytes: Buffer, offset: number): boolean =>
  offset >= bytes.length - 4 || ['TAG', 'APE', '3DI'].includes(bytes.toString('latin1', offset, offset + 3))
