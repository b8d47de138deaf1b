import { describe, expect, it } from 'vitest'
import { naiveTransform } from '#test/fixtures/sound/naiveTransform.ts'
import { complexZeros, createFft, splitPowers } from './fft.ts'

describe('createFft', () => {
  it.each([
    [400, [4, 4, 5, 5]],
    [512, [4, 4, 4, 8]],
  ])('equals the naive transform of %i points', (points, radices) => {
    const data = complexZeros(points)
    for (let i = 0; i < points; i++) {
      data.re[i] = Math.sin(i * 0.7) + (i % 7)
      data.im[i] = Math.cos(i * i * 0.01)
    }
    const expected = naiveTransform(data.re, data.im)
    createFft(radices)(data, complexZeros(points))
    for (let k = 0; k < points; k++) {
      expect(data.re[k]).toBeCloseTo(expected[k]!.re, 8)
      expect(data.im[k]).toBeCloseTo(expected[k]!.im, 8)
    }
  })

  it('transforms two real signals at once', () => {
    const data = complexZeros(512)
    data.re.set(Float64Array.from({ length: 512 }, (_, i) => Math.sin(i * 0.3)))
    data.im.set(Float64Array.from({ length: 512 }, (_, i) => (i % 5) - 2))
    const [first, second] = [data.re, data.im].map((signal) =>
      naiveTransform(signal, new Float64Array(512)).map(({ re, im }) => re * re + im * im),
    )
    createFft([4, 4, 4, 8])(data, complexZeros(512))
    const [powers, nextPowers] = [new Float64Array(257), new Float64Array(257)]
    splitPowers(data, powers, nextPowers)
    for (let bin = 0; bin <= 256; bin++) {
      expect(powers[bin]).toBeCloseTo(first![bin]!, 5)
      expect(nextPowers[bin]).toBeCloseTo(second![bin]!, 5)
    }
  })
})
