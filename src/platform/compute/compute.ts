import type { Millis } from '#shared/units.ts'

declare const signature: unique symbol

/** A function that runs in a thread, created by `computeTask`. */
export type ComputeTask<Input, Output> = {
  /** The URL of the module. */
  readonly module: string
  /** The name of the export. */
  readonly name: string
  readonly [signature]?: (input: Input) => Output
}

type ComputeFunction<Input, Output> = (input: Input) => Output

/**
 * Declares a function that runs in a thread. Its module is called `<name>.compute.ts` and is imported as a type only:
 *
 *     import type { renderPage } from './renderPage.compute.ts'
 *     const RENDER_PAGE = computeTask<typeof renderPage>(new URL('./renderPage.compute.ts', import.meta.url), 'renderPage')
 *
 * Input and output are copied between threads, so they are plain data. A function that returns a `Uint8Array` gives it away. What
 * it throws arrives as a plain Error: expected failures are part of its output.
 */
export const computeTask = <F extends ComputeFunction<never, unknown>>(
  module: URL,
  name: string,
): F extends ComputeFunction<infer Input, infer Output> ? ComputeTask<Input, Output> : never =>
  ({ module: module.href, name }) as ReturnType<typeof computeTask<F>>

export type ComputeOptions = {
  /** The key for fair scheduling, such as an account id: keys take turns, and no key gets all threads. */
  readonly queue: string
  /** Maximum processor time. Waiting and loading the module do not count. */
  readonly budget: Millis
  /** Aborts the task, for example when the client disconnects. `run` rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Runs work whose size a user controls in threads, so that it cannot block the event loop. */
export type Compute = {
  /** Returns the output of the task. Rejects with ComputeLimitError, with the reason of the signal, or with what the task threw. */
  run: <Input, Output>(task: ComputeTask<Input, Output>, input: Input, options: ComputeOptions) => Promise<Awaited<Output>>
}

/** Thrown when a task exceeds its time or memory, or when too many tasks wait. */
export class ComputeLimitError extends Error {
  readonly limit: 'time' | 'memory' | 'queue'
  constructor(limit: ComputeLimitError['limit']) {
    super(`a task reached its limit of ${limit}`)
    this.name = 'ComputeLimitError'
    this.limit = limit
  }
}
