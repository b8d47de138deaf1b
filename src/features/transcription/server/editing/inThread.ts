import { seconds } from '#shared/units.ts'
import { type ComputeTask, computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import type { applyEdit, findLines, fold } from './editing.compute.ts'

const MODULE = new URL('./editing.compute.ts', import.meta.url)
export const APPLY_EDIT = computeTask<typeof applyEdit>(MODULE, 'applyEdit')
export const FIND_LINES = computeTask<typeof findLines>(MODULE, 'findLines')
export const FOLD = computeTask<typeof fold>(MODULE, 'fold')
export const BUDGET = seconds(20)
/** More than the recordings that one request changes: a transcript that changes in the meantime is read again. */
const MAX_ATTEMPTS = 25

/** The results of threads by recording id, each for one version of the transcript. */
export type Prepared<Output> = ReadonlyMap<string, { readonly version: number; readonly output: Output }>

/** Returns the result of a thread for this version of a transcript. */
export function preparedFor<Output>(
  prepared: Prepared<Output> | undefined,
  { fileId, version }: { readonly fileId: string; readonly version: number },
): Output | undefined {
  const found = prepared?.get(fileId)
  return found?.version === version ? found.output : undefined
}

/** Thrown to end a transaction whose work must first run in a thread, so that it does not hold locks and a connection meanwhile. */
export class NeedsThread extends Error {
  readonly task: ComputeTask<never, unknown>
  readonly input: unknown
  readonly state: { readonly fileId: string; readonly version: number }
  constructor(task: NeedsThread['task'], input: unknown, state: NeedsThread['state']) {
    super('this work runs in a thread')
    this.task = task
    this.input = input
    this.state = state
  }
}

/**
 * Runs a change of transcripts. If its transaction ends with NeedsThread, runs the work in a thread and then the transaction again
 * with the result, which is used if the transcript still has that version. Rejects with ComputeLimitError.
 */
export async function withThread<Output, T>(
  ctx: AppContext,
  { userId }: { readonly userId: string },
  change: (prepared: Prepared<Output>) => Promise<T>,
): Promise<T> {
  const prepared = new Map<string, { version: number; output: Output }>()
  for (let attempt = 1; ; attempt++) {
    try {
      return await change(prepared)
    } catch (error) {
      if (!(error instanceof NeedsThread) || attempt > MAX_ATTEMPTS) throw error
      const { task, input, state } = error
      const output = await ctx.compute.run(task as ComputeTask<unknown, Output>, input, { queue: userId, budget: BUDGET })
      prepared.set(state.fileId, { version: state.version, output: output as Output })
    }
  }
}
