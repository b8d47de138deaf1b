import { readAt, sizeOf } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'
import { SoundError } from './sound.ts'
import type { Bytes } from '#kit/units.ts'

export type WavHeader = {
  readonly sampleRate: number
  readonly channels: number
  readonly bits: 8 | 16 | 24 | 32 | 64
  readonly float: boolean
  /** Offset of the samples, and the number of frames (one sample per channel) that the file really contains. */
  readonly dataAt: number
  readonly frames: number
}

const TAG_PCM = 1
const TAG_FLOAT = 3
const TAG_EXTENSIBLE = 0xfffe
/** More chunks than any program writes before the samples. */
const MOST_CHUNKS = 100

type Form = Pick<WavHeader, 'sampleRate' | 'channels' | 'bits' | 'float'>

/**
 * Reads the header of a WAV (RIFF or RF64). The declared length is trusted only as far as there are bytes: streaming programs
 * write 0 or the maximum there.
 */
export async function readWavHeader(source: SoundSource): Promise<WavHeader> {
  const size = await sizeOf(source)
  let form: Form | null = null
  let at = 12
  for (let n = 0; n < MOST_CHUNKS && at + 8 <= size; n++) {
    const head = await readAt(source, at, 8)
    const name = head.toString('latin1', 0, 4)
    const length = head.readUInt32LE(4)
    if (name === 'fmt ') form = readForm(await readAt(source, at + 8, Math.min(length, 40)))
    if (name === 'data') return { ...withData(form), ...dataOf(withData(form), at + 8, length, size) }
    at += 8 + length + (length & 1)
  }
  throw new SoundError('damaged', 'This WAV file holds no samples.')
}

function withData(form: Form | null): Form {
  if (form === null) throw new SoundError('damaged', 'This WAV file does not say how its samples are written.')
  return form
}

function dataOf(form: Form, dataAt: number, length: Bytes, size: Bytes) {
  const there = size - dataAt
  const said = length === 0 || length === 0xffffffff ? there : Math.min(length, there)
  return { dataAt, frames: Math.floor(said / frameBytes(form)) }
}

/** Returns the bytes of one sample of every channel. */
export const frameBytes = (form: Pick<WavHeader, 'channels' | 'bits'>): Bytes => (form.channels * form.bits) / 8

function readForm(chunk: Buffer): Form {
  if (chunk.length < 16) throw new SoundError('damaged', 'The head of this WAV file is cut short.')
  const tag = chunk.readUInt16LE(0)
  const kind = tag === TAG_EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const channels = chunk.readUInt16LE(2)
  const sampleRate = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  const pcm = kind === TAG_PCM && [8, 16, 24, 32].includes(bits)
  const float = kind === TAG_FLOAT && [32, 64].includes(bits)
  if (!pcm && !float) throw new SoundError('not-sound', 'The samples of this WAV file are written in a way we cannot read.')
  if (channels < 1 || channels > 64 || sampleRate < 1000 || sampleRate > 768_000)
    throw new SoundError('damaged', `This WAV file claims ${channels} channels at ${sampleRate} Hz.`)
  return { sampleRate, channels, bits: bits as Form['bits'], float }
}
