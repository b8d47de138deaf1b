import { once } from 'node:events'
import { parseAnswer } from './answers/parseAnswer.ts'
import { createFieldReporter, createItemReporter } from './answers/reportProgress.ts'
import { LlmError } from './llm.ts'
import type { Llm, LlmErrorKind, LlmRequest } from './llm.ts'

/**
 * One scripted call. `reply` is a value, a text that is sent unchanged (fences, prose, broken JSON), or a function of the request
 * that returns either. `truncateAfter` cuts the text like a token limit. `hang` waits until the signal aborts. `after` is the text
 * that is streamed before that, or before the failure.
 */
export type ScriptedStep =
  | { readonly reply: unknown; readonly truncateAfter?: number }
  | { readonly fail: LlmErrorKind; readonly after?: string }
  | { readonly hang: true; readonly after?: string }

export type ScriptedLlm = Llm & {
  /** All requests so far, in order. */
  readonly calls: readonly LlmRequest<unknown>[]
  /** Number of unused steps. A test should end with 0. */
  readonly remaining: number
}

/** Returns a model that follows a script, without network, clock or randomness. Throws for a call beyond the script. */
export function createScriptedLlm(steps: readonly ScriptedStep[], id = 'scripted'): ScriptedLlm {
  const calls: LlmRequest<unknown>[] = []
  return {
    id,
    contextTokens: null,
    calls,
    get remaining() {
      return steps.length - calls.length
    },
    generate: async (request) => {
      if (request.signal.aborted) throw abortedError()
      const step = steps[calls.length]
      if (!step) throw new Error(`scripted language model: call ${calls.length + 1} (${request.purpose}) is not in the script`)
      calls.push(request)
      const text = 'reply' in step ? toText(step.reply, request).slice(0, step.truncateAfter ?? Infinity) : (step.after ?? '')
      writeSlowly(text, request)
      if ('hang' in step) return await rejectOnAbort(request.signal)
      if ('fail' in step) throw new LlmError(step.fail, `scripted failure: ${step.fail}`)
      const read = parseAnswer(text, request.schema)
      if (!read.ok) throw new LlmError('unusable-answer', read.problem)
      return { value: read.value, inputTokens: Math.ceil(request.prompt.length / 4), outputTokens: Math.ceil(text.length / 4) }
    },
  }
}

/** Reports the fields and items of an answer like a streaming model. */
function writeSlowly(text: string, { onFields, onItems }: LlmRequest<unknown>): void {
  const reporters = [...(onFields ? [createFieldReporter(onFields)] : []), ...(onItems ? [createItemReporter(onItems)] : [])]
  for (let end = 0; reporters.length > 0 && end < text.length + STREAMED_CHARS; end += STREAMED_CHARS)
    for (const report of reporters) report(text.slice(0, end))
}

const STREAMED_CHARS = 20

function toText(reply: unknown, request: LlmRequest<unknown>): string {
  const value: unknown = typeof reply === 'function' ? (reply as (request: LlmRequest<unknown>) => unknown)(request) : reply
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw abortedError()
}

const abortedError = () => new LlmError('aborted', 'The call to the language model was stopped.')
