import type { LanguageModel } from 'ai'
import { z } from 'zod'
import { minutes, type Millis } from '#shared/units.ts'
import { createFieldReporter, createItemReporter, estimateTokens, LlmError, parseAnswer } from './llm.ts'
import type { Llm, LlmRequest } from './llm.ts'
import { toLlmError, httpStatusOf, readTooLong, responseBodyOf } from './toLlmError.ts'

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
  /** Timeout of one call with all its retries. By default 14 minutes, and 4.5 minutes without a word. */
  readonly timeout?: Millis | undefined
  /** Retries after a network error, 429 or 5xx; `Retry-After` up to a minute is respected. 3 by default. */
  readonly retries?: number | undefined
}

type Answer = { readonly text: string; readonly inputTokens: number; readonly outputTokens: number }
/**
 * Where the schema of the answer stands: in the `response_format` of the API, in that of a JSON object (llama-cpp-python), or in the
 * prompt. With the first two a server can hold the model to it.
 */
export type SchemaPlacement = 'format' | 'json-object' | 'prompt'
type LoadModel = (placement: SchemaPlacement) => Promise<LanguageModel>
type SendPrompt = (request: LlmRequest<unknown>) => Promise<Answer>

/**
 * Returns a model that is called through the AI SDK. `loadModel` imports the provider on the first call, so that a server without a
 * language model does not load it. The schema is sent in the way of the API; a server that refuses it gets the schema in another way
 * from then on. An answer that cannot be parsed is sent back once with the problem; then the call rejects with
 * LlmError('unusable-answer'). Rejects only with LlmError.
 */
export function createSdkLlm(options: SdkLlmOptions, loadModel: LoadModel): Llm {
  const contextTokens = options.contextTokens ?? null
  const sendPrompt = createFallback(options, loadModel)
  return {
    id: options.model,
    contextTokens,
    generate: async (request) => {
      try {
        request.signal.throwIfAborted()
        return await generate(request, sendPrompt, options.log)
      } catch (thrown) {
        throw toLlmError(thrown, request.signal, options.apiKey)
      }
    },
  }
}

/** Returns a sender that tries the next placement of the schema when a server refuses one, and keeps what the server accepts. */
function createFallback(options: SdkLlmOptions, loadModel: LoadModel): SendPrompt {
  const senders = new Map<SchemaPlacement, Promise<SendPrompt>>()
  let accepted: SchemaPlacement = 'format'

  const send = async (request: LlmRequest<unknown>, placement: SchemaPlacement): Promise<Answer> => {
    refuseTooLong(request, placement, options.contextTokens ?? null)
    const sender = senders.get(placement) ?? createSender(options, placement, loadModel)
    senders.set(placement, sender)
    const answer = await (await sender)(request)
    if (placement !== accepted)
      options.log.debug({ model: options.model, placement }, 'the server refused the schema: sending it elsewhere')
    accepted = placement
    return answer
  }
  const sendOrFallBack = async (request: LlmRequest<unknown>, placement: SchemaPlacement): Promise<Answer> => {
    try {
      return await send(request, placement)
    } catch (thrown) {
      const next = nextPlacement(placement, thrown)
      if (!next) throw thrown
      return await sendOrFallBack(request, next)
    }
  }
  return async (request) => await sendOrFallBack(request, accepted)
}

/** Returns where to send the schema after an error, or undefined when the error has another reason. */
function nextPlacement(placement: SchemaPlacement, thrown: unknown): SchemaPlacement | undefined {
  if (placement === 'prompt' || ![400, 415, 422, 501].includes(httpStatusOf(thrown) ?? 0) || readTooLong(thrown)) return undefined
  return placement === 'format' && responseBodyOf(thrown).includes('json_object') ? 'json-object' : 'prompt'
}

function refuseTooLong(request: LlmRequest<unknown>, placement: SchemaPlacement, contextTokens: number | null) {
  if (contextTokens === null) return
  const { instructions, prompt, schema, maxOutputTokens } = request
  const sentSchema = placement === 'prompt' ? schemaInstructions(schema) : ''
  const needed = estimateTokens(`${instructions}${prompt}${sentSchema}`) + maxOutputTokens
  if (needed > contextTokens)
    throw new LlmError('too-long', `The request takes about ${needed} tokens, and the language model reads ${contextTokens}.`)
}

async function generate<T>(request: LlmRequest<T>, sendPrompt: SendPrompt, log: LlmLog) {
  const firstAnswer = await sendPrompt(request)
  const parsed = parseAnswer(firstAnswer.text, request.schema)
  if (parsed.ok) return { value: parsed.value, inputTokens: firstAnswer.inputTokens, outputTokens: firstAnswer.outputTokens }
  log.warn({ purpose: request.purpose, problem: parsed.problem }, 'the model returned an invalid reply: trying once more')

  const secondAnswer = await sendAgain(request, parsed.problem, sendPrompt)
  const secondParsed = parseAnswer(secondAnswer.text, request.schema)
  if (!secondParsed.ok)
    throw new LlmError('unusable-answer', `The language model gave an answer that cannot be used. ${secondParsed.problem}`)
  return {
    value: secondParsed.value,
    inputTokens: firstAnswer.inputTokens + secondAnswer.inputTokens,
    outputTokens: firstAnswer.outputTokens + secondAnswer.outputTokens,
  }
}

/**
 * Returns a sender. Answers are streamed: a slow machine may take many minutes for one, and a server stops writing when the
 * connection of a stream is closed.
 */
async function createSender(options: SdkLlmOptions, placement: SchemaPlacement, loadModel: LoadModel): Promise<SendPrompt> {
  const [{ streamText, Output }, model] = await Promise.all([import('ai'), loadModel(placement)])
  const { total, silence } = {
    ...TIMEOUTS,
    ...(options.timeout !== undefined && { total: options.timeout, silence: options.timeout }),
  }

  return async ({ instructions, prompt, schema, purpose, maxOutputTokens, signal, onFields, onItems }) => {
    const { fullStream } = streamText({
      model,
      prompt,
      instructions: placement === 'prompt' ? `${instructions}\n\n${schemaInstructions(schema)}` : instructions,
      ...(placement !== 'prompt' && { output: Output.object({ schema, name: purpose.replace(/\W/g, '_') }) }),
      maxOutputTokens,
      maxRetries: options.retries ?? 3,
      timeout: { totalMs: total, firstChunkMs: silence, chunkMs: silence },
      abortSignal: signal,
      // Without a handler errors are printed, with the transcript.
      onError: () => {},
    })
    const reporters = [...(onFields ? [createFieldReporter(onFields)] : []), ...(onItems ? [createItemReporter(onItems)] : [])]
    let text = ''
    for await (const part of fullStream) {
      if (part.type === 'text-delta') {
        text += part.text
        for (const report of reporters) report(text)
      }
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw Object.assign(new Error(part.reason), { name: 'AbortError' })
      if (part.type === 'finish') return toAnswer(text, part.totalUsage)
    }
    throw new Error('the stream ended before the answer')
  }
}

/** A large model on a slow processor reads a part for minutes before it writes, and then writes for minutes. */
const TIMEOUTS = { total: minutes(14), silence: minutes(4.5) }

type TokenCounts = { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }

const toAnswer = (text: string, { inputTokens, outputTokens }: TokenCounts): Answer => ({
  text,
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
})

/** Sends the request with the problem of the first answer, and with the schema when the model can read both. */
async function sendAgain(request: LlmRequest<unknown>, problem: string, sendPrompt: SendPrompt): Promise<Answer> {
  const prompt = `${request.prompt}\n\nYour previous answer to this could not be used. ${problem} Answer again, more briefly.`
  try {
    return await sendPrompt({ ...request, prompt: `${prompt} ${schemaInstructions(request.schema)}` })
  } catch (thrown) {
    if (toLlmError(thrown, request.signal).kind !== 'too-long') throw thrown
    return await sendPrompt({ ...request, prompt })
  }
}

const schemaInstructions = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else. It must match this JSON schema:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input', reused: 'ref' }))}`
