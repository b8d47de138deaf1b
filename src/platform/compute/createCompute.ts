import { addAbortListener } from 'node:events'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { type Millis, minutes, seconds } from '#shared/units.ts'
import type { Log } from '#platform/log/log.ts'
import { type Compute, ComputeLimitError, type ComputeOptions } from './compute.ts'
import { FairQueue } from './FairQueue.ts'
import type { ThreadTask } from './thread.ts'
import { timeLimit } from './timeLimit.ts'

/** At least two: one stays free for short tasks and for keys other than the busiest. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()))
/** Maximum JavaScript heap of a thread. A document of ten hours needs a third of it. */
const MEMORY_MB = 768
/** Tasks with a larger budget never take the last free thread. */
const SHORT: Millis = seconds(10)
const MAX_WAITING_OF_KEY = 30
const MAX_WAITING = 500

type Entry = {
  readonly task: Omit<ThreadTask, 'started'>
  readonly options: ComputeOptions
  readonly resolve: (output: never) => void
  readonly reject: (error: unknown) => void
  /**
   * Removes the entry from the queue on abort. Disposed when the task starts, so that long-lived signals do not retain finished
   * tasks.
   */
  readonly abortListener: Disposable | undefined
}

export type OpenCompute = Compute & { close: () => Promise<void> }

type PoolOptions = { readonly log: Log; readonly threads?: number; readonly memoryMb?: number }

/**
 * Creates a pool of threads. They start with the first task, stop after an idle minute, and have a lower priority than the event
 * loop. Aborting a task ends its thread.
 */
export function createCompute({ log, threads = THREADS, memoryMb = MEMORY_MB }: PoolOptions): OpenCompute {
  const pool = new Piscina({
    filename: new URL('./thread.ts', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: minutes(1),
    atomics: 'disabled',
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    recordTiming: false,
  })
  // Without a listener, an error in an idle thread would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'a thread without a task has failed'))
  const queue = new FairQueue<Entry>()
  const running = new Set<Entry>()

  const countRunning = (matches: (entry: Entry) => boolean) => [...running].filter(matches).length
  const mayStart = (key: string, { options }: Entry) =>
    countRunning((entry) => entry.options.queue === key) < threads - 1 &&
    (options.budget <= SHORT || countRunning((entry) => entry.options.budget > SHORT) < threads - 1)

  const startNext = () => {
    while (running.size < threads) {
      const entry = queue.take(mayStart)
      if (!entry) return
      running.add(entry)
      entry.abortListener?.[Symbol.dispose]()
      void runEntry(pool, entry, log).finally(() => {
        running.delete(entry)
        startNext()
      })
    }
  }

  return {
    run: (task, input, options) =>
      new Promise((resolve, reject) => {
        const { queue: key, signal } = options
        if (signal?.aborted) return reject(signal.reason as Error)
        if (queue.sizeOf(key) >= MAX_WAITING_OF_KEY || queue.size >= MAX_WAITING) return reject(new ComputeLimitError('queue'))
        const leave = () => queue.remove(key, entry) && reject(signal?.reason as Error)
        const abortListener = signal && addAbortListener(signal, leave)
        const { module, name } = task
        const entry: Entry = { task: { module, name, input }, options, resolve, reject, abortListener }
        queue.add(key, entry)
        startNext()
      }),
    close: () => pool.destroy(),
  }
}

/** Runs a dequeued task. Never rejects: the caller of `run` gets the result. */
async function runEntry(pool: Piscina, { task, options, resolve, reject }: Entry, log: Log): Promise<void> {
  const { budget, signal } = options
  const started = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const done = new AbortController()
  const timeout = timeLimit(started, { threads: () => pool.threads, budget, done: done.signal })
  try {
    resolve((await pool.run({ ...task, started }, { signal: signal ? AbortSignal.any([timeout, signal]) : timeout })) as never)
  } catch (error) {
    if (signal?.aborted) return reject(signal.reason)
    const limit = timeout.aborted ? 'time' : isOutOfMemory(error) ? 'memory' : null
    if (limit) log.warn({ task: task.name, limit, budget }, 'a task reached its limit')
    reject(limit ? new ComputeLimitError(limit) : error)
  } finally {
    done.abort()
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
