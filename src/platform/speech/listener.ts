import type { Millis } from '#kit/units.ts'
import { blocksOf } from '#platform/sound/blocksOf.ts'
import { millisAt, sampleAt, SPEECH_RATE } from '#platform/sound/sound.ts'
import { decodeCovered, type Decode } from './coverage.ts'
import { levelSound, startLevelling } from './level.ts'
import { openSilero, SILERO_FRAME, type JudgeFrame, type Silero } from './silero.ts'
import type { HeardWindow, Word } from './speech.ts'
import { loadWhisper, type LanguageGuess, type Whisper } from './whisper.ts'
import { planWindows, type PlannedWindow } from './windows.ts'
import type { TimedWord } from './wordTimes.ts'

/** How to transcribe a recording whose first sample is at `resumeAt`. */
export type ListenOptions = {
  readonly language?: string | undefined
  readonly resumeAt: Millis
  readonly onWindow: (window: HeardWindow) => Promise<void>
  /** Called several times per second. */
  readonly onProgress: (done: Millis) => void
}

/** Silero and Whisper in this process: transcribes audio into windows of words. */
export type Listener = {
  hear: (pcm: AsyncIterable<Float32Array>, options: ListenOptions) => Promise<{ language: string }>
  close: () => Promise<void>
}

/** Checks and loads the model files. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function openListener(options: { modelsDir: string; threads: number }): Promise<Listener> {
  return listenerOver(await openSilero(options), await loadWhisper(options))
}

/** Returns a transcriber for loaded models. Closing it closes the models. */
export function listenerOver(silero: Silero, whisper: Whisper): Listener {
  return {
    hear: async (pcm, how) => {
      const judge = detectSpeech(silero)
      const planner = planWindows(sampleAt(how.resumeAt))
      const hearing = startHearing(whisper, how)
      let frames = 0
      for await (const frame of blocksOf(pcm, SILERO_FRAME)) {
        for (const window of planner.push(frame, await judge(frame))) await hearing.hear(window)
        if (++frames % FRAMES_PER_REPORT === 0) how.onProgress(millisAt(planner.settledUntil()))
      }
      for (const window of planner.finish()) await hearing.hear(window)
      how.onProgress(millisAt(planner.settledUntil()))
      return { language: how.language ?? hearing.mostHeard() }
    },
    close: async () => {
      await Promise.all([silero.close(), whisper.close()])
    },
  }
}

/** About every 4 s of audio, which takes a twentieth of a second. */
const FRAMES_PER_REPORT = 125
const STEPS_PER_REPORT = 8
/** Tokens per second of speech: an estimate for the progress within a window. */
const TOKENS_PER_SECOND = 4.5
/** Below this probability the language is detected again on normalized audio, which gives clearer results. */
const SURE_GUESS = 0.8
/** Below this probability the language of the previous window is used: detection on short windows is unreliable. */
const LIKELY_GUESS = 0.6
/** Shorter audio always has the language of its window. */
const LONG_STRETCH = 5 * SPEECH_RATE

function startHearing(whisper: Whisper, how: ListenOptions) {
  const counts = new Map<string, number>()
  let before: string | undefined
  const chooseLanguage = async (guess: LanguageGuess, pcm: Float32Array): Promise<string> => {
    if (how.language !== undefined) return how.language
    if (guess.probability >= SURE_GUESS) return guess.language
    const levelled = await whisper.guessLanguage(levelSound(pcm))
    const surer = levelled.probability > guess.probability ? levelled : guess
    return surer.probability >= LIKELY_GUESS ? surer.language : (before ?? surer.language)
  }
  /** Returns the language of its window for a part, unless the part is long and clearly in another language. */
  const languageOfPart = (guess: LanguageGuess, pcm: Float32Array, known: string) =>
    how.language ?? (pcm.length >= LONG_STRETCH && guess.probability >= SURE_GUESS ? guess.language : known)
  return {
    hear: async (window: PlannedWindow) => {
      const from = millisAt(window.pieces[0]?.start ?? window.start)
      const end = millisAt(window.start + window.pcm.length)
      const onStep = reportSteps(from, end, how.onProgress)
      const decode: Decode = async (pcm, { language: known, temperature = 0 }) =>
        await whisper.hear(pcm, {
          chooseLanguage: async (guess) => (known ? languageOfPart(guess, pcm, known) : await chooseLanguage(guess, pcm)),
          onStep,
          temperature,
        })
      const { language, words, notUnderstood } = await decodeCovered(window, decode)
      if (words.length) before = language
      counts.set(language, (counts.get(language) ?? 0) + words.length)
      await how.onWindow({ start: from, end, language, words: words.map(toWord), notUnderstood })
    },
    mostHeard: () => [...counts].reduce((top, next) => (next[1] > top[1] ? next : top), ['', 0])[0],
  }
}

/**
 * Returns a function that reports the progress within a window by decoded tokens. It never goes back when parts are decoded
 * again.
 */
function reportSteps(from: Millis, end: Millis, report: (done: Millis) => void): (tokens: number) => void {
  const expected = ((end - from) / 1000) * TOKENS_PER_SECOND
  let reached = 0
  return (tokens) => {
    if (tokens % STEPS_PER_REPORT !== 0 || tokens <= reached) return
    reached = tokens
    report(Math.floor(from + (end - from) * Math.min(0.95, tokens / expected)))
  }
}

const toWord = ({ start, end, text, confidence }: TimedWord): Word => [start, end, text, confidence]

/** Classifies each frame both unchanged and normalized, so that quiet speech is detected. Returns the higher probability. */
function detectSpeech(silero: Silero): JudgeFrame {
  const [judge, judgeLevelled, levelled] = [silero.listen(), silero.listen(), startLevelling()]
  return async (frame) => Math.max(await judge(frame), await judgeLevelled(levelled(frame)))
}
