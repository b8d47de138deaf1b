import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { BEAM_SIZE, searchBeams, type OnStep, logSumExp, sampleText } from './tokenSearch.ts'
import { isBetterWithTerms, resemblingTerms } from './glossary.ts'
import { requireModelFile, whisperFiles } from '../models/modelFiles.ts'
import { createAttentionReader, emptyCache, createDecoderStep, encodeWindow, type Cache, type DecoderStep } from './networks.ts'
import { loopLength, isHallucination } from './hallucination.ts'
import { openNetwork, type Network } from '../models/onnx.ts'
import { readTokenizer, type Tokenizer, tokenWords } from './tokenizer.ts'
import { readWhisperMeta, type WhisperMeta } from './whisperMeta.ts'
import { startWithSound } from './soundStarts.ts'
import { alignTokens, FRAME_MS, locateWords, type TimedWord } from './wordTimes.ts'

/** The words of one window, empty when it is silent. Times are relative to the start of its audio. */
export type WindowTranscript = {
  readonly language: string
  readonly words: readonly TimedWord[]
  /** Probability that there is no speech. */
  readonly noSpeech: number
  /** Mean log-probability of the tokens, including the end token. */
  readonly meanLogProb: number
}

/** The result of the first step for a window: the most likely language and the probability that there is no speech. */
export type LanguageDetection = { readonly language: string; readonly probability: number; readonly noSpeech: number }

/** How to transcribe a window. */
export type WhisperOptions = {
  /** Chooses the language from the detected one. */
  readonly chooseLanguage?: (detected: LanguageDetection) => string | Promise<string>
  readonly onStep?: OnStep
  /**
   * Samples tokens randomly instead of searching with beams. A higher value samples more widely. The result is the same
   * every time.
   */
  readonly temperature?: number
  /** Number of texts searched in parallel. */
  readonly beams?: number | undefined
  /** Translates to English. */
  readonly translate?: boolean | undefined
  /** Names and terms to expect. Those similar to doubtful words are tried in a second pass. */
  readonly glossary?: readonly string[] | undefined
}

/** Whisper in this process, for at most 30 s of 16 kHz mono at once. */
export type Whisper = {
  detectLanguage: (pcm: Float32Array) => Promise<LanguageDetection>
  transcribe: (pcm: Float32Array, options?: WhisperOptions) => Promise<WindowTranscript>
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
    detectLanguage: async (pcm) => {
      const runStep = createDecoderStep(decoder, meta, await encodeWindow(encoder, pcm))
      return detectLanguage((await runStep(emptyCache(meta), [[meta.start]], [0])).logits, meta)
    },
    transcribe: async (pcm, transcribeOptions = {}) =>
      await transcribeWindow({ meta, tokenizer, encoder, decoder }, pcm, transcribeOptions),
    close: async () => {
      await Promise.all([encoder.release(), decoder.release()])
    },
  }
}

type LoadedModel = { meta: WhisperMeta; tokenizer: Tokenizer; encoder: Network; decoder: Network }

async function transcribeWindow(model: LoadedModel, pcm: Float32Array, options: WhisperOptions): Promise<WindowTranscript> {
  const { meta, encoder, decoder } = model
  const encoded = await encodeWindow(encoder, pcm)
  const runStep = createDecoderStep(decoder, meta, encoded)
  const startStep = await runStep(emptyCache(meta), [[meta.start]], [0])
  const detected = detectLanguage(startStep.logits, meta)
  const language = (await options.chooseLanguage?.(detected)) ?? detected.language
  const languageToken = meta.languages.find(({ code }) => code === language)
  if (!languageToken) throw new RangeError(`Whisper does not support the language ${language}.`)
  const task = [languageToken.token, options.translate ? meta.translate : meta.transcribe, meta.noTimestamps]
  const window: EncodedAudio = { pcm, encoded, runStep, task, language: options.translate ? 'en' : language, detected }
  const first = await decodeTokens(model, window, startStep.cache, options)
  const terms = options.temperature || !first.words.length ? [] : resemblingTerms(first.words, options.glossary ?? [])
  if (terms.length === 0) return first
  const prompt = model.tokenizer.encode(` ${terms.join(', ')}`).slice(-MAX_PROMPT_TOKENS)
  const prompted = await runStep(emptyCache(meta), [[meta.previousText, ...prompt, meta.start]], [0])
  const second = await decodeTokens(model, window, prompted.cache, options)
  return isBetterWithTerms(first, second, terms) ? second : first
}

/** Whisper's limit for the text before a window is 223 tokens; a few terms are far shorter. */
const MAX_PROMPT_TOKENS = 100

type EncodedAudio = {
  pcm: Float32Array
  encoded: Awaited<ReturnType<typeof encodeWindow>>
  runStep: DecoderStep
  task: readonly number[]
  /** The language of the text; for a translation not that of the audio. */
  language: string
  detected: LanguageDetection
}

/** Decodes a window after the start token, or after a prompt and the start token. */
async function decodeTokens(
  { meta, tokenizer, decoder }: LoadedModel,
  { pcm, encoded, runStep, task, language, detected: { noSpeech } }: EncodedAudio,
  cache: Cache,
  options: WhisperOptions,
): Promise<WindowTranscript> {
  const first = await runStep(cache, [task], [0])
  const limit = maxTokens(pcm, meta)
  const best = options.temperature
    ? await sampleText(runStep, first, meta, limit, options.temperature)
    : await searchBeams(runStep, first, meta, { limit, beams: options.beams ?? BEAM_SIZE, onStep: options.onStep })
  const keptTokens = best.tokens.slice(0, best.tokens.length - loopLength(best.tokens))
  const meanLogProb = best.total / (best.tokens.length + 1)
  const { text } = tokenizer.decode(best.tokens)
  const isRejected = isHallucination({ noSpeech, meanLogProb, isLooping: keptTokens.length < best.tokens.length, text })
  if (isRejected || !keptTokens.length) return { language, words: [], noSpeech, meanLogProb }
  const scores = await createAttentionReader(decoder, encoded)(cache, [...task, ...keptTokens])
  const spans = alignTokens(scores, task.length - 1, Math.ceil((pcm.length / SPEECH_SAMPLE_RATE) * (1000 / FRAME_MS)))
  const words = startWithSound(locateWords(tokenWords(tokenizer.decode(keptTokens), best.logProbs, language), spans), pcm)
  return { language, words, noSpeech, meanLogProb }
}

/** Reads the language from the logits after the start token. */
function detectLanguage(logits: Float32Array, meta: WhisperMeta): LanguageDetection {
  const normaliser = logSumExp(logits)
  const probabilities = meta.languages.map(({ code, token }) => ({ code, probability: Math.exp(logits[token]! - normaliser) }))
  const total = probabilities.reduce((sum, { probability }) => sum + probability, 0)
  const top = probabilities.reduce((best, next) => (next.probability > best.probability ? next : best))
  return { language: top.code, probability: top.probability / total, noSpeech: Math.exp(logits[meta.noSpeech]! - normaliser) }
}

/** Returns the token limit. Speech has fewer than 20 tokens per second, so a longer result is not text. */
function maxTokens(pcm: Float32Array, meta: WhisperMeta): number {
  return Math.min(meta.context / 2, Math.ceil((pcm.length / SPEECH_SAMPLE_RATE) * 20) + 20)
}
