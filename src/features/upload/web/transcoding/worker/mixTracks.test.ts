import { describe, expect, it } from 'vitest'
import { mixTracks, toSpeechRate } from './mixTracks.ts'

async function* chunks(...lengths: [length: number, value: number][]) {
  await Promise.resolve()
  for (const [length, value] of lengths) yield new Float32Array(length).fill(value)
}
async function collect(source: AsyncIterable<Float32Array>) {
  const all: number[] = []
  for await (const chunk of source) all.push(...chunk)
  return all
}

describe('mixTracks', () => {
  it('adds tracks sample by sample, to the end of the longest', async () => {
    const mixed = await collect(mixTracks([chunks([3, 0.25], [20_000, 0.5]), chunks([16_001, 0.25])]))
    expect(mixed).toHaveLength(20_003)
    expect([mixed[0], mixed[2], mixed[3], mixed[16_000], mixed[16_001], mixed.at(-1)]).toEqual([0.5, 0.5, 0.75, 0.75, 0.5, 0.5])
  })

  it('passes a single track on', async () => {
    expect(await collect(mixTracks([chunks([2, 1], [1, 0])]))).toEqual([1, 1, 0])
  })
})

describe('toSpeechRate', () => {
  it('goes on when sample rate and channels change', async () => {
    async function* pieces() {
      await Promise.resolve()
      yield { sampleRate: 48_000, channels: [new Float32Array(48_000).fill(0.5), new Float32Array(48_000).fill(0.5)] }
      yield { sampleRate: 8000, channels: [new Float32Array(8000).fill(0.25)] }
    }
    const samples = await collect(toSpeechRate(pieces()))
    expect(samples).toHaveLength(32_000)
    expect(samples[8000]).toBeCloseTo(0.5, 2)
    expect(samples[24_000]).toBeCloseTo(0.25, 2)
  })
})
