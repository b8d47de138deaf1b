import { createWav } from '#test/fixtures/sound/makeWav.ts'

/** A tone: its frequency in Hz and its amplitude, 1 being full scale. */
export type Tone = { readonly hertz: number; readonly loudness: number }

/** Returns a WAV file of 16 bits with these tones on every channel. */
export function createTonesWav(
  tones: readonly Tone[],
  { sampleRate, channels, seconds }: { sampleRate: number; channels: number; seconds: number },
): Buffer {
  const sampleAt = (frame: number): number =>
    tones.reduce((sum, { hertz, loudness }) => sum + loudness * Math.sin((2 * Math.PI * hertz * frame) / sampleRate), 0)
  return createWav(Math.round(sampleRate * seconds), sampleAt, { rate: sampleRate, channels })
}

/**
 * Returns the level of one frequency in the samples, in dB below full scale. A Hann window suppresses neighbouring frequencies.
 */
export function levelAt(samples: Float32Array, hertz: number, sampleRate: number): number {
  let real = 0
  let imaginary = 0
  let weight = 0
  for (const [i, sample] of samples.entries()) {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (samples.length - 1))
    const angle = (2 * Math.PI * hertz * i) / sampleRate
    real += sample * window * Math.cos(angle)
    imaginary += sample * window * Math.sin(angle)
    weight += window
  }
  return 20 * Math.log10(Math.max(1e-9, (2 * Math.hypot(real, imaginary)) / weight))
}
