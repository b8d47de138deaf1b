import type { Whisper } from '#platform/speech/whisper/whisper.ts'
import type { Clip } from '#test/fixtures/composites.ts'
import { addWordErrors, countWordErrors, noWordErrors, type WordErrors } from '#test/fixtures/wordErrorRate.ts'

/** Returns the word errors of Whisper alone: every clip is decoded once without changes. No clip may be longer than one window. */
export async function countWhisperErrors(whisper: Whisper, clips: readonly Clip[]): Promise<WordErrors> {
  let count = noWordErrors
  for (const { pcm, text } of clips) {
    const { words } = await whisper.transcribe(pcm)
    count = addWordErrors(count, countWordErrors(text, words.map((word) => word.text).join(' ')))
  }
  return count
}
