import type { LanguageModel } from 'ai'
import { z } from 'zod'
import type { Millis } from '#shared/units.ts'
import { createFieldReporter, estimateTokens, LlmError, parseAnswer } from './llm.ts'
import type { Llm, LlmRequest } from './llm.ts'
import { toLlmError, httpStatusOf } from './toLlmError.ts'

/** The logger methods used here. The content of recordings is never logged. */
export type LlmLog = {
  readonly debug: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
}

export type SdkLlmOptions = {
  /** Base URL of the API with its version: `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly model: string
  /** Tokens of prompt and answer together; unknown by default. */
  readonly contextTokens?: number | null | undefined
  readonly log: LlmLog
  /**
   * Timeout of one call with all its retries. 280 s by default, because Node gives up on a response without headers after 300 s.
   */
  readonly timeout?: Millis | undefined
  /** Retries after a network error, 429 or 5xx; `Retry-After` up to a minute is respected. 3 by default. */
  readonly retries?: number | undefined
}

type Answer = { readonly text: string; readonly inputTokens: number; readonly outputTokens: number }
type SendPrompt = (request: LlmRequest<unknown>, schemaPlacement: 'format' | 'prompt') => Promise<Answer>

/**
 * Returns a model that is called through the AI SDK. `loadModel` imports the provider on the first call, so that a server without a
 * language model does not load it. The schema is sent in the way of the API; a server that refuses it gets the schema in the prompt
 * from then on. An answer that cannot be parsed is sent back once with the problem; then the call rejects with
 * LlmError('unusable-answer'). Rejects only with LlmError.
 */
export function createSdkLlm(options: SdkLlmOptions, loadModel: () => Promise<LanguageModel>): Llm {
  let sender: Promise<SendPrompt> | undefined
  let isFormatRefused = false
  const contextTokens = options.contextTokens ?? null

  const sendPrompt: SendPrompt = async (request, schemaPlacement) => {
    refuseTooLong(request, contextTokens)
    sender ??= createSender(options, loadModel)
    return await (
      await sender
    )(request, schemaPlacement)
  }
  const sendWithFallback: SendPrompt = async (request) => {
    if (isFormatRefused) return await sendPrompt(request, 'prompt')
    try {
      return await sendPrompt(request, 'format')
    } catch (thrown) {
      if (![400, 415, 422, 501].includes(httpStatusOf(thrown) ?? 0)) throw thrown
      const answer = await sendPrompt(request, 'prompt')
      isFormatRefused = true
      options.log.debug({ model: options.model }, 'the server does not support schemas: sending them in the prompt from now on')
      return answer
    }
  }

  return {
    id: options.model,
    contextTokens,
    generate: async (request) => {
      try {
        request.signal.throwIfAborted()
        return await generate(request, sendWithFallback, options.log)
      } catch (thrown) {
        throw toLlmError(thrown, request.signal, options.apiKey)
      }
    },
  }
}

function refuseTooLong({ instructions, prompt, schema, maxOutputTokens }: LlmRequest<unknown>, contextTokens: number | null) {
  if (contextTokens === null) return
  const needed = estimateTokens(`${instructions}${prompt}${schemaInstructions(schema)}`) + maxOutputTokens
  if (needed > contextTokens)
    throw new LlmError('too-long', `The request takes about ${needed} tokens, and the language model reads ${contextTokens}.`)
}

async function generate<T>(request: LlmRequest<T>, sendPrompt: SendPrompt, log: LlmLog) {
  const firstAnswer = await sendPrompt(request, 'format')
  const parsed = parseAnswer(firstAnswer.text, request.schema)
  if (parsed.ok) return { value: parsed.value, inputTokens: firstAnswer.inputTokens, outputTokens: firstAnswer.outputTokens }
  log.warn({ purpose: request.purpose, problem: parsed.problem }, 'the model returned an invalid reply: trying once more')

  const secondAnswer = await sendPrompt(
    { ...request, prompt: `${request.prompt}\n\n${retryInstructions(parsed.problem, request.schema)}` },
    'format',
  )
  const secondParsed = parseAnswer(secondAnswer.text, request.schema)
  if (!secondParsed.ok)
    throw new LlmError('unusable-answer', `The language model gave an answer that cannot be used. ${secondParsed.problem}`)
  return {
    value: secondParsed.value,
    inputTokens: firstAnswer.inputTokens + secondAnswer.inputTokens,
    outputTokens: firstAnswer.outputTokens + secondAnswer.outputTokens,
  }
}

async function createSender(options: SdkLlmOptions, loadModel: () => Promise<LanguageModel>): Promise<SendPrompt> {
  const [{ generateText, streamText, NoObjectGeneratedError, Output }, model] = await Promise.all([import('ai'), loadModel()])

  return async (request, schemaPlacement) => {
    const call = {
      model,
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: options.retries ?? 3,
      timeout: { totalMs: options.timeout ?? 280_000 },
      abortSignal: request.signal,
    }
    const { instructions, prompt, onFields } = request
    const send = (prompted: Prompted) =>
      onFields
        ? readStream(streamText({ ...call, ...prompted, onError: () => {} }), createFieldReporter(onFields))
        : generateText({ ...call, ...prompted })
    type Prompted = { readonly prompt: string; readonly instructions: string; readonly output?: ReturnType<typeof Output.object> }
    if (schemaPlacement === 'prompt') {
      return toAnswer(await send({ prompt, instructions: `${instructions}\n\n${schemaInstructions(request.schema)}` }))
    }
    try {
      const output = Output.object({ schema: request.schema, name: request.purpose.replace(/\W/g, '_') })
      return toAnswer(await send({ prompt, instructions, output }))
    } catch (thrown) {
      if (!NoObjectGeneratedError.isInstance(thrown)) throw thrown
      return toAnswer({ text: thrown.text, usage: thrown.usage })
    }
  }
}

type StreamedText = {
  readonly fullStream: AsyncIterable<StreamPart>
  readonly usage: PromiseLike<NonNullable<Generated['usage']>>
}
type StreamPart = { readonly type: string; readonly text?: unknown; readonly error?: unknown }

/** Reads a streamed answer to its end. Rejects with the error of the stream. */
async function readStream({ fullStream, usage }: StreamedText, report: (text: string) => void): Promise<Generated> {
  let text = ''
  for await (const part of fullStream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw new DOMException('The call took too long or was stopped.', 'AbortError')
    if (part.type !== 'text-delta' || typeof part.text !== 'string') continue
    text += part.text
    report(text)
  }
  return { text, usage: await usage }
}

type Generated = {
  readonly text: string | undefined
  readonly usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined } | undefined
}

const toAnswer = ({ text, usage }: Generated): Answer => ({
  text: text ?? '',
  inputTokens: usage?.inputTokens ?? 0,
  outputTokens: usage?.outputTokens ?? 0,
})

const schemaInstructions = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else. It must match this JSON schema:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }))}`

const retryInstructions = (problem: string, schema: z.ZodType) =>
  `Your previous answer to this could not be used. ${problem} Answer again, more briefly. ${schemaInstructions(schema)}`
