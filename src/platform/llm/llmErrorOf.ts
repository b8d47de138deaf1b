import { LlmError } from './llm.ts'
import type { LlmErrorKind } from './llm.ts'

const says: Record<LlmErrorKind, string> = {
  timeout: 'The language model did not answer in time.',
  'rate-limit': 'The language model server is busy or its quota is used up.',
  server: 'The language model server answered with an error.',
  auth: 'The language model server did not accept the key.',
  network: 'The language model server cannot be reached.',
  'unusable-answer': 'The language model gave an answer that cannot be used.',
  aborted: 'The call to the language model was stopped.',
}

/**
 * Converts anything that a call to a model throws into an LlmError.
 *
 * @NOTE The error of the SDK contains the whole request with the transcript, and a server may repeat the key in its message.
 * Neither may be logged, so the cause keeps only a shortened message with the key redacted.
 */
export function llmErrorOf(thrown: unknown, signal: AbortSignal, secret?: string): LlmError {
  if (thrown instanceof LlmError) return thrown
  const last = innermost(thrown)
  const kind = signal.aborted ? 'aborted' : kindOf(last)
  const status = statusOf(last)
  return new LlmError(kind, status ? `${says[kind]} (HTTP ${status})` : says[kind], causeOf(last, secret))
}

/** Returns the HTTP status of an SDK error, or undefined when there was no response. */
export function statusOf(thrown: unknown): number | undefined {
  const status = property(thrown, 'statusCode')
  return typeof status === 'number' ? status : undefined
}

function kindOf(thrown: unknown): LlmErrorKind {
  const status = statusOf(thrown)
  const codes = chain(thrown).map((error) => property(error, 'code'))
  const names = chain(thrown).map((error) => property(error, 'name'))
  if (codes.includes('UND_ERR_HEADERS_TIMEOUT') || codes.includes('UND_ERR_BODY_TIMEOUT')) return 'timeout'
  if (names.includes('TimeoutError') || names.includes('AbortError')) return 'timeout'
  if (codes.some((code) => typeof code === 'string' && /^(UND_ERR_|E[A-Z]+$)/.test(code))) return 'network'
  if (status === 401 || status === 403) return 'auth'
  if (status === 429) return 'rate-limit'
  if (status === 408 || status === 504) return 'timeout'
  if (status === undefined && names.includes('AI_APICallError')) return 'network'
  return 'server'
}

/** Returns the error of the last attempt, which the retry error wraps. */
function innermost(thrown: unknown): unknown {
  return property(thrown, 'lastError') ?? thrown
}

function causeOf(thrown: unknown, secret: string | undefined): Error {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return new Error((secret ? message.replaceAll(secret, '***') : message).replace(/sk-[\w*-]+/g, '***').slice(0, 300))
}

function chain(thrown: unknown): unknown[] {
  const all: unknown[] = []
  for (let at = thrown; at !== undefined && at !== null && all.length < 8; at = property(at, 'cause')) all.push(at)
  return all
}

function property(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (of as Record<string, unknown>)[name] : undefined
}
