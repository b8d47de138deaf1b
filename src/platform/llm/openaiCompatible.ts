import { z } from 'zod'
import type { Millis } from '#kit/units.ts'
import { LlmError } from './llm.ts'
import type { Llm, LlmRequest } from './llm.ts'
import { llmErrorOf, statusOf } from './llmErrorOf.ts'
import { readAnswer } from './readAnswer.ts'

/** The logger methods used here. The content of recordings is never logged. */
export type LlmLog = {
  readonly debug: (facts: object, says: string) => void
  readonly warn: (facts: object, says: string) => void
}

export type OpenaiCompatibleOptions = {
  /** Base URL of the API with its version: `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly model: string
  readonly log: LlmLog
  /**
   * Timeout of one call with all its retries. 280 s by default, because Node gives up on a response without headers after 300 s.
   */
  readonly timeout?: Millis | undefined
  /** Retries after a network error, 429 or 5xx; `Retry-After` up to a minute is respected. 3 by default. */
  readonly retries?: number | undefined
}

type Answer = { readonly text: string; readonly inputTokens: number; readonly outputTokens: number }
type Ask = (request: LlmRequest<unknown>, schemaIn: 'format' | 'prompt') => Promise<Answer>

/**
 * Returns a model behind the OpenAI chat completions API: Ollama, llama.cpp, vLLM, LM Studio, hosted services. The schema is sent
 * as `response_format`; a server that refuses it gets the schema in the prompt from then on. An answer that cannot be parsed is
 * sent back once with the problem; then the call rejects with LlmError('unusable-answer'). Rejects only with LlmError.
 */
export function openaiCompatible(options: OpenaiCompatibleOptions): Llm {
  let connected: Promise<Ask> | undefined
  let formatIsRefused = false

  const ask: Ask = async (request, schemaIn) => {
    connected ??= connect(options)
    return await (
      await connected
    )(request, schemaIn)
  }
  const askAsItCan: Ask = async (request) => {
    if (formatIsRefused) return await ask(request, 'prompt')
    try {
      return await ask(request, 'format')
    } catch (thrown) {
      if (![400, 415, 422, 501].includes(statusOf(thrown) ?? 0)) throw thrown
      const answer = await ask(request, 'prompt')
      formatIsRefused = true
      options.log.debug({ model: options.model }, 'the server takes no schema: it goes in the prompt from now on')
      return answer
    }
  }

  return {
    id: options.model,
    generate: async (request) => {
      try {
        request.signal.throwIfAborted()
        return await generate(request, askAsItCan, options.log)
      } catch (thrown) {
        throw llmErrorOf(thrown, request.signal, options.apiKey)
      }
    },
  }
}

async function generate<T>(request: LlmRequest<T>, ask: Ask, log: LlmLog) {
  const first = await ask(request, 'format')
  const read = readAnswer(first.text, request.schema)
  if (read.ok) return { value: read.value, inputTokens: first.inputTokens, outputTokens: first.outputTokens }
  log.warn({ purpose: request.purpose, problem: read.problem }, 'the model gave an unusable answer: asking once more')

  const second = await ask({ ...request, prompt: `${request.prompt}\n\n${complaint(read.problem, request.schema)}` }, 'format')
  const repaired = readAnswer(second.text, request.schema)
  if (!repaired.ok)
    throw new LlmError('unusable-answer', `The language model gave an answer that cannot be used. ${repaired.problem}`)
  return {
    value: repaired.value,
    inputTokens: first.inputTokens + second.inputTokens,
    outputTokens: first.outputTokens + second.outputTokens,
  }
}

/** Loads the SDK on the first call, so that a server without a language model does not load it. */
async function connect(options: OpenaiCompatibleOptions): Promise<Ask> {
  const [{ generateText, NoObjectGeneratedError, Output }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const { baseUrl: baseURL, apiKey } = options
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL,
    supportsStructuredOutputs: true,
    ...(apiKey ? { apiKey } : {}),
  })
  const model = provider(options.model)

  return async (request, schemaIn) => {
    const call = {
      model,
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: options.retries ?? 3,
      timeout: { totalMs: options.timeout ?? 280_000 },
      abortSignal: request.signal,
    }
    const { instructions, prompt } = request
    if (schemaIn === 'prompt') {
      return answerOf(await generateText({ ...call, prompt, instructions: `${instructions}\n\n${order(request.schema)}` }))
    }
    try {
      const output = Output.object({ schema: request.schema, name: request.purpose.replace(/\W/g, '_') })
      return answerOf(await generateText({ ...call, prompt, instructions, output }))
    } catch (thrown) {
      if (!NoObjectGeneratedError.isInstance(thrown)) throw thrown
      return answerOf({ text: thrown.text, usage: thrown.usage })
    }
  }
}

type Generated = {
  readonly text: string | undefined
  readonly usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined } | undefined
}

const answerOf = ({ text, usage }: Generated): Answer => ({
  text: text ?? '',
  inputTokens: usage?.inputTokens ?? 0,
  outputTokens: usage?.outputTokens ?? 0,
})

const order = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else. It must match this JSON schema:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))}`

const complaint = (problem: string, schema: z.ZodType) =>
  `Your previous answer to this could not be used. ${problem} Answer again, more briefly. ${order(schema)}`
