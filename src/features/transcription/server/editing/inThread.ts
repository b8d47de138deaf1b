import { seconds } from '#shared/units.ts'
import { type ComputeTask, computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import type { applyEdit, findLines, fold } from './editing.compute.ts'

const MODULE = new URL('./editing.compute.ts', import.meta.url)
export const APPLY_EDIT = computeTask<typeof applyEdit>(MODULE, 'applyEdit')
export const FIND_LINES = computeTask<typeof findLines>(MODULE, 'findLines')
export const FOLD = computeTask<typeof fold>(MODULE, 'fold')
export const BUDGET = seconds(20)
/** More than recordings are changed by one request; a transcript that changes meanwhile is read again. */
const MAX_ATTEMPTS = 25

/** What threads have made of transcripts, each of one version, by the ids of their recordings. */
export type Prepared<Output> = ReadonlyMap<string, { readonly version: number; readonly output: Output }>

/** Returns what a thread has made of this version of a transcript. */
export function preparedFor<Output>(
  prepared: Prepared<Output> | undefined,
  { fileId, version }: { readonly fileId: string; readonly version: number },
): Output | undefined {
  const found = prepared?.get(fileId)
  return found?.version === version ? found.output : undefined
}

/** Ends a transaction whose work has to be done in a thread first. It would hold its locks and its connection meanwhile. */
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
 * Runs a change of transcripts. When its transaction ends with NeedsThread, the work is done in a thread, and the transaction runs again
 * with the result, which it uses if the transcript still has that version. Rejects with ComputeLimitError.
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
