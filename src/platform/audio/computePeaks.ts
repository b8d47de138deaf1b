import { decodeAudio } from './decodeAudio.ts'
import { probeAudio } from './probeAudio.ts'
import type { DeclaredFormat } from './probeAudio.ts'
import type { AudioSource } from './AudioSource.ts'
import { SPEECH_SAMPLE_RATE } from './audio.ts'

/** Enough points for the widest screen; 4 kB for a recording of any length. */
const DEFAULT_POINTS = 4000

/** Share of the points that may be louder than the reference, so that a click or a cough does not flatten the speech. */
const LOUDER_SHARE = 0.005
/** Recordings whose reference is quieter than -66 dB of full scale contain only noise and are drawn flat. */
const SILENCE = 0.0005

/**
 * Returns the waveform for the player: the peak of each of `points` equal sections, 0 to 255. Heights are relative to the loudness
 * of the recording, so a quiet one has as many steps as a loud one. Decodes the audio once. Throws AudioError as `probeAudio` does.
 */
export async function computePeaks(
  source: AudioSource,
  points = DEFAULT_POINTS,
  options: DeclaredFormat = {},
): Promise<Uint8Array> {
  const { duration } = await probeAudio(source, options)
  const samplesPerPoint = Math.max(1, (duration * SPEECH_SAMPLE_RATE) / 1000 / points)
  const peaks = new Float32Array(points)
  let [sampleIndex, point, nextPoint] = [0, 0, 0]
  for await (const chunk of decodeAudio(source, options)) {
    // A plain loop: with an iterator and a division per sample, this takes twice as long for millions of samples.
    for (let n = 0; n < chunk.length; n++, sampleIndex++) {
      if (sampleIndex >= nextPoint) {
        point = Math.min(points - 1, Math.floor(sampleIndex / samplesPerPoint))
        nextPoint = point === points - 1 ? Infinity : (point + 1) * samplesPerPoint
      }
      const level = Math.abs(chunk[n]!)
      if (level > peaks[point]!) peaks[point] = level
    }
  }
  return scalePeaks(peaks)
}

/** Scales peaks from 0..1 to 0..255, relative to their own loudness. */
export function scalePeaks(peaks: Float32Array): Uint8Array {
  const sorted = peaks.toSorted()
  const loudest = sorted.at(-1) ?? 0
  const reference = sorted[Math.ceil((sorted.length - 1) * (1 - LOUDER_SHARE))] ?? 0
  // Limits the scale of a mostly silent recording, whose reference would be the silence.
  const scale = Math.max(reference, loudest / 4)
  return scale < SILENCE
    ? new Uint8Array(peaks.length)
    : Uint8Array.from(peaks, (peak) => Math.min(255, Math.round((peak / scale) * 255)))
}
