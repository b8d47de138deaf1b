import { addAbortListener } from 'node:events'
import { seconds, type Millis } from '#shared/units.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { Diarization, DiarizeOptions } from './speakers.ts'
import {
  SpeechError,
  type SpeechEngine,
  type SpeechErrorKind,
  type TimeSpan,
  type TranscribeOptions,
  type TranscriptionResult,
  type Word,
} from './speech.ts'

/** What happens to a scripted job at its next window. `die` is short for the failure `engine-died`. */
export type ScriptedOutcome = 'transcribe' | 'silent' | 'die' | 'hang' | { readonly fail: SpeechErrorKind }

/** Called before every window with the file name and the window's position in the recording. */
export type ChooseOutcome = (label: string, position: Millis) => ScriptedOutcome

/** Duration of a scripted window. */
export const SCRIPTED_WINDOW: Millis = seconds(10)
/** Time from one scripted word to the next. Each word lasts 400 ms. */
export const SCRIPTED_WORD: Millis = 500

const languages = ['en', 'de', 'ja']
const DEFAULT_SCRIPT = 'We meet on Tuesday to settle the budget. Anna writes the minutes and Ben calls the printer.'.split(' ')

/**
 * A deterministic speech engine for tests, without a model or a child process. Word n of the repeated script is at n·500 ms of any
 * recording. A file named `fails engine-died` or any other kind of SpeechError fails with it, `silent` has no windows, `hang` waits
 * until it is aborted; `chooseOutcome` overrides this. In a file named `not understood 4-7`, the words from second 4 to 7 are not
 * understood. In one named `speakers 3`, three speakers take turns of four seconds; otherwise there is one. `speakers fail` fails.
 * In one named `live from 8000 ms`, the audio starts at that time of the recording.
 */
export function scriptedSpeech(options: { script?: readonly string[]; chooseOutcome?: ChooseOutcome } = {}): SpeechEngine {
  const { script = DEFAULT_SCRIPT, chooseOutcome = outcomeByName } = options
  return {
    id: 'scripted',
    capabilities: { languages, words: 'exact', glossary: false, translate: true, confidence: true },
    transcribe: async (pcm, request) => await readScript(pcm, request, script, chooseOutcome),
    diarize: async (pcm, request) => await takeTurns(pcm, request),
    close: async () => undefined,
  }
}

/** Returns the outcome that a file name requests. */
export const outcomeByName: ChooseOutcome = (label) => {
  const kind = /fails ([a-z-]+)/.exec(label)?.[1]
  if (kind) return { fail: kind as SpeechErrorKind }
  if (label.includes('silent')) return 'silent'
  return label.includes('hang') ? 'hang' : 'transcribe'
}

async function readScript(
  pcm: AsyncIterable<Float32Array>,
  request: TranscribeOptions,
  script: readonly string[],
  chooseOutcome: ChooseOutcome,
): Promise<TranscriptionResult> {
  const { language: spoken = 'en', translate, resumeAt = 0, signal, label = '', onWindow, onProgress } = request
  if (!languages.includes(spoken))
    throw new SpeechError('language', `The speech engine does not support the language "${spoken}".`)
  const language = translate ? 'en' : spoken
  const length = await durationOf(pcm, signal)
  let words = 0
  for (let start = resumeAt; start < length; start += SCRIPTED_WINDOW) {
    const outcome = chooseOutcome(label, start)
    await applyOutcome(outcome, signal)
    throwIfAborted(signal)
    const end = Math.min(length, start + SCRIPTED_WINDOW)
    if (outcome === 'transcribe') {
      const notUnderstood = notUnderstoodBetween(label, start, end)
      const spokenWords = wordsBetween(script, start, end, offsetIn(label)).filter(
        (word) => !notUnderstood.some((span) => overlaps(span, word)),
      )
      words += spokenWords.length
      if ((await onWindow({ start, end, language, notUnderstood, words: spokenWords })) === 'stop')
        return { language, isStopped: true }
    }
    onProgress?.({ done: end })
  }
  throwIfAborted(signal)
  return { language: words || request.language ? language : '' }
}

/** Duration of a scripted turn. */
const TURN: Millis = seconds(4)

async function takeTurns(pcm: AsyncIterable<Float32Array>, options: DiarizeOptions): Promise<Diarization> {
  const { label = '', atMost = Infinity, signal, onProgress } = options
  if (label.includes('speakers fail')) throw new SpeechError('engine-died', 'The speech engine stopped unexpectedly.')
  if (label.includes('speakers hang')) await applyOutcome('hang', signal)
  const length = await durationOf(pcm, signal)
  throwIfAborted(signal)
  onProgress?.({ done: length })
  const count = Math.min(atMost, Number(/speakers (\d)/.exec(label)?.[1] ?? 1))
  const turns = Array.from({ length: Math.ceil(length / TURN) }, (_, turn) => {
    return { start: turn * TURN, end: Math.min(length, (turn + 1) * TURN), speaker: turn % count }
  })
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))].map((speaker) => {
    const seconds = turns.reduce((sum, turn) => sum + (turn.speaker === speaker ? (turn.end - turn.start) / 1000 : 0), 0)
    return { embedding: Float32Array.from({ length: 256 }, (_, index) => (index === speaker ? 1 : 0)), clearSeconds: seconds }
  })
  return { turns, speakers }
}

async function durationOf(pcm: AsyncIterable<Float32Array>, signal: AbortSignal): Promise<Millis> {
  let samples = 0
  for await (const chunk of pcm) {
    throwIfAborted(signal)
    samples += chunk.length
  }
  return Math.floor((samples * 1000) / SPEECH_SAMPLE_RATE)
}

async function applyOutcome(outcome: ScriptedOutcome, signal: AbortSignal): Promise<void> {
  if (typeof outcome === 'object') throw new SpeechError(outcome.fail, `scripted failure: ${outcome.fail}`)
  if (outcome === 'die') throw new SpeechError('engine-died', 'The speech engine stopped unexpectedly.')
  if (outcome !== 'hang') return
  await new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else addAbortListener(signal, resolve)
  })
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new SpeechError('aborted', 'The transcription was aborted.')
}

/** Word times are relative to the recording, in which this audio starts at `offset`. */
function wordsBetween(script: readonly string[], start: Millis, end: Millis, offset: Millis): Word[] {
  const words: Word[] = []
  for (let n = Math.ceil((offset + start) / SCRIPTED_WORD); n * SCRIPTED_WORD < offset + end; n++) {
    const at = n * SCRIPTED_WORD - offset
    words.push([at, Math.min(end, at + 400), script[n % script.length] ?? '', 0.9])
  }
  return words
}

const offsetIn = (label: string): Millis => Number(/live from (\d+) ms/.exec(label)?.[1] ?? 0)

/** Returns the ranges within the window that the file name marks as not understood. */
function notUnderstoodBetween(label: string, start: Millis, end: Millis): TimeSpan[] {
  return [...label.matchAll(/not understood (\d+)-(\d+)/g)]
    .map(([, from, to]) => ({ start: Math.max(start, seconds(Number(from))), end: Math.min(end, seconds(Number(to))) }))
    .filter((span) => span.start < span.end)
}

const overlaps = (span: TimeSpan, [start, end]: Word): boolean => start < span.end && end > span.start
