import { frameBytes, readWavHeader } from './readWavHeader.ts'
import type { WavHeader } from './readWavHeader.ts'
import { streamRange } from '../AudioSource.ts'
import type { AudioSource } from '../AudioSource.ts'

/** Decodes a WAV from frame `start` on, at its own sample rate, mixed to mono. */
export async function* decodeWav(source: AudioSource, start: number): AsyncGenerator<Float32Array> {
  const header = await readWavHeader(source)
  const frameSize = frameBytes(header)
  const end = header.dataOffset + header.frames * frameSize
  let pending = Buffer.alloc(0)
  for await (const chunk of streamRange(source, header.dataOffset + start * frameSize, end)) {
    const bytes = Buffer.concat([pending, chunk])
    const completeBytes = bytes.length - (bytes.length % frameSize)
    pending = Buffer.from(bytes.subarray(completeBytes))
    if (completeBytes > 0) yield mixToMono(bytes.subarray(0, completeBytes), header)
  }
}

function mixToMono(bytes: Buffer, header: WavHeader): Float32Array {
  const read = sampleReader(bytes, header)
  const step = header.bits / 8
  const mono = new Float32Array(bytes.length / frameBytes(header))
  for (let frame = 0, offset = 0; frame < mono.length; frame++) {
    let sum = 0
    for (let channel = 0; channel < header.channels; channel++, offset += step) sum += read(offset)
    mono[frame] = clamp(sum / header.channels)
  }
  return mono
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
