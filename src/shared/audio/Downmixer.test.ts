import { describe, expect, it } from 'vitest'
import { Downmixer, weightsOf, weightsOfMask } from './Downmixer.ts'

const tone = (length: number, hertz: number, amplitude = 0.5) =>
  Float32Array.from({ length }, (_, i) => amplitude * Math.sin((2 * Math.PI * hertz * i) / 16_000))
const loudness = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length)

/** Mixes channels in chunks of the given length. */
function mix(channels: readonly Float32Array[], weights = weightsOf(channels.length), chunk = 1000, position = 0): Float32Array {
  const downmixer = new Downmixer({ weights, blockSize: 1600, position })
  const parts: number[] = []
  for (let at = 0; at < channels[0]!.length; at += chunk)
    parts.push(...downmixer.push(channels.map((samples) => samples.subarray(at, at + chunk))))
  return Float32Array.from([...parts, ...downmixer.finish()])
}

const [voice, noise] = [tone(16_000, 220), tone(16_000, 90)]
const silence = new Float32Array(16_000)
const inverted = voice.map((sample) => -sample)

describe('a mix of channels', () => {
  it('is as long as the recording, and equals the channel when there is only one', () => {
    expect(mix([voice])).toEqual(voice)
    expect(mix([voice.subarray(0, 12_345), voice.subarray(0, 12_345)])).toHaveLength(12_345)
  })

  it('of two equal channels is the same signal, and is half as loud when one channel is silent', () => {
    expect(loudness(mix([voice, voice]))).toBeCloseTo(loudness(voice), 5)
    expect(loudness(mix([silence, voice]))).toBeCloseTo(loudness(voice) / 2, 5)
  })

  it('keeps audio that is inverted between left and right', () => {
    expect(loudness(mix([voice, inverted]))).toBeCloseTo(loudness(voice), 5)
  })

  it('keeps a voice that is inverted only for a while', () => {
    const right = voice.map((sample, i) => (i >= 4000 && i < 11_000 ? -sample : sample))
    expect(loudness(mix([voice, right]))).toBeGreaterThan(loudness(voice) * 0.9)
  })

  it('changes to the difference and back without clicks', () => {
    const drifting = tone(16_000, 223)
    const mixed = mix([voice, drifting])
    const jumps = mixed.subarray(1).map((sample, i) => Math.abs(sample - mixed[i]!))
    expect(Math.max(...jumps)).toBeLessThan(0.06)
    const sum = voice.map((sample, i) => (sample + drifting[i]!) / 2)
    expect(loudness(mixed)).toBeGreaterThan(loudness(sum))
  })

  it('adds two voices on two channels', () => {
    expect(loudness(mix([voice, noise]))).toBeCloseTo(Math.hypot(loudness(voice), loudness(noise)) / 2, 2)
  })

  it.each([
    ['of 5.1 in WAV, AAC and AC-3', [silence, silence, voice, silence, noise, noise], weightsOf(6)],
    ['of 5.1 in Opus and Vorbis', [silence, voice, silence, noise, noise, silence], weightsOf(6, 'vorbis')],
    ['of a WAV with a mask', [silence, voice, noise], weightsOfMask(3, 0b1_0101)],
  ])('weights the centre higher than the surround %s', (_, channels, weights) => {
    const mixed = mix(channels, weights)
    const expected = mix(
      channels.map((samples) => (samples === noise ? silence : samples)),
      weights,
    )
    expect(loudness(expected)).toBeGreaterThan(loudness(mixed.map((sample, i) => sample - expected[i]!)) * 1.9)
  })

  it('leaves the LFE channel out', () => {
    expect(loudness(mix([silence, silence, silence, noise, silence, silence]))).toBe(0)
    expect(loudness(mix([silence, silence, silence, silence, silence, noise], weightsOf(6, 'vorbis')))).toBe(0)
  })

  it('mixes channels without a known layout equally', () => {
    expect(weightsOfMask(6, 0)).toEqual([1, 1, 1, 1, 1, 1])
    expect(weightsOf(12)).toHaveLength(12)
  })

  it('is the same for chunks of any length and for any start', () => {
    const right = voice.map((sample, i) => (i >= 4000 && i < 11_000 ? -sample : sample))
    const whole = mix([voice, right])
    expect(mix([voice, right], weightsOf(2), 77)).toEqual(whole)
    const from = 3456
    const late = mix([voice.subarray(from), right.subarray(from)], weightsOf(2), 500, from)
    expect(late.subarray(1600)).toEqual(whole.subarray(from + 1600))
  })
})
