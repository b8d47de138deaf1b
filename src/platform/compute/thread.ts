import { threadId } from 'node:worker_threads'
import { move } from 'piscina'

type ComputeModule = Readonly<Record<string, ((input: unknown) => unknown) | undefined>>

/**
 * A task as sent to a thread. The thread stores its id in `started` once the module is loaded, which takes longer than most tasks.
 */
export type ThreadTask = {
  readonly module: string
  readonly name: string
  readonly input: unknown
  readonly started: Int32Array
}

/** Runs a task in a thread of the pool. */
export async function runTask({ module, name, input, started }: ThreadTask): Promise<unknown> {
  const run = ((await import(module)) as ComputeModule)[name]
  if (!run) throw new Error(`${module} does not export ${name}`)
  Atomics.store(started, 0, threadId)
  Atomics.notify(started, 0)
  const output = await run(input)
  // Only a view of a whole buffer can be transferred; others are copied.
  return output instanceof Uint8Array && output.byteLength === output.buffer.byteLength ? move(output) : output
}
