/** A tone by its frequency in Hz and its loudness, 1 being the loudest a sample can be. */
export type Tone = { readonly hertz: number; readonly loudness: number }

/** A WAV file of 16 bits with these tones on every channel. */
export function wavOf(
  tones: readonly Tone[],
  { sampleRate, channels, seconds }: { sampleRate: number; channels: number; seconds: number },
): Buffer {
  const frames = Math.round(sampleRate * seconds)
  const bytes = Buffer.alloc(44 + frames * channels * 2)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(channels, 22)
  bytes.writeUInt32LE(sampleRate, 24)
  bytes.writeUInt32LE(sampleRate * channels * 2, 28)
  bytes.writeUInt16LE(channels * 2, 32)
  bytes.writeUInt16LE(16, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(frames * channels * 2, 40)
  for (let frame = 0; frame < frames; frame++) {
    const value = tones.reduce(
      (sum, { hertz, loudness }) => sum + loudness * Math.sin((2 * Math.PI * hertz * frame) / sampleRate),
      0,
    )
    for (let channel = 0; channel < channels; channel++)
      bytes.writeInt16LE(Math.round(value * 32_767), 44 + (frame * channels + channel) * 2)
  }
  return bytes
}

/** How loud one frequency is in the samples, in decibels below the loudest possible tone; a Hann window keeps neighbours out. */
export function decibelsAt(samples: Float32Array, hertz: number, sampleRate: number): number {
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
