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
import { createWindowQueue } from './windowQueue.ts'
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
  return createTranscriber(await openSilero(options), await loadWhisper(options), options)
}

/**
 * Windows that are decoded at the same time. The steps of one window cannot keep two cores busy: two windows at once take a third
 * less time. A single thread decodes them one after another.
 */
const PARALLEL_WINDOWS = 2

/** Returns a transcriber for loaded models. Closing it closes the models. */
export function createTranscriber(silero: Silero, whisper: Whisper, { threads }: { threads: number }): Transcriber {
  return {
    transcribe: async (pcm, options) => {
      const windows = createWindowQueue(threads > 1 ? PARALLEL_WINDOWS : 1, options)
      const decoder = createWindowDecoder(whisper, options)
      let planned: Millis = 0
      const onProgress = (done: Millis) => {
        planned = done
        if (windows.isEmpty()) options.onProgress(done)
      }
      for await (const window of planWindows(silero, pcm, { ...options, onProgress })) {
        for (const part of await decoder.split(window)) {
          await windows.freePlace()
          if (windows.isStopped()) break
          windows.add((reportProgress) => decoder.decode(part, reportProgress))
        }
        if (windows.isStopped()) break
      }
      await windows.allSaved()
      if (!windows.isStopped()) options.onProgress(planned)
      return { language: options.language ?? decoder.mainLanguage(), isStopped: windows.isStopped() }
    },
    close: async () => {
      await Promise.all([silero.close(), whisper.close()])
    },
  }
}

/** Beams for words that are shown while they are spoken. */
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

/** Splits and decodes the windows of one recording. `split` and `decode` are called in the order of the recording. */
function createWindowDecoder(whisper: Whisper, options: TranscriberOptions) {
  const wordCounts = new Map<string, number>()
  let languageBefore: Promise<string | undefined> = Promise.resolve(undefined)
  const splitByLanguage = createLanguageSplitter(whisper.detectLanguage)
  const decodePart = async (
    { window, language: splitLanguage }: WindowInLanguage,
    previousLanguage: Promise<string | undefined>,
    onProgress: (done: Millis) => void,
  ) => {
    const from = sampleToMillis(window.segments[0]?.start ?? window.start)
    const end = sampleToMillis(window.start + window.pcm.length)
    const onStep = createStepReporter(from, end, onProgress)
    let spoken: string | undefined
    const decode: Decode = async (pcm, { language: windowLanguage, temperature = 0 }) =>
      await whisper.transcribe(pcm, {
        glossary: options.glossary,
        translate: options.translate,
        beams: options.live ? LIVE_BEAMS : undefined,
        chooseLanguage: async (detected) => {
          if (options.language !== undefined) return options.language
          if (!splitLanguage && windowLanguage) return languageOfPart(detected, pcm, windowLanguage)
          return (spoken = splitLanguage ?? (await chooseLanguage(whisper, detected, pcm, previousLanguage)))
        },
        onStep,
        temperature,
      })
    // The order of the words changes in a translation, so their times do not show what is missing.
    const { language, words, notUnderstood } = await decodeWindow(window, decode, { fillsGaps: !options.translate })
    wordCounts.set(language, (wordCounts.get(language) ?? 0) + words.length)
    return { window: { start: from, end, language, words: words.map(toWord), notUnderstood }, spoken }
  }
  return {
    split: async (window: PlannedWindow): Promise<WindowInLanguage[]> =>
      options.language === undefined ? await splitByLanguage(window) : [{ window, language: undefined }],
    decode: async (part: WindowInLanguage, onProgress: (done: Millis) => void): Promise<TranscribedWindow> => {
      const before = languageBefore
      const decoded = decodePart(part, before, onProgress)
      languageBefore = decoded.then(
        ({ window, spoken }) => (window.words.length && spoken) || before,
        () => before,
      )
      return (await decoded).window
    },
    mainLanguage: () => [...wordCounts].reduce((top, next) => (next[1] > top[1] ? next : top), ['', 0])[0],
  }
}

/** Detects again on normalized audio when the language is uncertain, and uses that of the window before when it remains so. */
async function chooseLanguage(
  whisper: Whisper,
  detected: LanguageDetection,
  pcm: Float32Array,
  previousLanguage: Promise<string | undefined>,
): Promise<string> {
  if (detected.probability >= CONFIDENT_DETECTION) return detected.language
  const normalizedDetection = await whisper.detectLanguage(normalizeLoudness(pcm))
  const better = normalizedDetection.probability > detected.probability ? normalizedDetection : detected
  return better.probability >= LIKELY_DETECTION ? better.language : ((await previousLanguage) ?? better.language)
}

/** Returns the language of its window for a part, unless the part is long and clearly in another language. */
function languageOfPart(detected: LanguageDetection, pcm: Float32Array, windowLanguage: string): string {
  return pcm.length >= MIN_PART_SAMPLES && detected.probability >= CONFIDENT_DETECTION ? detected.language : windowLanguage
}

/**
 * Returns a function that reports the progress within a window by decoded tokens. It never goes back when parts are decoded
 * again.
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
