import { move } from 'piscina'

type ComputeModule = Readonly<Record<string, ((input: unknown) => unknown) | undefined>>

/** What a thread is told to run. */
export type ThreadTask = { readonly module: string; readonly name: string; readonly input: unknown }

/** Runs a task in a thread of the pool. */
export async function runTask({ module, name, input }: ThreadTask): Promise<unknown> {
  const run = ((await import(module)) as ComputeModule)[name]
  if (!run) throw new Error(`${module} does not export ${name}`)
  const output = await run(input)
  // A view of a part of a larger buffer is copied.
  return output instanceof Uint8Array && output.byteLength === output.buffer.byteLength ? move(output) : output
}
