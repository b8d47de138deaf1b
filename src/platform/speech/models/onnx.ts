import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A loaded network. */
export type Network = InferenceSession
/** Inputs or outputs of a network, by name. */
export type Tensors = Readonly<Record<string, Tensor>>

/**
 * Loads a network from a file that was already checked. @NOTE onnxruntime newer than 1.27 sends telemetry unless
 * ORT_DISABLE_TELEMETRY=1 is set in the environment before this module is loaded. `speechProcess.ts` starts the child that way.
 */
export async function openNetwork(path: string, threads: number): Promise<Network> {
  return await InferenceSession.create(path, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ['cpu'],
    logSeverityLevel: 3,
    // The arena keeps the largest buffers for every window length: 50 to 90 MB more without a measurable speedup.
    enableCpuMemArena: false,
    // Spinning threads use a quarter more CPU and take twice as long next to other work. They are not faster on an idle machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

/** Returns a tensor of 32-bit floats. */
export const floats = (data: Float32Array, dims: readonly number[]): Tensor => new Tensor('float32', data, dims)

/** Returns a tensor of 64-bit integers. */
export const integers = (values: readonly number[], dims: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), dims)

/** Returns the floats of an output. Throws when there are none. */
export function floatsOf(tensors: Tensors, name: string): Float32Array {
  const data = tensors[name]?.data
  if (data instanceof Float32Array) return data
  throw new TypeError(`The network returned no floats named ${name}.`)
}

/** Returns an output tensor. Throws when there is none. */
export function tensorOf(tensors: Tensors, name: string): Tensor {
  const tensor = tensors[name]
  if (tensor) return tensor
  throw new TypeError(`The network returned no tensor named ${name}.`)
}
