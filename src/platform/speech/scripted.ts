import { addAbortListener } from 'node:events'
import { seconds, type Millis } from '#kit/units.ts'
import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { SpeechError, type SpeechEngine, type TimeSpan, type TranscribeOptions, type Word } from './speech.ts'

/** What happens to a scripted job at its next window. */
export type Fate = 'hear' | 'silent' | 'die' | 'hang'

/** Called before every window with the file name and the window's position in the recording. */
export type DecideFate = (label: string, at: Millis) => Fate

/** Duration of a scripted window. */
export const SCRIPTED_WINDOW: Millis = seconds(10)
/** Time from one scripted word to the next. Each word lasts 400 ms. */
export const SCRIPTED_WORD: Millis = 500

const languages = ['en', 'de', 'ja']
const FIRST_SCRIPT = 'We meet on Tuesday to settle the budget. Anna writes the minutes and Ben calls the printer.'.split(' ')

/**
 * A deterministic speech engine for tests, without a model and a child process. Word n of the repeated script is at n·500 ms of
 * any recording. A file named `fail -110` fails, `silent` has no windows, `hang` waits until it is aborted; `outcome` overrides
 * this. In a file named `not understood 4-7`, the words from second 4 to 7 are not understood.
 */
export function scriptedSpeech(options: { script?: readonly string[]; fate?: DecideFate } = {}): SpeechEngine {
  const { script = FIRST_SCRIPT, fate = fateByName } = options
  return {
    id: 'scripted',
    capabilities: { languages, words: 'exact', glossary: false, confidence: true },
    transcribe: async (pcm, asked) => await readScript(pcm, asked, script, fate),
    close: async () => undefined,
  }
}

/** Returns the outcome that a file name requests. */
export const fateByName: DecideFate = (label) => {
  if (label.includes('fail -110')) return 'die'
  if (label.includes('silent')) return 'silent'
  return label.includes('hang') ? 'hang' : 'hear'
}

async function readScript(
  pcm: AsyncIterable<Float32Array>,
  asked: TranscribeOptions,
  script: readonly string[],
  fate: DecideFate,
): Promise<{ language: string }> {
  const { language = 'en', resumeAt = 0, signal, label = '', onWindow, onProgress } = asked
  if (!languages.includes(language)) throw new SpeechError('language', `The speech engine knows no language "${language}".`)
  const length = await measure(pcm, signal)
  let words = 0
  for (let start = resumeAt; start < length; start += SCRIPTED_WINDOW) {
    const decided = fate(label, start)
    await meetFate(decided, signal)
    refuseAborted(signal)
    const end = Math.min(length, start + SCRIPTED_WINDOW)
    if (decided === 'hear') {
      const notUnderstood = notUnderstoodBetween(label, start, end)
      const heard = wordsBetween(script, start, end).filter((word) => !notUnderstood.some((span) => overlaps(span, word)))
      words += heard.length
      await onWindow({ start, end, language, notUnderstood, words: heard })
    }
    onProgress?.({ done: end })
  }
  refuseAborted(signal)
  return { language: words || asked.language ? language : '' }
}

async function measure(pcm: AsyncIterable<Float32Array>, signal: AbortSignal): Promise<Millis> {
  let samples = 0
  for await (const chunk of pcm) {
    refuseAborted(signal)
    samples += chunk.length
  }
  return Math.floor((samples * 1000) / SPEECH_RATE)
}

async function meetFate(fate: Fate, signal: AbortSignal): Promise<void> {
  if (fate === 'die') throw new SpeechError('engine-died', 'The speech engine stopped unexpectedly.')
  if (fate !== 'hang') return
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else addAbortListener(signal, resolve)
  })
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SpeechError('aborted', 'The work was stopped.')
}

function wordsBetween(script: readonly string[], start: Millis, end: Millis): Word[] {
  const words: Word[] = []
  for (let n = Math.ceil(start / SCRIPTED_WORD); n * SCRIPTED_WORD < end; n++) {
    words.push([n * SCRIPTED_WORD, Math.min(end, n * SCRIPTED_WORD + 400), script[n % script.length] ?? '', 0.9])
  }
  return words
}

/** Returns the ranges within the window that the file name marks as not understood. */
function notUnderstoodBetween(label: string, start: Millis, end: Millis): TimeSpan[] {
  return [...label.matchAll(/not understood (\d+)-(\d+)/g)]
    .map(([, from, to]) => ({ start: Math.max(start, seconds(Number(from))), end: Math.min(end, seconds(Number(to))) }))
    .filter((span) => span.start < span.end)
}

const overlaps = (span: TimeSpan, [start, end]: Word): boolean => start < span.end && end > span.start
