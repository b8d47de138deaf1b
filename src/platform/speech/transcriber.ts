import type { Millis } from '#shared/units.ts'
import { sampleToMillis, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { decodeWindow, type Decode } from './coverage.ts'
import { createLanguageSplitter, type WindowInLanguage } from './languageSwitch.ts'
import { normalizeLoudness } from './detection/loudness.ts'
import { planWindows } from './detection/planWindows.ts'
import { openSilero, type Silero } from './detection/silero.ts'
import type { TranscribedWindow, TranscribeOptions, TranscriptionResult, Word } from './speech.ts'
import { loadWhisper, type LanguageDetection, type Whisper } from './whisper/whisper.ts'
import type { PlannedWindow } from './detection/windowPlanner.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

/** How to transcribe a recording whose first sample is at `resumeAt`. */
export type TranscriberOptions = Pick<TranscribeOptions, 'language' | 'glossary' | 'translate' | 'live'> & {
  readonly resumeAt: Millis
  readonly onWindow: (window: TranscribedWindow) => Promise<void | 'stop'>
  /** Called several times per second. */
  readonly onProgress: (done: Millis) => void
}

/** Silero and Whisper in this process: transcribes audio into windows of words. */
export type Transcriber = {
  transcribe: (pcm: AsyncIterable<Float32Array>, options: TranscriberOptions) => Promise<TranscriptionResult>
  close: () => Promise<void>
}

/** Checks and loads the model files. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function openTranscriber(options: { modelsDir: string; threads: number }): Promise<Transcriber> {
  return createTranscriber(await openSilero(options), await loadWhisper(options))
}

/** Returns a transcriber for loaded models. Closing it closes the models. */
export function createTranscriber(silero: Silero, whisper: Whisper): Transcriber {
  return {
    transcribe: async (pcm, options) => {
      const windowTranscriber = createWindowTranscriber(whisper, options)
      const result = (isStopped: boolean) => ({ language: options.language ?? windowTranscriber.mainLanguage(), isStopped })
      for await (const window of planWindows(silero, pcm, options))
        if ((await windowTranscriber.transcribe(window)) === 'stop') return result(true)
      return result(false)
    },
    close: async () => {
      await Promise.all([silero.close(), whisper.close()])
    },
  }
}

/** Number of beams for live words. */
const LIVE_BEAMS = 2
const STEPS_PER_REPORT = 8
/** Tokens per second of speech: an estimate for the progress within a window. */
const TOKENS_PER_SECOND = 4.5
/** Below this probability the language is detected again on normalized audio, which gives clearer results. */
const CONFIDENT_DETECTION = 0.8
/** Below this probability the language of the previous window is used: detection on short windows is unreliable. */
const LIKELY_DETECTION = 0.6
/** Shorter audio always has the language of its window. */
const MIN_PART_SAMPLES = 5 * SPEECH_SAMPLE_RATE

function createWindowTranscriber(whisper: Whisper, options: TranscriberOptions) {
  const wordCounts = new Map<string, number>()
  let previousLanguage: string | undefined
  const split = createLanguageSplitter(whisper.detectLanguage)
  const chooseLanguage = async (detected: LanguageDetection, pcm: Float32Array): Promise<string> => {
    if (options.language !== undefined) return options.language
    if (detected.probability >= CONFIDENT_DETECTION) return detected.language
    const normalizedDetection = await whisper.detectLanguage(normalizeLoudness(pcm))
    const better = normalizedDetection.probability > detected.probability ? normalizedDetection : detected
    return better.probability >= LIKELY_DETECTION ? better.language : (previousLanguage ?? better.language)
  }
  /** Returns the language of its window for a part, unless the part is long and clearly in another language. */
  const languageOfPart = (detected: LanguageDetection, pcm: Float32Array, windowLanguage: string) =>
    options.language ??
    (pcm.length >= MIN_PART_SAMPLES && detected.probability >= CONFIDENT_DETECTION ? detected.language : windowLanguage)
  const transcribePart = async ({ window, language: splitLanguage }: WindowInLanguage): Promise<void | 'stop'> => {
    const from = sampleToMillis(window.segments[0]?.start ?? window.start)
    const end = sampleToMillis(window.start + window.pcm.length)
    const onStep = createStepReporter(from, end, options.onProgress)
    let spoken = previousLanguage
    const decode: Decode = async (pcm, { language: windowLanguage, temperature = 0 }) =>
      await whisper.transcribe(pcm, {
        glossary: options.glossary,
        translate: options.translate,
        beams: options.live ? LIVE_BEAMS : undefined,
        chooseLanguage: async (detected) => {
          if (!splitLanguage && windowLanguage) return languageOfPart(detected, pcm, windowLanguage)
          return (spoken = splitLanguage ?? (await chooseLanguage(detected, pcm)))
        },
        onStep,
        temperature,
      })
    // Word order changes in a translation, so the times do not show which words are missing.
    const { language, words, notUnderstood } = await decodeWindow(window, decode, { fillsGaps: !options.translate })
    if (words.length) previousLanguage = spoken
    wordCounts.set(language, (wordCounts.get(language) ?? 0) + words.length)
    return await options.onWindow({ start: from, end, language, words: words.map(toWord), notUnderstood })
  }
  return {
    transcribe: async (window: PlannedWindow): Promise<void | 'stop'> => {
      const parts = options.language === undefined ? await split(window) : [{ window, language: undefined }]
      for (const part of parts) if ((await transcribePart(part)) === 'stop') return 'stop'
    },
    mainLanguage: () => [...wordCounts].reduce((top, next) => (next[1] > top[1] ? next : top), ['', 0])[0],
  }
}

/**
 * Returns a function that reports the progress within a window by decoded tokens. It never decreases when parts are decoded again.
 */
function createStepReporter(from: Millis, end: Millis, report: (done: Millis) => void): (tokens: number) => void {
  const expected = ((end - from) / 1000) * TOKENS_PER_SECOND
  let reached = 0
  return (tokens) => {
    if (tokens % STEPS_PER_REPORT !== 0 || tokens <= reached) return
    reached = tokens
    report(Math.floor(from + (end - from) * Math.min(0.95, tokens / expected)))
  }
}

const toWord = ({ start, end, text, confidence }: TimedWord): Word => [start, end, text, confidence]
