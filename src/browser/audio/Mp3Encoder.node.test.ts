import { describe, expect, it } from 'vitest'
import { MP3_FRAME_BYTES, MP3_FRAME_SAMPLES, MP3_SAMPLE_RATE, Mp3Encoder } from './Mp3Encoder.ts'

/** The encoder runs asynchronously, so the tests poll for its output. */
const POLL_OPTIONS = { timeout: 15_000 }

const tone = (seconds: number, loudness = 0.5): Float32Array =>
  Float32Array.from(
    { length: seconds * MP3_SAMPLE_RATE },
    (_, i) => loudness * Math.sin((2 * Math.PI * 440 * i) / MP3_SAMPLE_RATE),
  )

/** True when the bytes start with the header of a 16 kHz mono frame at 48 kbit/s (MPEG-2 layer III). */
const isFrame = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && (bytes[1]! & 0xfe) === 0xf2 && (bytes[2]! & 0xfc) === 0x68 && bytes[3]! >> 6 === 3

describe('Mp3Encoder', () => {
  it('emits all audio in whole frames of equal size, without an index frame (B§9)', async () => {
    const pieces: Uint8Array[] = []
    const encoder = await Mp3Encoder.create((bytes) => void pieces.push(bytes))
    await encoder.write(tone(7))
    expect(encoder.duration).toBe(7000)
    await encoder.finish()
    const bytes = Buffer.concat(pieces)
    expect(pieces.filter(({ length }) => length % MP3_FRAME_BYTES !== 0)).toEqual([])
    const frames = Array.from({ length: bytes.length / MP3_FRAME_BYTES }, (_, n) => bytes.subarray(n * MP3_FRAME_BYTES))
    expect(frames.filter((frame) => !isFrame(frame))).toEqual([])
    expect(frames.length * MP3_FRAME_SAMPLES).toBeGreaterThanOrEqual(7 * MP3_SAMPLE_RATE)
    expect(frames.length * MP3_FRAME_SAMPLES).toBeLessThan(7.2 * MP3_SAMPLE_RATE)
    expect(bytes.includes('Xing') || bytes.includes('Info')).toBe(false)
  })

  it('emits audio with half a second of latency when the batch is that small', async () => {
    let bytes = 0
    const byteCounts: number[] = []
    const encoder = await Mp3Encoder.create((piece) => void (bytes += piece.length), { batch: MP3_SAMPLE_RATE / 2 })
    for (let n = 1; n <= 8; n++) {
      await encoder.write(tone(0.5))
      const encodedSamples = () => (bytes / MP3_FRAME_BYTES) * MP3_FRAME_SAMPLES
      await expect.poll(encodedSamples, POLL_OPTIONS).toBeGreaterThan((n * 0.5 - 0.3) * MP3_SAMPLE_RATE)
      byteCounts.push(bytes)
    }
    await encoder.finish()
    expect(byteCounts).toHaveLength(8)
  })

  it('encodes an incomplete batch on flush, and continues', async () => {
    let bytes = 0
    const encoder = await Mp3Encoder.create((piece) => void (bytes += piece.length))
    await encoder.write(tone(1))
    expect(bytes).toBe(0)
    await encoder.flush()
    await expect.poll(() => bytes, POLL_OPTIONS).toBeGreaterThan(0.7 * 6000)
    await encoder.write(tone(1))
    await encoder.finish()
    expect(bytes).toBeGreaterThanOrEqual(2 * 6000)
    expect(bytes).toBeLessThan(2.2 * 6000)
  })

  it('waits for onFrames, and throws its errors', async () => {
    let openGate = () => {}
    const gate = new Promise<void>((resolve) => (openGate = resolve))
    let batchCount = 0
    const encoder = await Mp3Encoder.create(async () => {
      await gate
      batchCount++
    })
    const writing = encoder.write(tone(30)).then(() => batchCount)
    openGate()
    expect(await writing).toBeGreaterThan(0)
    await encoder.finish()

    const failing = await Mp3Encoder.create(() => Promise.reject(new Error('the disk is full')))
    await failing.write(tone(4))
    await expect(failing.finish()).rejects.toThrow('the disk is full')
  })

  it('stops on cancel', async () => {
    const encoder = await Mp3Encoder.create(() => {})
    await encoder.write(tone(3))
    await encoder.cancel()
    await expect(encoder.write(tone(3))).rejects.toThrow()
  })
})
