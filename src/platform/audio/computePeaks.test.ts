import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { computePeaks, scalePeaks } from './computePeaks.ts'
import { createWav } from '#test/fixtures/sound/createWav.ts'

const root = join(import.meta.dirname, '../../..')
const inMemory = (bytes: Buffer) => ({
  size: bytes.length,
  open: ({ start, end }: { start: number; end: number }) =>
    Promise.resolve(Readable.from([bytes.subarray(start, end + 1)], { objectMode: false })),
})

describe('computePeaks', () => {
  it('returns the peak of each section, positive or negative', async () => {
    // Ten sections of 1600 samples, each silent except for one sample at its beginning or end.
    const levels = [0, 0.1, 0.2, 0.5, 1, 0.75, 0.25, 0, 0.05, 0.9]
    const sample = (i: number) =>
      i % 1600 === (i % 3200 < 1600 ? 0 : 1599) ? (i % 3200 < 1600 ? 1 : -1) * levels[Math.floor(i / 1600)]! : 0
    const peaks = await computePeaks(inMemory(createWav(16_000, sample, { sampleRate: 16_000, bits: 32, float: true })), 10)
    expect([...peaks]).toEqual(levels.map((level) => Math.round(Math.fround(level) * 255)))
  })

  it('draws a quiet recording like a loud one: 40 dB below full scale, every height differs by at most one step', async () => {
    const levels = Array.from({ length: 200 }, (_, section) => (section % 20) / 20)
    const peaksAt = (gain: number) =>
      computePeaks(
        inMemory(
          createWav(32_000, (i) => (i % 2 === 0 ? 1 : -1) * gain * levels[Math.floor(i / 160)]!, {
            sampleRate: 16_000,
            bits: 16,
          }),
        ),
        200,
      )
    const [loud, quiet] = [await peaksAt(0.99), await peaksAt(0.0099)]
    expect(new Set(quiet).size).toBe(20)
    for (const [section, peak] of quiet.entries()) expect(Math.abs(peak - loud[section]!)).toBeLessThanOrEqual(1)
  })

  it('is not flattened by a click, and draws silence flat', () => {
    const speech = Float32Array.from({ length: 1000 }, (_, point) => (point === 500 ? 1 : 0.1))
    expect(scalePeaks(speech)[0]).toBe(102)
    expect(new Set(scalePeaks(new Float32Array(1000).fill(0.0004)))).toEqual(new Set([0]))
    expect(scalePeaks(new Float32Array(0))).toHaveLength(0)
  })

  it('returns four thousand points for a recording of any length', async () => {
    const peaks = await computePeaks(join(root, 'assets/welcome/two-cities.mp3'))
    expect(peaks).toHaveLength(4000)
    expect(Math.max(...peaks)).toBeGreaterThan(20)
    expect(peaks.filter((peak) => peak > 0).length).toBeGreaterThan(3000)
    const asrPeaks = await computePeaks(join(root, 'test/fixtures/sound/speech.asr'), 100, { declared: 'OPUS' })
    expect(asrPeaks).toHaveLength(100)
    expect(Math.max(...asrPeaks)).toBeGreaterThan(5)
  })
})
