import { loadWhisper } from '../whisper/whisper.ts'
import { normalizeLoudness } from './loudness.ts'
import { planWindows } from './planWindows.ts'
import { openSilero } from './silero.ts'

/** Below this probability the language is detected again on normalized audio. */
const CONFIDENT_DETECTION = 0.8
/** Maximum number of windows examined when no language is certain: about a minute and a half of speech. */
const MAX_WINDOWS = 3

/** Returns the language of the first speech in a recording, detected by Whisper base, or '' when there is no speech. */
export async function detectSpokenLanguage(
  settings: { modelsDir: string; threads: number },
  pcm: AsyncIterable<Float32Array>,
): Promise<string> {
  const silero = await openSilero(settings)
  const whisper = await loadWhisper(settings)
  let best = { language: '', probability: 0 }
  let windows = 0
  for await (const window of planWindows(silero, pcm, { resumeAt: 0, onProgress: () => undefined })) {
    const detected = await whisper.detectLanguage(window.pcm)
    if (detected.probability > best.probability) best = detected
    if (best.probability < CONFIDENT_DETECTION) {
      const normalized = await whisper.detectLanguage(normalizeLoudness(window.pcm))
      if (normalized.probability > best.probability) best = normalized
    }
    if (best.probability >= CONFIDENT_DETECTION || ++windows >= MAX_WINDOWS) break
  }
  await Promise.all([silero.close(), whisper.close()])
  return best.language
}
