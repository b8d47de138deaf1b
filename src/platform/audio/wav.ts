import { streamRange, readAt, sizeOf } from './AudioSource.ts'
import type { AudioSource } from './AudioSource.ts'
import { AudioError } from './audio.ts'
import { SpeechRateMixer, type SpeechRateOptions } from './SpeechRateMixer.ts'
import { weightsOfMask } from '#shared/audio/Downmixer.ts'
import type { Bytes } from '#shared/units.ts'

/** Decodes a WAV to 16 kHz mono, from a sample (16 kHz) on. */
export async function* decodeWav(source: AudioSource, options: SpeechRateOptions): AsyncGenerator<Float32Array> {
  const header = await readWavHeader(source)
  const frameSize = frameBytes(header)
  const mixer = new SpeechRateMixer({ ...header, ...options })
  const end = header.dataOffset + header.frames * frameSize
  let pending = Buffer.alloc(0)
  for await (const chunk of streamRange(source, header.dataOffset + mixer.inputStart * frameSize, end)) {
    const bytes = Buffer.concat([pending, chunk])
    const completeBytes = bytes.length - (bytes.length % frameSize)
    pending = Buffer.from(bytes.subarray(completeBytes))
    if (completeBytes > 0) yield mixer.push(readChannels(bytes.subarray(0, completeBytes), header))
  }
  yield* mixer.finish()
}

function readChannels(bytes: Buffer, header: WavHeader): Float32Array[] {
  const read = sampleReader(bytes, header)
  const step = header.bits / 8
  const channels = Array.from({ length: header.channels }, () => new Float32Array(bytes.length / frameBytes(header)))
  for (let frame = 0, offset = 0; offset < bytes.length; frame++)
    for (const channel of channels) {
      channel[frame] = clamp(read(offset))
      offset += step
    }
  return channels
}

/**
 * Returns a function that reads the sample at a byte offset as a number from -1 to 1. 8-bit samples are unsigned, all others
 * signed.
 */
function sampleReader(bytes: Buffer, { bits, isFloat }: WavHeader): (offset: number) => number {
  if (isFloat) return bits === 64 ? (offset) => bytes.readDoubleLE(offset) : (offset) => bytes.readFloatLE(offset)
  if (bits === 8) return (offset) => (bytes.readUInt8(offset) - 128) / 0x80
  if (bits === 16) return (offset) => bytes.readInt16LE(offset) / 0x8000
  if (bits === 24) return (offset) => bytes.readIntLE(offset, 3) / 0x800000
  return (offset) => bytes.readInt32LE(offset) / 0x80000000
}

/** Float samples may hold any value, including NaN. */
const clamp = (x: number): number => (Number.isNaN(x) ? 0 : Math.max(-1, Math.min(1, x)))

type WavHeader = {
  readonly sampleRate: number
  readonly channels: number
  readonly bits: 8 | 16 | 24 | 32 | 64
  readonly isFloat: boolean
  /** The weight of each channel in the mix. */
  readonly weights: readonly number[]
  /** Offset of the samples, and the number of frames (one sample per channel) that the file really contains. */
  readonly dataOffset: number
  readonly frames: number
}

const TAG_PCM = 1
const TAG_FLOAT = 3
const TAG_EXTENSIBLE = 0xfffe
/** More chunks than any program writes before the samples. */
const MAX_CHUNKS = 100

type SampleFormat = Pick<WavHeader, 'sampleRate' | 'channels' | 'bits' | 'isFloat' | 'weights'>

/**
 * Reads the header of a WAV (RIFF or RF64). The declared length is trusted only as far as there are bytes: streaming programs
 * write 0 or the maximum there.
 */
export async function readWavHeader(source: AudioSource): Promise<WavHeader> {
  const size = await sizeOf(source)
  let format: SampleFormat | null = null
  let offset = 12
  for (let n = 0; n < MAX_CHUNKS && offset + 8 <= size; n++) {
    const chunkHeader = await readAt(source, offset, 8)
    const name = chunkHeader.toString('latin1', 0, 4)
    const length = chunkHeader.readUInt32LE(4)
    if (name === 'fmt ') format = parseFormat(await readAt(source, offset + 8, Math.min(length, 40)))
    if (name === 'data') return { ...requireFormat(format), ...locateData(requireFormat(format), offset + 8, length, size) }
    offset += 8 + length + (length & 1)
  }
  throw new AudioError('damaged', 'This WAV file contains no samples.')
}

function requireFormat(format: SampleFormat | null): SampleFormat {
  if (format === null) throw new AudioError('damaged', 'This WAV file does not declare its sample format.')
  return format
}

function locateData(format: SampleFormat, dataOffset: number, length: Bytes, size: Bytes) {
  const available = size - dataOffset
  const dataBytes = length === 0 || length === 0xffffffff ? available : Math.min(length, available)
  return { dataOffset, frames: Math.floor(dataBytes / frameBytes(format)) }
}

/** Returns the bytes of one sample of every channel. */
export const frameBytes = (format: Pick<WavHeader, 'channels' | 'bits'>): Bytes => (format.channels * format.bits) / 8

function parseFormat(chunk: Buffer): SampleFormat {
  if (chunk.length < 16) throw new AudioError('damaged', 'The header of this WAV file is truncated.')
  const tag = chunk.readUInt16LE(0)
  const kind = tag === TAG_EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const channels = chunk.readUInt16LE(2)
  const sampleRate = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  const pcm = kind === TAG_PCM && [8, 16, 24, 32].includes(bits)
  const isFloat = kind === TAG_FLOAT && [32, 64].includes(bits)
  if (!pcm && !isFloat) throw new AudioError('not-sound', 'The sample format of this WAV file is not supported.')
  if (channels < 1 || channels > 64 || sampleRate < 1000 || sampleRate > 768_000)
    throw new AudioError('damaged', `This WAV file claims ${channels} channels at ${sampleRate} Hz.`)
  const mask = tag === TAG_EXTENSIBLE && chunk.length >= 24 ? chunk.readUInt32LE(20) : 0
  return { sampleRate, channels, bits: bits as SampleFormat['bits'], isFloat, weights: weightsOfMask(channels, mask) }
}

export const WAV_HEADER_BYTES = 44

/** Returns the header of a WAV file whose `dataBytes` of samples follow it. */
export function writeWavHeader(format: Omit<SampleFormat, 'weights'>, dataBytes: number): Buffer {
  const { isFloat, channels, sampleRate, bits } = format
  const head = Buffer.alloc(WAV_HEADER_BYTES)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(WAV_HEADER_BYTES - 8 + dataBytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(isFloat ? TAG_FLOAT : TAG_PCM, 20)
  head.writeUInt16LE(channels, 22)
  head.writeUInt32LE(sampleRate, 24)
  head.writeUInt32LE(sampleRate * frameBytes(format), 28)
  head.writeUInt16LE(frameBytes(format), 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(dataBytes, 40)
  return head
}
