import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { searchBeams, type Hypothesis, type OnStep } from './beamSearch.ts'
import { requireModelFile, whisperFiles } from './catalogue.ts'
import { emptyCache, stepsOver } from './decoderStep.ts'
import { encodeWindow } from './encoder.ts'
import { guessLanguage, type LanguageGuess } from './languageGuess.ts'
import { loopLength } from './looping.ts'
import { openNetwork, type Network } from './runtime.ts'
import { isSilence } from './silence.ts'
import { readTokenizer, type Tokenizer } from './tokenizer.ts'
import { tokenWords, type HeardWord } from './tokenWords.ts'
import { readWhisperMeta, type WhisperMeta } from './whisperMeta.ts'

/** The words of one window, none where it is silent. */
export type HeardText = { readonly language: string; readonly words: readonly HeardWord[] }

/** How to hear a window: `chooseLanguage` settles the language once the guess is known. */
export type HearOptions = {
  readonly chooseLanguage?: (guess: LanguageGuess) => string
  readonly onStep?: OnStep
}

/** Whisper in this process: `hear` takes at most 30 s of 16 kHz mono. */
export type Whisper = {
  hear: (pcm: Float32Array, options?: HearOptions) => Promise<HeardText>
  close: () => Promise<void>
}

/** Checks the model files and loads them. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function loadWhisper(options: { modelsDir: string; threads: number }): Promise<Whisper> {
  const { modelsDir, threads } = options
  const meta = await readWhisperMeta(await requireModelFile(modelsDir, whisperFiles.meta))
  const tokenizer = await readTokenizer(await requireModelFile(modelsDir, whisperFiles.tokens))
  const encoder = await openNetwork(await requireModelFile(modelsDir, whisperFiles.encoder), threads)
  const decoder = await openNetwork(await requireModelFile(modelsDir, whisperFiles.decoder), threads)
  return {
    hear: async (pcm, how = {}) => await hearWindow({ meta, tokenizer, encoder, decoder }, pcm, how),
    close: async () => {
      await Promise.all([encoder.release(), decoder.release()])
    },
  }
}

type Loaded = { meta: WhisperMeta; tokenizer: Tokenizer; encoder: Network; decoder: Network }

async function hearWindow(loaded: Loaded, pcm: Float32Array, how: HearOptions): Promise<HeardText> {
  const { meta, encoder, decoder } = loaded
  const takeStep = stepsOver(decoder, meta, await encodeWindow(encoder, pcm))
  const opening = await takeStep(emptyCache(meta), [[meta.start]], [0])
  const guess = guessLanguage(opening.logits, meta)
  const language = how.chooseLanguage?.(guess) ?? guess.language
  const spoken = meta.languages.find(({ code }) => code === language)
  if (!spoken) throw new RangeError(`Whisper knows no language ${language}.`)
  const task = [spoken.token, meta.transcribe, meta.noTimestamps]
  const first = await takeStep(opening.cache, [task], [0])
  const best = await searchBeams(takeStep, first, meta, mostTokens(pcm, meta), how.onStep)
  return { language, words: believedWords(loaded, best, guess, language) }
}

/** Nobody speaks 20 tokens a second: what grows past that is no text. */
function mostTokens(pcm: Float32Array, meta: WhisperMeta): number {
  return Math.min(meta.context / 2, Math.ceil((pcm.length / SPEECH_RATE) * 20) + 20)
}

function believedWords({ tokenizer }: Loaded, best: Hypothesis, guess: LanguageGuess, language: string): HeardWord[] {
  const loop = loopLength(best.tokens)
  const decoded = tokenizer.decode(best.tokens.slice(0, best.tokens.length - loop))
  const { text } = tokenizer.decode(best.tokens)
  const meanLogProb = best.total / (best.tokens.length + 1)
  if (isSilence({ noSpeech: guess.noSpeech, meanLogProb, loops: loop > 0, text })) return []
  return tokenWords(decoded, best.logProbs, language)
}
