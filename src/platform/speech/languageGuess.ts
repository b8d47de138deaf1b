import { logSumExp } from './logitFilter.ts'
import type { WhisperMeta } from './whisperMeta.ts'

/** What the first step tells of a window: its likeliest language, and how probable it is that nobody speaks. */
export type LanguageGuess = { readonly language: string; readonly probability: number; readonly noSpeech: number }

/** Reads the guess from the logits that follow the start token alone. */
export function guessLanguage(logits: Float32Array, meta: WhisperMeta): LanguageGuess {
  const normaliser = logSumExp(logits)
  const chances = meta.languages.map(({ code, token }) => ({ code, chance: Math.exp(logits[token]! - normaliser) }))
  const all = chances.reduce((sum, { chance }) => sum + chance, 0)
  const top = chances.reduce((best, next) => (next.chance > best.chance ? next : best))
  return { language: top.code, probability: top.chance / all, noSpeech: Math.exp(logits[meta.noSpeech]! - normaliser) }
}
