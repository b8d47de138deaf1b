import type { Millis } from '#shared/units.ts'

declare const signature: unique symbol

/** A function that runs in a thread. Made by `computeTask`. */
export type ComputeTask<Input, Output> = {
  /** The URL of its module. */
  readonly module: string
  /** The name under which the module exports it. */
  readonly name: string
  readonly [signature]?: (input: Input) => Output
}

type ComputeFunction<Input, Output> = (input: Input) => Output

/**
 * Names a function that runs in a thread of its own. Its module is called `<name>.compute.ts` and is imported as a type only:
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
  /** For whom it runs, such as the id of an account: tasks of different keys take turns, and no key has all threads. */
  readonly queue: string
  /** How much processor time it may use. Waiting, and loading its module, do not count. */
  readonly budget: Millis
  /** Ends it, for example when the client has gone. `run` rejects with its reason. */
  readonly signal?: AbortSignal
}

/** Runs work whose size a user chooses, so that it does not stop the event loop for others. */
export type Compute = {
  /** Returns the output of the task. Rejects with ComputeLimitError, with the reason of the signal, or with what the task threw. */
  run: <Input, Output>(task: ComputeTask<Input, Output>, input: Input, options: ComputeOptions) => Promise<Awaited<Output>>
}

/** A task took longer than its budget, more memory than a thread has, or too many tasks wait for the same key. */
export class ComputeLimitError extends Error {
  readonly limit: 'time' | 'memory' | 'queue'
  constructor(limit: ComputeLimitError['limit']) {
    super(`a task reached its limit of ${limit}`)
    this.name = 'ComputeLimitError'
    this.limit = limit
  }
}
