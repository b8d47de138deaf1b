import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { computePeaks } from './computePeaks.ts'
import { createWav } from '#test/fixtures/sound/createWav.ts'

const root = join(import.meta.dirname, '../../..')
const inMemory = (bytes: Buffer) => ({
  size: bytes.length,
  open: ({ start, end }: { start: number; end: number }) =>
    Promise.resolve(Readable.from([bytes.subarray(start, end + 1)], { objectMode: false })),
})

describe('computePeaks', () => {
  it('returns the peak of each section, positive or negative', async () => {
    // Ten sections of 1600 samples. The only non-zero sample is at one end of its section.
    const levels = [0, 0.1, 0.2, 0.5, 1, 0.75, 0.25, 0, 0.05, 0.9]
    const sample = (i: number) =>
      i % 1600 === (i % 3200 < 1600 ? 0 : 1599) ? (i % 3200 < 1600 ? 1 : -1) * levels[Math.floor(i / 1600)]! : 0
    const peaks = await computePeaks(inMemory(createWav(16_000, sample, { sampleRate: 16_000, bits: 32, float: true })), 10)
    expect([...peaks]).toEqual(levels.map((level) => Math.round(Math.fround(level) * 255)))
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
