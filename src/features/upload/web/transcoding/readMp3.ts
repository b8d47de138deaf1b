import { type Bytes, MiB, type Millis } from '#shared/units.ts'
import { TRANSCODE_RATE } from '../../rules.ts'

/** Properties of an MP3 read from its frame headers. `bitsPerSecond` is null for a variable bitrate (VBR). */
export type Mp3Properties = {
  readonly sampleRate: number
  readonly channels: 1 | 2
  readonly bitsPerSecond: number | null
  readonly duration: Millis
}

/** True when the file already has the format of the transcode, so that it is uploaded unchanged (B§4). */
export const isTranscodeTarget = (mp3: Mp3Properties): boolean =>
  mp3.sampleRate === TRANSCODE_RATE && mp3.channels === 1 && mp3.bitsPerSecond !== null

/**
 * Reads every frame header of an MP3, one slice of the file at a time. Returns null for other formats and for an MP3 with other
 * bytes between its frames, which has to be transcoded.
 */
export async function readMp3(file: Blob, chunkBytes: Bytes = MiB): Promise<Mp3Properties | null> {
  const readAt = createReader(file, chunkBytes)
  let offset = await id3v2Length(readAt)
  let first: Frame | null = null
  let frames = 0
  let isConstantBitrate = true
  while (offset + HEADER_BYTES <= file.size) {
    const frame = parseFrameHeader(await readAt(offset))
    if (frame === null || (first !== null && !isSameFormat(frame, first))) break
    first ??= frame
    isConstantBitrate &&= frame.bitsPerSecond === first.bitsPerSecond
    frames += 1
    offset += frame.bytes
  }
  if (first === null || !(await isEndOfAudio(readAt, offset, file.size))) return null
  const { sampleRate, channels, samples } = first
  return {
    sampleRate,
    channels,
    bitsPerSecond: isConstantBitrate ? first.bitsPerSecond : null,
    duration: (frames * samples * 1000) / sampleRate,
  }
}

const HEADER_BYTES = 4
const ID3_HEADER_BYTES = 10
/** Size of an ID3v1 tag after the audio. */
const ID3V1_BYTES = 128

type Frame = {
  readonly sampleRate: number
  readonly channels: 1 | 2
  readonly bitsPerSecond: number
  readonly samples: number
  readonly bytes: Bytes
}
/** Returns at least ten bytes from this offset, or the rest of the file. */
type ReadAt = (offset: number) => Promise<Uint8Array>

function createReader(file: Blob, chunkBytes: Bytes): ReadAt {
  let bufferStart = 0
  let buffer = new Uint8Array(0)
  return async (offset) => {
    if (offset < bufferStart || offset + ID3_HEADER_BYTES > bufferStart + buffer.length) {
      bufferStart = offset
      buffer = new Uint8Array(await file.slice(offset, offset + Math.max(chunkBytes, ID3_HEADER_BYTES)).arrayBuffer())
    }
    return buffer.subarray(offset - bufferStart)
  }
}

/** Returns the length of an ID3v2 tag, which is stored in four bytes of seven bits each. */
async function id3v2Length(readAt: ReadAt): Promise<Bytes> {
  const bytes = await readAt(0)
  if (bytes.length < ID3_HEADER_BYTES || !startsWith(bytes, 'ID3')) return 0
  const length = bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0)
  const hasFooter = (bytes[5]! & 16) !== 0
  return ID3_HEADER_BYTES + length + (hasFooter ? ID3_HEADER_BYTES : 0)
}

/** True when the audio ends here. The last frame may be cut off, and an ID3v1 tag may follow it. */
async function isEndOfAudio(readAt: ReadAt, offset: number, size: Bytes): Promise<boolean> {
  if (offset + HEADER_BYTES > size) return true
  return size - offset === ID3V1_BYTES && startsWith(await readAt(offset), 'TAG')
}

const startsWith = (bytes: Uint8Array, text: string): boolean => [...text].every((letter, i) => bytes[i] === letter.charCodeAt(0))

const isSameFormat = (a: Frame, b: Frame): boolean => a.sampleRate === b.sampleRate && a.channels === b.channels

/** Bitrates of layer III in kbit/s by index, for MPEG-1 and for MPEG-2 and 2.5. */
const KILOBITS_MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KILOBITS_MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
/** Sample rates of MPEG-1. MPEG-2 has half of them, MPEG-2.5 a quarter. */
const SAMPLE_RATES = [44_100, 48_000, 32_000]

/** Parses a frame header: eleven set bits, version, layer III, bitrate, sample rate, padding, channels. */
function parseFrameHeader([a = 0, b = 0, c = 0, d = 0]: Uint8Array): Frame | null {
  if (a !== 0xff || (b & 0xe0) !== 0xe0) return null
  const version = (b >> 3) & 3
  const isLayerIII = ((b >> 1) & 3) === 1
  const rate = SAMPLE_RATES[(c >> 2) & 3]
  const kilobits = (version === 3 ? KILOBITS_MPEG1 : KILOBITS_MPEG2)[c >> 4]
  if (version === 1 || !isLayerIII || rate === undefined || !kilobits) return null
  const sampleRate = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4
  const samples = version === 3 ? 1152 : 576
  const bytes = Math.floor((samples / 8) * ((kilobits * 1000) / sampleRate)) + ((c >> 1) & 1)
  return { sampleRate, channels: d >> 6 === 3 ? 1 : 2, bitsPerSecond: kilobits * 1000, samples, bytes }
}
