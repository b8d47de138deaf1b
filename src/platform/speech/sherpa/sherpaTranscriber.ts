import { sampleToMillis, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { findGaps } from '../gaps.ts'
import { normalizeLoudness } from '../detection/loudness.ts'
import { planWindows } from '../detection/planWindows.ts'
import { openSilero } from '../detection/silero.ts'
import { estimateWords } from '../estimateWords.ts'
import type { PlannedWindow } from '../detection/windowPlanner.ts'
import type { CatalogueModel } from '../models/catalogue.ts'
import type { TimeSpan, TranscribedWindow, Word } from '../speech.ts'
import type { Transcriber } from '../transcriber.ts'
import { loadSherpaRecognizer, type SherpaRecognizer } from './sherpaRecognizer.ts'
import { wordsFromTokens } from './tokenWords.ts'

/** Moonshine returns nothing for more than 9.4 s and repeats itself from 9 s; the padding of a window adds 0.6 s. */
const MOONSHINE_WINDOW = 7.4 * SPEECH_SAMPLE_RATE

export type SherpaOptions = {
  /** The folder of the bundled models, for speech detection. */
  readonly bundledDir: string
  readonly modelDir: string
  readonly threads: number
}

/** Silero and a model of sherpa-onnx in this process. Throws as `loadSherpaRecognizer` does. */
export async function openSherpaTranscriber(model: CatalogueModel, options: SherpaOptions): Promise<Transcriber> {
  const recognizer = await loadSherpaRecognizer(model, options)
  const silero = await openSilero({ modelsDir: options.bundledDir })
  return {
    transcribe: async (pcm, { language, resumeAt, onWindow, onProgress }) => {
      const wordCounts = new Map<string, number>()
      const mainLanguage = () => [...wordCounts].reduce((top, next) => (next[1] > top[1] ? next : top), ['', 0])[0]
      const maxWindow = model.family === 'moonshine' ? { maxWindow: MOONSHINE_WINDOW } : {}
      for await (const planned of planWindows(silero, pcm, { resumeAt, ...maxWindow, onProgress })) {
        const window = await transcribeWindow(recognizer, model, planned, language)
        wordCounts.set(window.language, (wordCounts.get(window.language) ?? 0) + window.words.length)
        if ((await onWindow(window)) === 'stop') return { language: language ?? mainLanguage(), isStopped: true }
      }
      return { language: language ?? mainLanguage(), isStopped: false }
    },
    // The recognizer cannot be freed: its memory is returned when the process ends.
    close: async () => await silero.close(),
  }
}

async function transcribeWindow(
  recognizer: SherpaRecognizer,
  model: CatalogueModel,
  planned: PlannedWindow,
  requested: string | undefined,
): Promise<TranscribedWindow> {
  const start = sampleToMillis(planned.segments[0]?.start ?? planned.start)
  const end = sampleToMillis(planned.start + planned.pcm.length)
  const speech = planned.segments.map((segment): TimeSpan => ({
    start: sampleToMillis(segment.start),
    end: sampleToMillis(segment.end),
  }))
  const first = await recognizer.recognize(planned.pcm, requested)
  // A quiet voice may produce no text at all.
  const result = first.text.trim() ? first : await recognizer.recognize(normalizeLoudness(planned.pcm), requested)
  const language = requested ?? detectedLanguage(result.lang, model)
  const offset = sampleToMillis(planned.start)
  const hasTimes = model.words === 'exact' && result.timestamps.length === result.tokens.length
  const words = hasTimes
    ? wordsFromTokens(result, end - offset, language).map((word) => ({
        ...word,
        start: word.start + offset,
        end: word.end + offset,
      }))
    : estimateWords(result.text, speech, language)
  // Estimated times cover all speech of a window, so speech only counts as not understood when the window has no word at all.
  const notUnderstood = hasTimes || words.length === 0 ? findGaps(words, speech) : []
  return {
    start: Math.min(start, words[0]?.start ?? start),
    end,
    language,
    words: words.map(({ start: from, end: to, text, confidence }): Word => [from, to, text, confidence]),
    notUnderstood,
  }
}

/** Returns the code of a detected language (`<|yue|>`), or the model's only language. */
function detectedLanguage(tag: string, { languages }: CatalogueModel): string {
  const code = tag.replaceAll(/[<|>]/g, '')
  return languages.includes(code) ? code : (languages[0] ?? '')
}
