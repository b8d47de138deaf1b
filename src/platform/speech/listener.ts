import type { Millis } from '#kit/units.ts'
import { blocksOf } from '#platform/sound/blocksOf.ts'
import type { LanguageGuess } from './languageGuess.ts'
import { millisAt, sampleAt } from './sampleTimes.ts'
import { openSilero, SILERO_FRAME } from './silero.ts'
import type { HeardWindow } from './speech.ts'
import { loadWhisper, type Whisper } from './whisper.ts'
import { planWindows, type PlannedWindow } from './windows.ts'
import { spreadWords } from './wordTimes.ts'

/** How to hear a recording whose first sample lies at `resumeAt`. */
export type ListenOptions = {
  readonly language?: string | undefined
  readonly resumeAt: Millis
  readonly onWindow: (window: HeardWindow) => Promise<void>
  /** Told several times a second of work. */
  readonly onProgress: (done: Millis) => void
}

/** Silero and Whisper in this process: sound in, windows of words out. */
export type Listener = {
  hear: (pcm: AsyncIterable<Float32Array>, options: ListenOptions) => Promise<{ language: string }>
  close: () => Promise<void>
}

/** Checks the model files and loads them. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function openListener(options: { modelsDir: string; threads: number }): Promise<Listener> {
  const silero = await openSilero(options)
  const whisper = await loadWhisper(options)
  return {
    hear: async (pcm, how) => {
      const judge = silero.listen()
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

/** About every 4 s of sound, a twentieth of a second of work. */
const FRAMES_PER_REPORT = 125
const STEPS_PER_REPORT = 8
/** What people say in a second, in tokens: an estimate for the progress inside a window. */
const TOKENS_PER_SECOND = 4.5
/** A guess less sure than this keeps the language of the window before: short windows guess badly. */
const SURE_GUESS = 0.5

function startHearing(whisper: Whisper, how: ListenOptions) {
  const counts = new Map<string, number>()
  let before: string | undefined
  const chooseLanguage = ({ language, probability }: LanguageGuess) =>
    how.language ?? (probability >= SURE_GUESS ? language : (before ?? language))
  return {
    hear: async ({ start, pcm, pieces }: PlannedWindow) => {
      const from = millisAt(pieces[0]?.start ?? start)
      const end = millisAt(start + pcm.length)
      const expected = ((end - from) / 1000) * TOKENS_PER_SECOND
      const onStep = (tokens: number) => {
        if (tokens % STEPS_PER_REPORT === 0) how.onProgress(Math.floor(from + (end - from) * Math.min(0.95, tokens / expected)))
      }
      const { language, words } = await whisper.hear(pcm, { chooseLanguage, onStep })
      if (words.length) before = language
      counts.set(language, (counts.get(language) ?? 0) + words.length)
      await how.onWindow({ start: from, end, language, words: spreadWords(words, pieces) })
    },
    mostHeard: () => [...counts].reduce((top, next) => (next[1] > top[1] ? next : top), ['', 0])[0],
  }
}
