import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { searchBeams, type OnStep } from './beamSearch.ts'
import { requireModelFile, whisperFiles } from './catalogue.ts'
import { attentionOver, emptyCache, stepsOver } from './decoderStep.ts'
import { encodeWindow } from './encoder.ts'
import { logSumExp } from './logitFilter.ts'
import { loopLength } from './looping.ts'
import { openNetwork, type Network } from './runtime.ts'
import { sampleText } from './sampling.ts'
import { isSilence } from './silence.ts'
import { readTokenizer, type Tokenizer } from './tokenizer.ts'
import { tokenWords } from './tokenWords.ts'
import { readWhisperMeta, type WhisperMeta } from './whisperMeta.ts'
import { alignTokens, FRAME, placeWords, type TimedWord } from './wordTimes.ts'

/** The words of one window, empty when it is silent. Times are relative to the start of its audio. */
export type HeardText = {
  readonly language: string
  readonly words: readonly TimedWord[]
  /** Probability that there is no speech. */
  readonly noSpeech: number
  /** Mean log-probability of the tokens, including the end token. */
  readonly meanLogProb: number
}

/** The result of the first step for a window: the most likely language and the probability that there is no speech. */
export type LanguageGuess = { readonly language: string; readonly probability: number; readonly noSpeech: number }

/** How to transcribe a window. */
export type HearOptions = {
  /** Chooses the language from the detected one. */
  readonly chooseLanguage?: (guess: LanguageGuess) => string | Promise<string>
  readonly onStep?: OnStep
  /**
   * Samples tokens randomly instead of searching with five beams. A higher value samples more widely. The result is the same
   * every time.
   */
  readonly temperature?: number
}

/** Whisper in this process, for at most 30 s of 16 kHz mono at once. */
export type Whisper = {
  guessLanguage: (pcm: Float32Array) => Promise<LanguageGuess>
  hear: (pcm: Float32Array, options?: HearOptions) => Promise<HeardText>
  close: () => Promise<void>
}

/** Checks and loads the model files. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function loadWhisper(options: { modelsDir: string; threads: number }): Promise<Whisper> {
  const { modelsDir, threads } = options
  const meta = await readWhisperMeta(await requireModelFile(modelsDir, whisperFiles.meta))
  const tokenizer = await readTokenizer(await requireModelFile(modelsDir, whisperFiles.tokens))
  const encoder = await openNetwork(await requireModelFile(modelsDir, whisperFiles.encoder), threads)
  const decoder = await openNetwork(await requireModelFile(modelsDir, whisperFiles.decoder), threads)
  return {
    guessLanguage: async (pcm) => {
      const takeStep = stepsOver(decoder, meta, await encodeWindow(encoder, pcm))
      return guessLanguage((await takeStep(emptyCache(meta), [[meta.start]], [0])).logits, meta)
    },
    hear: async (pcm, how = {}) => await hearWindow({ meta, tokenizer, encoder, decoder }, pcm, how),
    close: async () => {
      await Promise.all([encoder.release(), decoder.release()])
    },
  }
}

type Loaded = { meta: WhisperMeta; tokenizer: Tokenizer; encoder: Network; decoder: Network }

async function hearWindow(loaded: Loaded, pcm: Float32Array, how: HearOptions): Promise<HeardText> {
  const { meta, tokenizer, encoder, decoder } = loaded
  const encoded = await encodeWindow(encoder, pcm)
  const takeStep = stepsOver(decoder, meta, encoded)
  const opening = await takeStep(emptyCache(meta), [[meta.start]], [0])
  const guess = guessLanguage(opening.logits, meta)
  const language = (await how.chooseLanguage?.(guess)) ?? guess.language
  const spoken = meta.languages.find(({ code }) => code === language)
  if (!spoken) throw new RangeError(`Whisper knows no language ${language}.`)
  const task = [spoken.token, meta.transcribe, meta.noTimestamps]
  const first = await takeStep(opening.cache, [task], [0])
  const limit = mostTokens(pcm, meta)
  const best = how.temperature
    ? await sampleText(takeStep, first, meta, limit, how.temperature)
    : await searchBeams(takeStep, first, meta, limit, how.onStep)
  const kept = best.tokens.slice(0, best.tokens.length - loopLength(best.tokens))
  const meanLogProb = best.total / (best.tokens.length + 1)
  const { text } = tokenizer.decode(best.tokens)
  const { noSpeech } = guess
  const isMadeUp = isSilence({ noSpeech, meanLogProb, loops: kept.length < best.tokens.length, text })
  if (isMadeUp || !kept.length) return { language, words: [], noSpeech, meanLogProb }
  const scores = await attentionOver(decoder, encoded)(opening.cache, [...task, ...kept])
  const spans = alignTokens(scores, task.length - 1, Math.ceil((pcm.length / SPEECH_RATE) * (1000 / FRAME)))
  return {
    language,
    words: placeWords(tokenWords(tokenizer.decode(kept), best.logProbs, language), spans),
    noSpeech,
    meanLogProb,
  }
}

/** Reads the language from the logits after the start token. */
function guessLanguage(logits: Float32Array, meta: WhisperMeta): LanguageGuess {
  const normaliser = logSumExp(logits)
  const chances = meta.languages.map(({ code, token }) => ({ code, chance: Math.exp(logits[token]! - normaliser) }))
  const all = chances.reduce((sum, { chance }) => sum + chance, 0)
  const top = chances.reduce((best, next) => (next.chance > best.chance ? next : best))
  return { language: top.code, probability: top.chance / all, noSpeech: Math.exp(logits[meta.noSpeech]! - normaliser) }
}

/** Returns the token limit. No one speaks 20 tokens per second, so a longer result is not text. */
function mostTokens(pcm: Float32Array, meta: WhisperMeta): number {
  return Math.min(meta.context / 2, Math.ceil((pcm.length / SPEECH_RATE) * 20) + 20)
}
