import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MiB, minutes, seconds, type Millis } from '#kit/units.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { whisperLanguages } from './languages.ts'
import { SpeechError, type SpeechEngine, type TranscribeOptions } from './speech.ts'
import { startSpeechChild, type SpeechChild } from './speechChild.ts'
import { openTurns } from './turns.ts'

/** Where the models lie that come with the program. */
export const bundledModelsDir = fileURLToPath(new URL('../../../models', import.meta.url))

/** Told what the engine does: starts, ends, memory. Facts never hold words that were heard. */
export type SpeechLog = (says: string, facts: Readonly<Record<string, string | number>>) => void

/** How to open the engine; everything may be left out. */
export type EngineOptions = {
  /** A directory laid out as `models/` is. */
  readonly modelsDir?: string
  /** Native threads; as many as there are cores, at most 4, when left out. */
  readonly threads?: number
  readonly log?: SpeechLog
  /** Waits before a process that died is started again. */
  readonly clock?: Clock
  /** The process ends, and gives its half gigabyte back, after so long without work. */
  readonly idle?: Millis
}

/**
 * Whisper base with Silero in a process of its own. One job at a time, others queue. An aborted or broken job ends the
 * process; the next job has a fresh one.
 */
export function openSpeechEngine(options: EngineOptions = {}): SpeechEngine {
  const { clock = systemClock, log = () => undefined } = options
  const takeTurn = openTurns()
  const host = openChildHost(options, log)
  let deaths = 0
  let closing = new AbortController()

  const work = async (pcm: AsyncIterable<Float32Array>, asked: TranscribeOptions) => {
    if (deaths) await clock.wait(backOff(deaths), asked.signal)
    try {
      const { language, peakMemory } = await host.child().hear(pcm, asked)
      deaths = 0
      log('speech heard', { label: asked.label ?? '', language, peakMiB: Math.round(peakMemory / MiB) })
      return { language }
    } catch (error) {
      if (error instanceof SpeechError && error.kind === 'engine-died') deaths++
      await host.end()
      throw error
    } finally {
      host.rest()
    }
  }

  const transcribe: SpeechEngine['transcribe'] = async (pcm, asked) => {
    refuseUnknownLanguage(asked.language)
    const signal = AbortSignal.any([asked.signal, closing.signal])
    try {
      const endTurn = await takeTurn(signal)
      return await work(pcm, { ...asked, signal }).finally(endTurn)
    } catch (error) {
      throw signal.aborted ? new SpeechError('aborted', 'The work was stopped.', error) : error
    }
  }
  const close = async () => {
    closing.abort()
    closing = new AbortController()
    await host.end()
  }
  return { id: 'earshot', capabilities, transcribe, close }
}

const capabilities = { languages: whisperLanguages, words: 'exact', glossary: false, confidence: true } as const

function refuseUnknownLanguage(language: string | undefined): void {
  if (language === undefined || whisperLanguages.includes(language)) return
  throw new SpeechError('language', `The speech engine knows no language "${language}".`)
}

/** 0.25 s after the first death in a row, doubled with each, at most 30 s. */
const backOff = (deaths: number): Millis => Math.min(seconds(30), 250 * 2 ** (deaths - 1))

/** Keeps at most one process: started when one is wanted, ended when it has rested long enough. */
function openChildHost(options: EngineOptions, log: SpeechLog) {
  const { modelsDir = bundledModelsDir, threads = Math.min(4, availableParallelism()), idle = minutes(5) } = options
  let current: SpeechChild | undefined
  let isBusy = false
  const end = async () => {
    const ending = current
    current = undefined
    await ending?.kill()
  }
  const start = (): SpeechChild => {
    const onGone = () => {
      log('speech process ended', { pid: started.pid })
      if (current === started) current = undefined
    }
    const onResting = () => {
      if (!isBusy) void end()
    }
    const started = startSpeechChild({ modelsDir, threads, idle }, { onGone, onResting })
    log('speech process started', { pid: started.pid, threads })
    return started
  }
  return {
    /** The process, for a job that begins now. */
    child: () => {
      isBusy = true
      return (current ??= start())
    },
    /** The job is done. */
    rest: () => {
      isBusy = false
    },
    end,
  }
}
