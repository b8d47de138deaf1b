import { frameBytes, readWavHeader } from './readWavHeader.ts'
import type { WavHeader } from './readWavHeader.ts'
import { streamFrom } from './SoundSource.ts'
import type { SoundSource } from './SoundSource.ts'

/** Decodes a WAV from frame `start` on, at its own sample rate, mixed to mono. */
export async function* decodeWav(source: SoundSource, start: number): AsyncGenerator<Float32Array> {
  const header = await readWavHeader(source)
  const width = frameBytes(header)
  const end = header.dataAt + header.frames * width
  let held = Buffer.alloc(0)
  for await (const piece of streamFrom(source, header.dataAt + start * width, end)) {
    const bytes = Buffer.concat([held, piece])
    const whole = bytes.length - (bytes.length % width)
    held = Buffer.from(bytes.subarray(whole))
    if (whole > 0) yield mixed(bytes.subarray(0, whole), header)
  }
}

function mixed(bytes: Buffer, header: WavHeader): Float32Array {
  const read = sampleReader(bytes, header)
  const step = header.bits / 8
  const mono = new Float32Array(bytes.length / frameBytes(header))
  for (let frame = 0, at = 0; frame < mono.length; frame++) {
    let sum = 0
    for (let channel = 0; channel < header.channels; channel++, at += step) sum += read(at)
    mono[frame] = clipped(sum / header.channels)
  }
  return mono
}

/**
 * Returns a function that reads the sample at a byte offset as a number from -1 to 1. 8-bit samples are unsigned, all others
 * signed.
 */
function sampleReader(bytes: Buffer, { bits, float }: WavHeader): (at: number) => number {
  if (float) return bits === 64 ? (at) => bytes.readDoubleLE(at) : (at) => bytes.readFloatLE(at)
  if (bits === 8) return (at) => (bytes.readUInt8(at) - 128) / 0x80
  if (bits === 16) return (at) => bytes.readInt16LE(at) / 0x8000
  if (bits === 24) return (at) => bytes.readIntLE(at, 3) / 0x800000
  return (at) => bytes.readInt32LE(at) / 0x80000000
}

/** Float samples may hold any value, including NaN. */
const clipped = (x: number): number => (Number.isNaN(x) ? 0 : Math.max(-1, Math.min(1, x)))
