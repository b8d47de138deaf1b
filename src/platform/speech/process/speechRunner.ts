import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { backOff } from '#shared/backOff.ts'
import { MiB, minutes, seconds, type Millis } from '#shared/units.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { createMutex } from '#platform/locks/mutex.ts'
import { SpeechError } from '../speech.ts'
import type { JobRequest, JobResult } from './childMessages.ts'
import { startSpeechProcess, type JobOptions, type SpeechProcess } from './speechProcess.ts'

/** The directory of the bundled models. */
export const bundledModelsDir = fileURLToPath(new URL('../../../../models', import.meta.url))

/** Logs the starts, exits and memory of the engine. `facts` never contain transcribed words. */
export type SpeechLog = (message: string, facts: Readonly<Record<string, string | number>>) => void

/** Options of the process, all optional. */
export type RunnerOptions = {
  /** A directory with the same layout as `models/`. */
  readonly modelsDir?: string
  /** Native threads. The default is the number of cores, at most 4. */
  readonly threads?: number
  readonly log?: SpeechLog
  /** Used to wait before a crashed process is restarted. */
  readonly clock?: Clock
  /** Idle time after which the process is stopped to free its half gigabyte of memory. */
  readonly idle?: Millis
}

/** Runs jobs in a process for native code. */
export type SpeechRunner = {
  /** Runs a job after those queued before it. Rejects with SpeechError, or with what `pcm` or a callback threw. */
  run: <Task extends JobRequest['task']>(
    pcm: AsyncIterable<Float32Array>,
    request: Extract<JobRequest, { task: Task }>,
    options: JobOptions & { readonly label?: string },
  ) => Promise<Extract<JobResult, { task: Task }>>
  /** Aborts all jobs and ends the process. The next job starts another one. */
  close: () => Promise<void>
}

/**
 * Returns a runner with at most one process. It runs one job at a time and queues the others. An aborted or failed job stops the
 * process; the next job starts a new one.
 */
export function createSpeechRunner(options: RunnerOptions = {}): SpeechRunner {
  const { clock = systemClock, log = () => undefined } = options
  const acquireLock = createMutex()
  const processHost = createProcessHost(options, log)
  let crashes = 0
  let latestWorkload: string | undefined
  let closing = new AbortController()

  const runOne = async (pcm: AsyncIterable<Float32Array>, request: JobRequest, options: JobOptions & { label?: string }) => {
    if (crashes) await clock.wait(backOff(crashes, RESTART_DELAY), options.signal)
    // The models of two workloads in one process take too much memory, and a process does not return memory.
    if (latestWorkload !== workloadOf(request)) await processHost.end()
    latestWorkload = workloadOf(request)
    try {
      const result = await processHost.acquireProcess().run(pcm, request, options)
      crashes = 0
      // Detection ends before all audio is read, and the rest must not reach the next job.
      if (request.task === 'detect-language') await processHost.end()
      const peakMiB = Math.round(result.peakMemory / MiB)
      log('speech job finished', { task: request.task, peakMiB })
      return result
    } catch (error) {
      if (error instanceof SpeechError && error.kind === 'engine-died') crashes++
      await processHost.end()
      throw error
    } finally {
      processHost.markIdle()
    }
  }

  return {
    run: async (pcm, request, options) => {
      const signal = AbortSignal.any([options.signal, closing.signal])
      try {
        const release = await acquireLock(signal)
        // The result always belongs to the requested task.
        return (await runOne(pcm, request, { ...options, signal }).finally(release)) as never
      } catch (error) {
        throw signal.aborted ? new SpeechError('aborted', 'The transcription was aborted.', error) : error
      }
    },
    close: async () => {
      closing.abort()
      closing = new AbortController()
      await processHost.end()
    },
  }
}

/** Jobs with the same workload use the same models. */
const workloadOf = (request: JobRequest): string => `${request.task} ${'model' in request ? (request.model?.id ?? '') : ''}`

/** Delays before restarts after consecutive crashes. */
const RESTART_DELAY = { initial: 250, max: seconds(30) }

/** Manages at most one process: starts it on demand and stops it after some idle time. */
function createProcessHost(options: RunnerOptions, log: SpeechLog) {
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
    /** Returns the process for a job that starts now. */
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
