import { describe, expect, it } from 'vitest'
import { naiveTransform } from '#test/fixtures/sound/naiveTransform.ts'
import { logMel } from './mel.ts'

describe('logMel', () => {
  const pcm = Float32Array.from({ length: 3300 }, (_, i) => 0.4 * Math.sin(i * 0.21) + 0.1 * Math.sin(i * 1.3 + 1) * (i / 3300))
  const frames = 30
  const mel = logMel(pcm, frames)

  it('equals a slow computation by definition, to the sixth digit', () => {
    const expectedMel = slowLogMel(pcm, frames)
    for (let i = 0; i < mel.length; i++) expect(Math.abs(mel[i]! - expectedMel[i]!)).toBeLessThan(1e-5)
  })

  it('puts a tone of 1000 Hz into the right band', () => {
    const tone = logMel(
      Float32Array.from({ length: 16_000 }, (_, i) => Math.sin((2 * Math.PI * 1000 * i) / 16_000)),
      100,
    )
    const column = Array.from({ length: 80 }, (_, band) => tone[band * 100 + 50]!)
    const band = column.indexOf(Math.max(...column))
    // Band b peaks at (b + 1) / 81 of 45.2456 mel; 1000 Hz is 15 mel.
    expect(Math.abs(((band + 1) * 45.2456) / 81 - 15)).toBeLessThan(0.3)
  })

  it('is flat for silence and has a range of at most 8 decades', () => {
    expect(new Set(logMel(new Float32Array(16_000), 100))).toEqual(new Set([-1.5]))
    expect(Math.max(...mel) - Math.min(...mel)).toBeLessThanOrEqual(2 + 1e-6)
  })
})

/** Computes the spectrum by definition: reflection, Hann window, naive transform, triangles between Slaney's mel points. */
function slowLogMel(pcm: Float32Array, frames: number): number[] {
  const toHertz = (mel: number) => (mel < 15 ? (mel / 3) * 200 : 1000 * 6.4 ** ((mel - 15) / 27))
  const topMel = 15 + (27 * Math.log(8)) / Math.log(6.4)
  const edges = Array.from({ length: 82 }, (_, i) => toHertz((i * topMel) / 81))
  const powers = Array.from({ length: frames }, (_, frame) => {
    const windowed = Float64Array.from({ length: 400 }, (_, i) => {
      const sample = pcm[Math.abs(frame * 160 - 200 + i)] ?? 0
      return sample * Math.sin((Math.PI * i) / 400) ** 2
    })
    return naiveTransform(windowed, new Float64Array(400)).map(({ re, im }) => re * re + im * im)
  })
  const logs = Array.from({ length: 80 * frames }, (_, at) => {
    const [band, frame] = [Math.floor(at / frames), at % frames]
    const [low, peak, high] = [edges[band]!, edges[band + 1]!, edges[band + 2]!]
    let sum = 0
    for (let bin = 0; bin <= 200; bin++) {
      const hertz = bin * 40
      const height = hertz <= peak ? (hertz - low) / (peak - low) : (high - hertz) / (high - peak)
      if (height > 0) sum += height * (2 / (high - low)) * powers[frame]![bin]!
    }
    return Math.log10(Math.max(1e-10, sum))
  })
  const loudest = Math.max(...logs)
  return logs.map((value) => (Math.max(value, loudest - 8) + 4) / 4)
}
