import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MiB, minutes, seconds, type Millis } from '#kit/units.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { whisperLanguages } from './languages.ts'
import { SpeechError, type SpeechEngine, type TranscribeOptions } from './speech.ts'
import { startSpeechChild, type SpeechChild } from './speechChild.ts'
import { openTurns } from './turns.ts'

/** The directory of the bundled models. */
export const bundledModelsDir = fileURLToPath(new URL('../../../models', import.meta.url))

/** Logs what the engine does: start, exit, memory. `facts` never contain transcribed words. */
export type SpeechLog = (says: string, facts: Readonly<Record<string, string | number>>) => void

/** Options of the engine, all optional. */
export type EngineOptions = {
  /** A directory with the same layout as `models/`. */
  readonly modelsDir?: string
  /** Native threads. The default is the number of cores, at most 4. */
  readonly threads?: number
  readonly log?: SpeechLog
  /** Used to wait before a crashed process is restarted. */
  readonly clock?: Clock
  /** Idle time after which the process is stopped to free its half gigabyte. */
  readonly idle?: Millis
}

/**
 * Runs Whisper base with Silero in a separate process. It runs one job at a time and queues the others. An aborted or failed job
 * stops the process; the next job starts a new one.
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

/** Returns the delay before a restart: 0.25 s after the first crash in a row, doubled with each, at most 30 s. */
const backOff = (deaths: number): Millis => Math.min(seconds(30), 250 * 2 ** (deaths - 1))

/** Manages at most one process: starts it on demand and stops it when it has been idle long enough. */
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
    /** Returns the process for a job that begins now. */
    child: () => {
      isBusy = true
      return (current ??= start())
    },
    /** Marks the job as done. */
    rest: () => {
      isBusy = false
    },
    end,
  }
}
