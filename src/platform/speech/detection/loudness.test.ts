import { describe, expect, it } from 'vitest'
import { normalizeLoudness, createFrameNormalizer } from './loudness.ts'

const RATE = 16_000
const tone = (seconds: number, level: number) =>
  Float32Array.from(
    { length: Math.round(seconds * RATE) },
    (_, i) => level * Math.SQRT2 * Math.sin((2 * Math.PI * 200 * i) / RATE),
  )
const join = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]))
const rms = (pcm: Float32Array) => Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length)
const between = (pcm: Float32Array, from: number, to: number) => pcm.subarray(from * RATE, to * RATE)

/** Returns a voice: 0.4 s of tone and 0.2 s of almost nothing, repeated. */
const voice = (seconds: number, level: number) =>
  join(...Array.from({ length: Math.round(seconds / 0.6) }, () => join(tone(0.4, level), tone(0.2, 0.0001))))
const loudest = (pcm: Float32Array) => pcm.reduce((top, sample) => Math.max(top, Math.abs(sample)), 0)

describe('normalizeLoudness', () => {
  it('raises a quiet voice after a loud one to the same level', () => {
    const levelled = normalizeLoudness(join(voice(3, 0.2), voice(3, 0.004)))
    const [loud, quiet] = [loudest(between(levelled, 0, 2)), loudest(between(levelled, 4, 6))]
    expect(loud).toBeCloseTo(0.08 * Math.SQRT2, 1)
    expect(quiet / loud).toBeGreaterThan(0.8)
  })

  it('keeps noise quiet and silence silent', () => {
    expect(rms(normalizeLoudness(tone(2, 0.0002)))).toBeLessThanOrEqual(0.005)
    expect(rms(normalizeLoudness(tone(2, 0.02)))).toBeLessThanOrEqual(0.021)
    expect(rms(normalizeLoudness(new Float32Array(2 * RATE)))).toBe(0)
  })

  it('does not raise constant background noise behind a voice', () => {
    const background = join(...Array.from({ length: 5 }, () => join(tone(0.4, 0.05), tone(0.2, 0.008))))
    expect(rms(normalizeLoudness(background))).toBeLessThan(1.1 * rms(background))
  })

  it('stays within -1..1', () => {
    const clicks = new Float32Array(RATE)
    clicks[800] = 1
    expect(loudest(normalizeLoudness(clicks))).toBeLessThanOrEqual(1)
    expect(normalizeLoudness(new Float32Array())).toHaveLength(0)
  })
})

describe('createFrameNormalizer', () => {
  /** Normalizes frame after frame and returns the peak of the last second. */
  const peakOfLastSecond = (level: (frame: Float32Array) => Float32Array, pcm: Float32Array) => {
    const out: number[] = []
    for (let at = 0; at + 512 <= pcm.length; at += 512) out.push(loudest(level(pcm.subarray(at, at + 512))))
    return Math.max(...out.slice(-31))
  }

  it('rises within five seconds for a quiet voice after a loud one, and falls at once for a loud one', () => {
    const level = createFrameNormalizer()
    peakOfLastSecond(level, voice(2, 0.3))
    expect(peakOfLastSecond(level, voice(5, 0.002))).toBeGreaterThan(0.05)
    expect(peakOfLastSecond(level, voice(1.2, 0.3))).toBeLessThan(0.4)
  })

  it('keeps noise quiet', () => {
    expect(peakOfLastSecond(createFrameNormalizer(), tone(8, 0.002))).toBeLessThan(0.01)
  })
})
