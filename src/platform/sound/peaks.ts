import { decodeSound } from './decodeSound.ts'
import { probeSound } from './probeSound.ts'
import type { Declared } from './recogniseSound.ts'
import type { SoundSource } from './SoundSource.ts'
import { SPEECH_RATE } from './sound.ts'

/** Enough points for the widest screen; 4 kB for a recording of any length. */
const POINTS = 4000

/**
 * Returns the waveform for the player: the peak of each of `points` equal sections, 0 to 255 (255 is full scale). Decodes the
 * audio once. Throws AudioError as `probeAudio` does.
 */
export async function computePeaks(source: SoundSource, points = POINTS, options: Declared = {}): Promise<Uint8Array> {
  const { duration } = await probeSound(source, options)
  const stretch = Math.max(1, (duration * SPEECH_RATE) / 1000 / points)
  const loudest = new Float32Array(points)
  let at = 0
  for await (const chunk of decodeSound(source, options)) {
    for (const sample of chunk) {
      const point = Math.min(points - 1, Math.floor(at++ / stretch))
      loudest[point] = Math.max(loudest[point]!, Math.abs(sample))
    }
  }
  return Uint8Array.from(loudest, (peak) => Math.min(255, Math.round(peak * 255)))
}
