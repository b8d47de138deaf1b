import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { backOff } from '#shared/backOff.ts'
import { MiB, minutes, seconds, type Millis } from '#shared/units.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { whisperLanguages } from './languages.ts'
import type { JobRequest } from './process/childMessages.ts'
import { startSpeechProcess, type JobOptions, type SpeechProcess } from './process/speechProcess.ts'
import { SpeechError, type SpeechEngine } from './speech.ts'
import { createMutex } from '../locks/mutex.ts'

/** The directory of the bundled models. */
export const bundledModelsDir = fileURLToPath(new URL('../../../models', import.meta.url))

/** Logs what the engine does: start, exit, memory. `facts` never contain transcribed words. */
export type SpeechLog = (message: string, facts: Readonly<Record<string, string | number>>) => void

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
 * Runs Whisper base, Silero and the speaker networks in a separate process. It runs one job at a time and queues the others. An aborted or failed job
 * stops the process; the next job starts a new one.
 */
export function openSpeechEngine(options: EngineOptions = {}): SpeechEngine {
  const { clock = systemClock, log = () => undefined } = options
  const acquireLock = createMutex()
  const processHost = createProcessHost(options, log)
  let crashes = 0
  let latestTask: JobRequest['task'] | undefined
  let closing = new AbortController()

  const runOne = async (pcm: AsyncIterable<Float32Array>, request: JobRequest, options: JobOptions & { label?: string }) => {
    if (crashes) await clock.wait(backOff(crashes, RESTART_DELAY), options.signal)
    // The models of both tasks in one process take too much memory, and a process does not give it back.
    if (latestTask !== request.task) await processHost.end()
    latestTask = request.task
    try {
      const result = await processHost.acquireProcess().run(pcm, request, options)
      crashes = 0
      const peakMiB = Math.round(result.peakMemory / MiB)
      log('speech job finished', { label: options.label ?? '', task: request.task, peakMiB })
      return result
    } catch (error) {
      if (error instanceof SpeechError && error.kind === 'engine-died') crashes++
      await processHost.end()
      throw error
    } finally {
      processHost.markIdle()
    }
  }

  const run: typeof runOne = async (pcm, request, options) => {
    const signal = AbortSignal.any([options.signal, closing.signal])
    try {
      const release = await acquireLock(signal)
      return await runOne(pcm, request, { ...options, signal }).finally(release)
    } catch (error) {
      throw signal.aborted ? new SpeechError('aborted', 'The transcription was stopped.', error) : error
    }
  }
  const transcribe: SpeechEngine['transcribe'] = async (pcm, options) => {
    const { language, glossary, translate, live, resumeAt = 0 } = options
    refuseUnknownLanguage(language)
    const result = await run(pcm, { task: 'transcribe', language, glossary, translate, live, resumeAt }, options)
    if (result.task !== 'transcribe') throw new TypeError('The speech process did another task.')
    return { language: result.language, isStopped: result.isStopped }
  }
  const diarize: SpeechEngine['diarize'] = async (pcm, { atMost, ...options }) => {
    const result = await run(pcm, { task: 'diarize', atMost }, options)
    if (result.task !== 'diarize') throw new TypeError('The speech process did another task.')
    return result.diarization
  }
  const close = async () => {
    closing.abort()
    closing = new AbortController()
    await processHost.end()
  }
  return { id: 'earshot', capabilities, transcribe, diarize, close }
}

const capabilities = {
  languages: whisperLanguages,
  words: 'exact',
  glossary: true,
  translate: true,
  confidence: true,
} as const

function refuseUnknownLanguage(language: string | undefined): void {
  if (language === undefined || whisperLanguages.includes(language)) return
  throw new SpeechError('language', `The speech engine does not support the language "${language}".`)
}

/** The delay before a restart after crashes in a row. */
const RESTART_DELAY = { initial: 250, max: seconds(30) }

/** Manages at most one process: starts it on demand and stops it when it has been idle long enough. */
function createProcessHost(options: EngineOptions, log: SpeechLog) {
  const { modelsDir = bundledModelsDir, threads = Math.min(4, availableParallelism()), idle = minutes(5) } = options
  let current: SpeechProcess | undefined
  let isBusy = false
  const end = async () => {
    const ending = current
    current = undefined
    await ending?.kill()
  }
  const start = (): SpeechProcess => {
    const onExit = () => {
      log('speech process ended', { pid: started.pid })
      if (current === started) current = undefined
    }
    const onIdle = () => {
      if (!isBusy) void end()
    }
    const started = startSpeechProcess({ modelsDir, threads, idle }, { onExit, onIdle })
    log('speech process started', { pid: started.pid, threads })
    return started
  }
  return {
    /** Returns the process for a job that begins now. */
    acquireProcess: () => {
      isBusy = true
      return (current ??= start())
    },
    /** Marks the job as done. */
    markIdle: () => {
      isBusy = false
    },
    end,
  }
}
