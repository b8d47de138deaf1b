import { describe, expect, it } from 'vitest'
import { Resampler } from './Resampler.ts'

const tone = (hz: number, rate: number, seconds: number) =>
  Float32Array.from({ length: rate * seconds }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate))

function resample(input: Float32Array, inRate: number, outRate: number, chunkSize = input.length) {
  const resampler = new Resampler(inRate, outRate)
  const out: number[] = []
  for (let offset = 0; offset < input.length; offset += chunkSize)
    out.push(...resampler.push(input.subarray(offset, offset + chunkSize)))
  out.push(...resampler.finish())
  return Float32Array.from(out)
}

/** Returns the level of one frequency in dB below full scale, measured away from both ends by correlation under a Hann window. */
function levelInDb(hz: number, samples: Float32Array, rate: number) {
  const from = 1000
  const length = samples.length - 2 * from
  let re = 0
  let im = 0
  for (let i = 0; i < length; i++) {
    const weighted = samples[from + i]! * (1 - Math.cos((2 * Math.PI * i) / length))
    re += weighted * Math.cos((2 * Math.PI * hz * i) / rate)
    im += weighted * Math.sin((2 * Math.PI * hz * i) / rate)
  }
  return 20 * Math.log10((2 * Math.hypot(re, im)) / length)
}

describe('Resampler', () => {
  it('keeps 1 kHz and leaves no alias of 11 kHz at 5 kHz, from 48 kHz to 16 kHz (B§9)', () => {
    const mixed = tone(1000, 48_000, 1)
    for (const [i, value] of tone(11_000, 48_000, 1).entries()) mixed[i] = (mixed[i]! + value) / 2
    const out = resample(mixed, 48_000, 16_000)
    expect(levelInDb(1000, out, 16_000)).toBeCloseTo(-6.02, 1)
    expect(levelInDb(5000, out, 16_000)).toBeLessThan(-80)
  })

  it.each([8000, 11_025, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000])(
    'resamples a tone from %i Hz to 16 kHz without a shift in time',
    (rate) => {
      const out = resample(tone(440, rate, 1), rate, 16_000)
      expect(out.length).toBe(16_000)
      const expected = tone(440, 16_000, 1)
      let maxDeviation = 0
      for (let i = 200; i < 15_800; i++) maxDeviation = Math.max(maxDeviation, Math.abs(out[i]! - expected[i]!))
      expect(maxDeviation).toBeLessThan(0.005)
    },
  )

  it('returns the same samples for every chunk size', () => {
    const input = tone(700, 44_100, 2)
    const complete = resample(input, 44_100, 16_000)
    expect(resample(input, 44_100, 16_000, 1)).toEqual(complete)
    expect(resample(input, 44_100, 16_000, 1152)).toEqual(complete)
    expect(complete.length).toBe(32_000)
  })

  it('returns a copy of the samples when the rates are equal', () => {
    const resampler = new Resampler(16_000, 16_000)
    const input = Float32Array.of(0.1, -0.2)
    const out = resampler.push(input)
    expect([...out]).toEqual([...input])
    expect(out.buffer).not.toBe(input.buffer)
    expect(resampler.finish().length).toBe(0)
  })

  it('returns the right number of samples for very short input', () => {
    expect(resample(new Float32Array(0), 48_000, 16_000).length).toBe(0)
    expect(resample(Float32Array.of(1), 48_000, 16_000).length).toBe(1)
    expect(resample(new Float32Array(7), 44_100, 16_000).length).toBe(3)
  })

  it('throws RangeError for a rate that is not a whole number of Hz', () => {
    expect(() => new Resampler(0, 16_000)).toThrow(RangeError)
    expect(() => new Resampler(44_100.5, 16_000)).toThrow(RangeError)
  })
})
