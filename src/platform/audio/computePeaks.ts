import { decodeAudio } from './decodeAudio.ts'
import { probeAudio } from './probeAudio.ts'
import type { DeclaredFormat } from './probeAudio.ts'
import type { AudioSource } from './AudioSource.ts'
import { SPEECH_SAMPLE_RATE } from './audio.ts'

/** Enough points for the widest screen; 4 kB for a recording of any length. */
const DEFAULT_POINTS = 4000

/**
 * Returns the waveform for the player: the peak of each of `points` equal sections, 0 to 255 (255 is full scale). Decodes the
 * audio once. Throws AudioError as `probeAudio` does.
 */
export async function computePeaks(
  source: AudioSource,
  points = DEFAULT_POINTS,
  options: DeclaredFormat = {},
): Promise<Uint8Array> {
  const { duration } = await probeAudio(source, options)
  const samplesPerPoint = Math.max(1, (duration * SPEECH_SAMPLE_RATE) / 1000 / points)
  const peaks = new Float32Array(points)
  let sampleIndex = 0
  for await (const chunk of decodeAudio(source, options)) {
    for (const sample of chunk) {
      const point = Math.min(points - 1, Math.floor(sampleIndex++ / samplesPerPoint))
      peaks[point] = Math.max(peaks[point]!, Math.abs(sample))
    }
  }
  return Uint8Array.from(peaks, (peak) => Math.min(255, Math.round(peak * 255)))
}
