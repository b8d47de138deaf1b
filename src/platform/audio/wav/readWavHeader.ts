import { readAt, sizeOf } from '../AudioSource.ts'
import type { AudioSource } from '../AudioSource.ts'
import { AudioError } from '../audio.ts'
import type { Bytes } from '#shared/units.ts'

export type WavHeader = {
  readonly sampleRate: number
  readonly channels: number
  readonly bits: 8 | 16 | 24 | 32 | 64
  readonly isFloat: boolean
  /** Offset of the samples, and the number of frames (one sample per channel) that the file really contains. */
  readonly dataOffset: number
  readonly frames: number
}

const TAG_PCM = 1
const TAG_FLOAT = 3
const TAG_EXTENSIBLE = 0xfffe
/** More chunks than any program writes before the samples. */
const MAX_CHUNKS = 100

type SampleFormat = Pick<WavHeader, 'sampleRate' | 'channels' | 'bits' | 'isFloat'>

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
  throw new AudioError('damaged', 'This WAV file holds no samples.')
}

function requireFormat(format: SampleFormat | null): SampleFormat {
  if (format === null) throw new AudioError('damaged', 'This WAV file does not say how its samples are written.')
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
  if (chunk.length < 16) throw new AudioError('damaged', 'The head of this WAV file is cut short.')
  const tag = chunk.readUInt16LE(0)
  const kind = tag === TAG_EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const channels = chunk.readUInt16LE(2)
  const sampleRate = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  const pcm = kind === TAG_PCM && [8, 16, 24, 32].includes(bits)
  const isFloat = kind === TAG_FLOAT && [32, 64].includes(bits)
  if (!pcm && !isFloat) throw new AudioError('not-sound', 'The samples of this WAV file are written in a way we cannot read.')
  if (channels < 1 || channels > 64 || sampleRate < 1000 || sampleRate > 768_000)
    throw new AudioError('damaged', `This WAV file claims ${channels} channels at ${sampleRate} Hz.`)
  return { sampleRate, channels, bits: bits as SampleFormat['bits'], isFloat }
}
