import type { LanguageModel } from 'ai'
import { z } from 'zod'
import { backOff } from '#shared/backOff.ts'
import { retry } from '#shared/retry.ts'
import { minutes, seconds, type Millis } from '#shared/units.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import { parseAnswer } from './answers/parseAnswer.ts'
import { createFieldReporter, createItemReporter } from './answers/reportProgress.ts'
import { estimateTokens, LlmError } from './llm.ts'
import type { Llm, LlmErrorKind, LlmRequest } from './llm.ts'
import { type Refusal, readRefusal } from './requests/readRefusal.ts'
import { readTooLong } from './requests/readTooLong.ts'
import { DEFAULT_SHAPE, type RequestShape } from './requests/RequestShape.ts'
import { smallest } from './smallest.ts'
import { httpStatusOf, LLM_ERROR_MESSAGES, readRetryAfter, responseBodyOf, toLlmError } from './toLlmError.ts'

/** The part of a logger used here. The content of recordings is never logged. */
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
  readonly clock?: Clock | undefined
  /** Timeout of one call with all its retries. 14 minutes by default. */
  readonly timeout?: Millis | undefined
  /** How long the server may send nothing. 4.5 minutes by default. */
  readonly silence?: Millis | undefined
  /** Retries after a network error, an incomplete answer, 429 or 5xx, with `Retry-After` up to two minutes. 3 by default. */
  readonly retries?: number | undefined
  /** What the server is known to accept. */
  readonly shape?: RequestShape | null | undefined
  /** Called when the server turns out to accept something else, before the answer is returned. */
  readonly onShape?: ((shape: RequestShape) => Promise<void> | void) | undefined
}

type Answer = { readonly text: string; readonly isCut: boolean; readonly inputTokens: number; readonly outputTokens: number }
type LoadModel = (shape: RequestShape) => Promise<LanguageModel>
type SendPrompt = (request: LlmRequest<unknown>) => Promise<Answer>

/**
 * Returns a model that is called through the AI SDK. `loadModel` imports the provider on the first call, so that a server without a
 * language model does not load it. When a server refuses part of a request, later requests leave it out. Temporary failures are
 * retried. An answer that cannot be parsed is sent back once with the problem; if that fails too, the call rejects. Rejects only
 * with LlmError.
 */
export function createSdkLlm(options: SdkLlmOptions, loadModel: LoadModel): Llm {
  const sendPrompt = createSender(options, loadModel)
  return {
    id: options.model,
    contextTokens: smallest(options.contextTokens, options.shape?.contextTokens),
    generate: async (request) => {
      const total = AbortSignal.timeout(options.timeout ?? TIMEOUT)
      try {
        request.signal.throwIfAborted()
        return await generate({ ...request, signal: AbortSignal.any([request.signal, total]) }, sendPrompt, options.log)
      } catch (thrown) {
        throw toLlmError(thrown, request.signal, options.apiKey)
      }
    },
  }
}

/** A large model on a slow processor reads a prompt for minutes, and then writes for minutes. */
const TIMEOUT = minutes(14)

async function generate<T>(request: LlmRequest<T>, sendPrompt: SendPrompt, log: LlmLog) {
  const firstAnswer = await sendPrompt(request)
  const parsed = parseAnswer(firstAnswer.text, request.schema)
  if (parsed.ok) return { value: parsed.value, inputTokens: firstAnswer.inputTokens, outputTokens: firstAnswer.outputTokens }
  log.warn({ purpose: request.purpose, problem: parsed.problem }, 'the model returned an invalid reply: trying once more')

  const secondAnswer = await sendAgain(request, parsed.problem, sendPrompt)
  const secondParsed = parseAnswer(secondAnswer.text, request.schema)
  if (!secondParsed.ok) {
    const kind = secondAnswer.isCut ? 'cut-answer' : ANSWER_KINDS[secondParsed.reason]
    throw new LlmError(kind, `${LLM_ERROR_MESSAGES[kind]} ${secondParsed.problem}`)
  }
  return {
    value: secondParsed.value,
    inputTokens: firstAnswer.inputTokens + secondAnswer.inputTokens,
    outputTokens: firstAnswer.outputTokens + secondAnswer.outputTokens,
  }
}

const ANSWER_KINDS = { empty: 'empty-answer', cut: 'cut-answer', unusable: 'unusable-answer' } as const

/** Sends the request with the problem of the first answer, and with the schema when both fit the context. */
async function sendAgain(request: LlmRequest<unknown>, problem: string, sendPrompt: SendPrompt): Promise<Answer> {
  const prompt = `${request.prompt}\n\nYour previous answer to this could not be used. ${problem} Answer again, more briefly.`
  try {
    return await sendPrompt({ ...request, prompt: `${prompt} ${schemaInstructions(request.schema)}` })
  } catch (thrown) {
    if (toLlmError(thrown, request.signal).kind !== 'too-long') throw thrown
    return await sendPrompt({ ...request, prompt })
  }
}

/** Maximum number of shapes that are tried, for servers that refuse one after another. */
const MAX_SHAPES = 10

/** Returns a sender that repeats a refused request in another shape and keeps the accepted one. */
function createSender(options: SdkLlmOptions, loadModel: LoadModel): SendPrompt {
  let kept = options.shape ?? DEFAULT_SHAPE
  let accepted = kept
  return async (request) => {
    let queue: readonly RequestShape[] = [accepted]
    let firstError: unknown
    for (let tries = 0; queue.length > 0 && tries < MAX_SHAPES; tries++) {
      const [shape = accepted, ...others] = queue
      try {
        const answer = await sendWithRetries(request, shape, options, loadModel)
        accepted = shape
        if (accepted !== kept) {
          options.log.debug({ model: options.model, shape }, 'the server refused a request: sending another shape from now on')
          await options.onShape?.(shape)
        }
        kept = accepted
        return answer
      } catch (thrown) {
        const known = smallest(options.contextTokens, shape.contextTokens)
        const contextTokens = readWindow(thrown, shape, request, known)
        if (contextTokens !== null) {
          accepted = { ...accepted, contextTokens }
          throw new LlmError('too-long', LLM_ERROR_MESSAGES['too-long'], undefined, contextTokens)
        }
        const refusal = readRefusalOf(thrown, shape, request)
        if (!refusal) throw thrown
        firstError ??= thrown
        // Other shapes are tried only once for servers that do not say what they refuse.
        queue = 'named' in refusal ? [refusal.named] : tries === 0 ? refusal.possible : others
      }
    }
    throw firstError
  }
}

/**
 * Returns the new context length after a server refused a request as too long, or null. Without a usable number, half of it is
 * tried.
 */
function readWindow(thrown: unknown, shape: RequestShape, request: LlmRequest<unknown>, known: number | null): number | null {
  const tooLong = readTooLong(httpStatusOf(thrown), responseBodyOf(thrown))
  if (tooLong?.kind !== 'context') return null
  if (tooLong.tokens !== null && tooLong.tokens < (known ?? Infinity)) return tooLong.tokens
  return Math.floor(Math.min(tokensOf(request, shape), known ?? Infinity) / 2)
}

function readRefusalOf(thrown: unknown, shape: RequestShape, request: LlmRequest<unknown>): Refusal | undefined {
  const [status, body] = [httpStatusOf(thrown), responseBodyOf(thrown)]
  if (status === undefined) return undefined
  const tooLong = readTooLong(status, body)
  if (tooLong?.kind === 'context') return undefined
  if (!tooLong)
    return EXPLAINED.includes(toLlmError(thrown, request.signal).kind) ? undefined : readRefusal({ status, body, shape })
  const sent = answerRoom(request, shape)
  const maxOutputTokens = tooLong.tokens !== null && tooLong.tokens < sent ? tooLong.tokens : Math.floor(sent / 2)
  return maxOutputTokens >= MIN_OUTPUT_TOKENS ? { named: { ...shape, maxOutputTokens } } : undefined
}

/** Errors that explain themselves: another shape of the request would not help. */
const EXPLAINED: readonly LlmErrorKind[] = ['unknown-model', 'auth', 'quota', 'refused-answer', 'no-api']

const MIN_OUTPUT_TOKENS = 100
const RETRY_DELAY = { initial: seconds(2), max: seconds(30) }
/** A server that asks for a longer delay counts as busy. */
const MAX_RETRY_AFTER: Millis = minutes(2)
const TEMPORARY: readonly LlmErrorKind[] = ['network', 'connection-refused', 'server', 'rate-limit', 'broken-off']

async function sendWithRetries(
  request: LlmRequest<unknown>,
  shape: RequestShape,
  options: SdkLlmOptions,
  loadModel: LoadModel,
): Promise<Answer> {
  const clock = options.clock ?? systemClock
  const retryAfter = (error: unknown) => readRetryAfter(error, clock.now())
  const isTemporary = (error: unknown): boolean =>
    !request.signal.aborted &&
    TEMPORARY.includes(toLlmError(error, request.signal).kind) &&
    readRefusalOf(error, shape, request) === undefined &&
    (retryAfter(error) ?? 0) <= MAX_RETRY_AFTER
  return await retry(async () => await send(request, shape, options, loadModel), {
    attempts: (options.retries ?? 3) + 1,
    isTemporary,
    pause: async (attempt, error) => await clock.wait(retryAfter(error) ?? backOff(attempt, RETRY_DELAY), request.signal),
  })
}

/**
 * Sends a request once. Answers are streamed, because a slow machine may take many minutes for one, and a server stops generating
 * when the connection closes.
 */
async function send(
  request: LlmRequest<unknown>,
  shape: RequestShape,
  options: SdkLlmOptions,
  loadModel: LoadModel,
): Promise<Answer> {
  const window = smallest(options.contextTokens, shape.contextTokens)
  const { prompt, schema, purpose, signal } = request
  const maxOutputTokens = answerRoom(request, shape)
  refuseTooLong(tokensOf(request, shape), window)
  const [{ streamText, Output }, model] = await Promise.all([import('ai'), loadModel(shape)])
  const { fullStream } = streamText({
    model,
    prompt,
    instructions: instructionsOf(request, shape),
    // The SDK would parse the whole answer again for each token. The fields are parsed below.
    ...(shape.schema !== 'prompt' && {
      output: {
        ...Output.object({ schema, name: purpose.replace(/\W/g, '_') }),
        parsePartialOutput: Output.text().parsePartialOutput,
      },
    }),
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
    // Without a handler, the SDK prints errors, including the transcript.
    onError: () => {},
  })
  return await readStream(fullStream, request, maxOutputTokens)
}

type Part =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'abort'; readonly reason?: string | undefined }
  | { readonly type: 'finish'; readonly finishReason: string; readonly totalUsage: TokenCounts }

type TokenCounts = { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }

async function readStream(
  parts: AsyncIterable<Part | { readonly type: string }>,
  { schema, signal, onFields, onItems }: LlmRequest<unknown>,
  maxOutputTokens: number,
): Promise<Answer> {
  const reporters = [...(onFields ? [createFieldReporter(onFields)] : []), ...(onItems ? [createItemReporter(onItems)] : [])]
  let text = ''
  try {
    for await (const each of parts) {
      const part = each as Part
      if (part.type === 'text-delta') {
        text += part.text
        if (text.length > maxOutputTokens * MOST_PER_TOKEN)
          throw new LlmError('endless-answer', LLM_ERROR_MESSAGES['endless-answer'])
        for (const report of reporters) report(text)
      }
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw Object.assign(new Error(part.reason), { name: 'AbortError' })
      if (part.type === 'finish') return toAnswer(text, part.finishReason === 'length', part.totalUsage)
    }
  } catch (error) {
    // The whole answer may have arrived before the connection closed.
    if (text === '' || toLlmError(error, signal).kind !== 'broken-off' || !parseAnswer(text, schema).ok) throw error
    return toAnswer(text, false, { inputTokens: undefined, outputTokens: undefined })
  }
  throw new LlmError('broken-off', LLM_ERROR_MESSAGES['broken-off'])
}

/** Length of the longest JSON tokens in characters, plus what a server may send beyond its maximum. */
const MOST_PER_TOKEN = 32

const toAnswer = (text: string, isCut: boolean, { inputTokens, outputTokens }: TokenCounts): Answer => ({
  text,
  isCut,
  inputTokens: inputTokens ?? 0,
  outputTokens: outputTokens ?? 0,
})

function refuseTooLong(needed: number, contextTokens: number | null) {
  if (contextTokens !== null && needed > contextTokens)
    throw new LlmError(
      'too-long',
      `${LLM_ERROR_MESSAGES['too-long']} It takes about ${needed} tokens, and the model reads ${contextTokens}.`,
    )
}

const answerRoom = (request: LlmRequest<unknown>, shape: RequestShape): number =>
  Math.min(request.maxOutputTokens, shape.maxOutputTokens ?? Infinity)

const instructionsOf = ({ instructions, schema }: LlmRequest<unknown>, shape: RequestShape): string =>
  shape.schema === 'prompt' ? `${instructions}\n\n${schemaInstructions(schema)}` : instructions

/** Returns the estimated tokens of a request and its answer. */
const tokensOf = (request: LlmRequest<unknown>, shape: RequestShape): number =>
  estimateTokens(`${instructionsOf(request, shape)}${request.prompt}`) + answerRoom(request, shape)

const schemaInstructions = (schema: z.ZodType) =>
  `Answer with one JSON object and nothing else. It must match this JSON schema:\n${JSON.stringify(z.toJSONSchema(schema, { io: 'input', reused: 'ref' }))}`
