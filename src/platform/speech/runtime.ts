import { InferenceSession, Tensor } from 'onnxruntime-node'

/** One loaded network. */
export type Network = InferenceSession
/** What goes into a network and what comes out, by name. */
export type Tensors = Readonly<Record<string, Tensor>>

/**
 * Loads a network from a file already checked.
 * @NOTE onnxruntime newer than 1.27 reports home unless ORT_DISABLE_TELEMETRY=1 stands in the environment before this module
 * loads; `engine.ts` starts its child so.
 */
export async function openNetwork(path: string, threads: number): Promise<Network> {
  return await InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ['cpu'],
    logSeverityLevel: 3,
    // The arena keeps the largest buffers of every length of window: 50 to 90 MB more for no speed that could be measured.
    enableCpuMemArena: false,
    // Threads that spin while they wait burn a quarter more CPU, and beside other work they take twice as long; on a quiet
    // machine they gain nothing.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

/** A tensor of 32-bit floats. */
export const floats = (data: Float32Array, dims: readonly number[]): Tensor => new Tensor('float32', data, dims)

/** A tensor of 64-bit integers. */
export const integers = (values: readonly number[], dims: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), dims)

/** The floats of a tensor a network gave back; throws when it gave none. */
export function floatsOf(tensors: Tensors, name: string): Float32Array {
  const data = tensors[name]?.data
  if (data instanceof Float32Array) return data
  throw new TypeError(`The network gave no floats named ${name}.`)
}

/** A tensor a network gave back; throws when it is not there. */
export function tensorOf(tensors: Tensors, name: string): Tensor {
  const found = tensors[name]
  if (found) return found
  throw new TypeError(`The network gave no tensor named ${name}.`)
}
