import { describe, expect, it } from 'vitest'
import { removeOffset } from './removeOffset.ts'

const SECOND = 16_000
/** A quiet tone with an offset. */
const tone = (seconds: number, offset: number) =>
  Float32Array.from({ length: seconds * SECOND }, (_, i) => offset + 0.01 * Math.sin((2 * Math.PI * 200 * i) / SECOND))
const meanOf = (samples: readonly number[]) => samples.reduce((sum, sample) => sum + sample, 0) / samples.length

async function remove(...parts: Float32Array[]) {
  async function* source() {
    await Promise.resolve()
    yield* parts
  }
  const result: number[] = []
  for await (const frame of removeOffset(source())) result.push(...frame)
  return result
}

describe('removeOffset', () => {
  it.each([0.05, -0.05, 0.005])('subtracts an offset of %d from the first frame on', async (offset) => {
    const result = await remove(tone(3, offset))
    expect(result).toHaveLength(3 * SECOND)
    expect(Math.abs(meanOf(result.slice(0, 800)))).toBeLessThan(0.002)
    expect(Math.abs(meanOf(result.slice(-SECOND)))).toBeLessThan(0.001)
  })

  it('follows an offset that changes', async () => {
    const result = await remove(tone(5, 0.05), tone(40, -0.05))
    expect(Math.abs(meanOf(result.slice(-SECOND)))).toBeLessThan(0.002)
  })

  it('does not change audio without one', async () => {
    const samples = tone(2, 0)
    expect(await remove(samples)).toEqual([...samples])
  })
})
