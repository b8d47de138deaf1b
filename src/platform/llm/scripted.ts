import { once } from 'node:events'
import { LlmError } from './llm.ts'
import type { Llm, LlmErrorKind, LlmRequest } from './llm.ts'
import { readAnswer } from './readAnswer.ts'

/**
 * One call as the script foresees it. `reply`: a value, a text sent as it stands (fences, prose, broken JSON), or a
 * function of the request giving either. `truncateAfter` cuts the text as an exhausted token limit would. `hang`
 * settles only when the signal fires.
 */
export type ScriptedStep =
  | { readonly reply: unknown; readonly truncateAfter?: number }
  | { readonly fail: LlmErrorKind }
  | { readonly hang: true }

export type ScriptedLlm = Llm & {
  /** Every request so far, in order. */
  readonly calls: readonly LlmRequest<unknown>[]
  /** Steps not used yet: a test ends with 0. */
  readonly left: number
}

/** A model that follows a script: no network, no clock, no chance. A call beyond the script is a mistake and throws. */
export function scripted(steps: readonly ScriptedStep[], id = 'scripted'): ScriptedLlm {
  const calls: LlmRequest<unknown>[] = []
  return {
    id,
    calls,
    get left() {
      return steps.length - calls.length
    },
    generate: async (request) => {
      if (request.signal.aborted) throw aborted()
      const step = steps[calls.length]
      if (!step) throw new Error(`scripted language model: call ${calls.length + 1} (${request.purpose}) is not in the script`)
      calls.push(request)
      if ('hang' in step) return await untilAborted(request.signal)
      if ('fail' in step) throw new LlmError(step.fail, `scripted failure: ${step.fail}`)
      const text = textOf(step.reply, request).slice(0, step.truncateAfter ?? Infinity)
      const read = readAnswer(text, request.schema)
      if (!read.ok) throw new LlmError('unusable-answer', read.problem)
      return { value: read.value, inputTokens: Math.ceil(request.prompt.length / 4), outputTokens: Math.ceil(text.length / 4) }
    },
  }
}

function textOf(reply: unknown, request: LlmRequest<unknown>): string {
  const said: unknown = typeof reply === 'function' ? (reply as (request: LlmRequest<unknown>) => unknown)(request) : reply
  return typeof said === 'string' ? said : JSON.stringify(said)
}

async function untilAborted(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw aborted()
}

const aborted = () => new LlmError('aborted', 'The call to the language model was stopped.')
