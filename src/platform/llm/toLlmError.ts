import { LlmError } from './llm.ts'
import type { LlmErrorKind } from './llm.ts'

const MESSAGES: Record<LlmErrorKind, string> = {
  timeout: 'The language model did not answer in time.',
  'rate-limit': 'The language model server is busy or its quota is used up.',
  server: 'The language model server answered with an error.',
  auth: 'The language model server did not accept the key.',
  'not-found': 'The language model server has no such API or model.',
  network: 'The language model server cannot be reached.',
  'unusable-answer': 'The language model gave an answer that cannot be used.',
  'too-long': 'The request is longer than what the language model reads.',
  aborted: 'The call to the language model was stopped.',
}

/**
 * Converts anything that a call to a model throws into an LlmError.
 *
 * @NOTE The error of the SDK contains the whole request with the transcript, and a server may repeat the key in its message.
 * Neither may be logged, so the cause keeps only a shortened message with the key redacted.
 */
export function toLlmError(thrown: unknown, signal: AbortSignal, secret?: string): LlmError {
  if (thrown instanceof LlmError) return thrown
  const lastError = lastAttemptError(thrown)
  const tooLong = readTooLong(lastError)
  const kind = signal.aborted ? 'aborted' : tooLong ? 'too-long' : errorKind(lastError)
  const status = httpStatusOf(lastError)
  const message = status ? `${MESSAGES[kind]} (HTTP ${status})` : MESSAGES[kind]
  return new LlmError(kind, message, redactedCause(lastError, secret), tooLong?.contextTokens)
}

/** Returns the HTTP status of an SDK error, or undefined when there was no response. */
export function httpStatusOf(thrown: unknown): number | undefined {
  const status = property(thrown, 'statusCode')
  return typeof status === 'number' ? status : undefined
}

const TOO_LONG = /context_length_exceeded|exceed_context_size|(?:maximum|available) context (?:length|size)|context window/i
const CONTEXT_TOKENS = /maximum context length is (\d+)|"n_ctx"\s*:\s*(\d+)|context (?:window|size|length) of (\d+)/i

/**
 * Returns what a server says about how much its model reads, when it refused a request as longer; otherwise undefined. The wordings
 * are those of OpenAI, vLLM, llama.cpp and llama-cpp-python.
 */
export function readTooLong(thrown: unknown): { readonly contextTokens: number | null } | undefined {
  const body = responseBodyOf(thrown)
  if (![400, 413, 422].includes(httpStatusOf(thrown) ?? 0) || !TOO_LONG.test(body)) return undefined
  const number = CONTEXT_TOKENS.exec(body)?.slice(1).find(Boolean)
  return { contextTokens: number === undefined ? null : Number(number) }
}

/** Returns what the server sent with an error, or an empty text. It may repeat the request, so it is never logged. */
export function responseBodyOf(thrown: unknown): string {
  const body = property(thrown, 'responseBody')
  return typeof body === 'string' ? body : ''
}

function errorKind(thrown: unknown): LlmErrorKind {
  const status = httpStatusOf(thrown)
  const codes = causeChain(thrown).map((error) => property(error, 'code'))
  const names = causeChain(thrown).map((error) => property(error, 'name'))
  if (codes.includes('UND_ERR_HEADERS_TIMEOUT') || codes.includes('UND_ERR_BODY_TIMEOUT')) return 'timeout'
  if (names.includes('TimeoutError') || names.includes('AbortError')) return 'timeout'
  if (codes.some((code) => typeof code === 'string' && /^(UND_ERR_|E[A-Z]+$)/.test(code))) return 'network'
  if (status === 401 || status === 403) return 'auth'
  if (status === 404) return 'not-found'
  if (status === 429) return 'rate-limit'
  if (status === 408 || status === 504) return 'timeout'
  if (status === undefined && names.includes('AI_APICallError')) return 'network'
  return 'server'
}

/** Returns the error of the last attempt, which the retry error wraps. */
function lastAttemptError(thrown: unknown): unknown {
  return property(thrown, 'lastError') ?? thrown
}

function redactedCause(thrown: unknown, secret: string | undefined): Error {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return new Error((secret ? message.replaceAll(secret, '***') : message).replace(/sk-[\w*-]+/g, '***').slice(0, 300))
}

function causeChain(thrown: unknown): unknown[] {
  const errors: unknown[] = []
  for (let current = thrown; current !== undefined && current !== null && errors.length < 8; current = property(current, 'cause'))
    errors.push(current)
  return errors
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
