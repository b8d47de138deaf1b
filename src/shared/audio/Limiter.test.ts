import { describe, expect, it } from 'vitest'
import { Limiter } from './Limiter.ts'

const limit = (samples: Float32Array, chunk: number) => {
  const limiter = new Limiter(100)
  const result: number[] = []
  for (let from = 0; from < samples.length; from += chunk) result.push(...limiter.push(samples.subarray(from, from + chunk)))
  return [...result, ...limiter.finish()]
}

describe('Limiter', () => {
  it('does not change audio between -1 and 1', () => {
    const samples = Float32Array.from({ length: 350 }, (_, i) => Math.sin(i))
    expect(limit(samples, 70)).toEqual([...samples])
  })

  it('attenuates louder audio as a whole instead of clipping its peaks', () => {
    const samples = Float32Array.from({ length: 400 }, (_, i) => 2 * Math.sin(i))
    const limited = limit(samples, 33)
    expect(Math.max(...limited)).toBeLessThanOrEqual(1)
    expect(limited[250]! / samples[250]!).toBeCloseTo(0.5, 2)
    expect(limit(samples, 400)).toEqual(limited)
  })
})
