import { describe, expect, it } from 'vitest'
import { startWithSound } from './soundStarts.ts'

/** Returns noise of the given levels, one for each 100 ms. */
const noiseOf = (...levels: number[]): Float32Array =>
  Float32Array.from({ length: levels.length * 1600 }, (_, i) => levels[Math.floor(i / 1600)]! * Math.sin(i * i))

const word = (start: number, end: number) => ({ text: 'word', confidence: 0.9, start, end })

describe('the start of a word', () => {
  it('is where its sound begins when it was placed in the pause before', () => {
    const [moved] = startWithSound([word(20, 600)], noiseOf(0, 0, 0, 0.3, 0.3, 0.3))
    expect(moved!.start).toBeGreaterThanOrEqual(290)
    expect(moved!.start).toBeLessThanOrEqual(300)
    expect(moved!.end).toBe(600)
  })

  it('does not move when there is sound, even if it is quieter than the rest', () => {
    const words = [word(0, 200), word(200, 400)]
    expect(startWithSound(words, noiseOf(0.3, 0.3, 0.06, 0.3))).toEqual(words)
  })

  it('moves past a click in the pause', () => {
    const pcm = noiseOf(0, 0, 0, 0.3, 0.3, 0.3)
    pcm[1000] = 0.3
    expect(startWithSound([word(20, 600)], pcm)[0]!.start).toBeGreaterThanOrEqual(290)
  })

  it('leaves at least 60 ms of a word, and does not change a silent word', () => {
    const words = [word(0, 320), word(320, 390)]
    expect(startWithSound(words, noiseOf(0, 0, 0, 0.3))).toEqual(words)
    expect(startWithSound([word(0, 300)], noiseOf(0, 0, 0))).toEqual([word(0, 300)])
  })
})
