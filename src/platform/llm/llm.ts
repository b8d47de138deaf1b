import type { z } from 'zod'

export type LlmRequest<T> = {
  /** The purpose of the call as one word, for logs and scripted tests. */
  readonly purpose: string
  readonly instructions: string
  readonly prompt: string
  /** The schema of the answer. The returned value has been validated with it. */
  readonly schema: z.ZodType<T>
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
  /**
   * Called with the complete fields of a streaming answer each time another one is complete. They are not validated. When the
   * answer is requested again, the fields start over.
   */
  readonly onFields?: ((fields: AnswerFields) => void) | undefined
  /** Like `onFields`, for the complete items of one list of the answer. */
  readonly onItems?: { readonly key: string; readonly report: (items: readonly unknown[]) => void } | undefined
}

/** The top-level fields of an answer. */
export type AnswerFields = Readonly<Record<string, unknown>>

/** A language model: a server with the OpenAI or the Anthropic API, or a script in tests. */
export type Llm = {
  readonly id: string
  /**
   * Tokens of prompt and answer together that the model reads; null when the server does not say. A longer request is refused with
   * LlmError('too-long') before it is sent, because many servers cut it silently. Callers divide their text with `estimateTokens`.
   */
  readonly contextTokens: number | null
  generate: <T>(request: LlmRequest<T>) => Promise<{ value: T; inputTokens: number; outputTokens: number }>
}

/** Why a call failed. `toLlmError.ts` has a sentence for each kind; pages add advice. */
export const LLM_ERROR_KINDS = [
  'aborted',
  'timeout',
  'rate-limit',
  'quota',
  /** The server failed: 5xx, or an error in the middle of an answer. */
  'server',
  /** The server refuses the request, and no other request would help. */
  'bad-request',
  'auth',
  /** The address does not have this API. */
  'not-found',
  'unknown-model',
  /** The server cannot be reached for a reason other than the ones below. */
  'network',
  'connection-refused',
  'unknown-host',
  'untrusted-certificate',
  'expired-certificate',
  'wrong-certificate-host',
  /** The address begins with https, but the server does not use TLS. */
  'no-https',
  'redirect',
  /** Another program answers, such as the sign-in page of a proxy. */
  'no-api',
  /** The connection closed before the answer was complete. */
  'broken-off',
  /** The model, or a filter of its server, refuses to answer. */
  'refused-answer',
  'empty-answer',
  /** The answer reached its maximum length before its end. */
  'cut-answer',
  'endless-answer',
  'unusable-answer',
  /** Longer than `contextTokens` and therefore not sent, or refused by the server for its length. */
  'too-long',
] as const
export type LlmErrorKind = (typeof LLM_ERROR_KINDS)[number]

/**
 * Returns an upper estimate of the tokens of a text, for any model: three bytes of UTF-8 are one token. English has about four,
 * Chinese and Japanese have three.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

export class LlmError extends Error {
  readonly kind: LlmErrorKind
  /** The context length that the server named when it refused a longer request. */
  readonly contextTokens: number | null
  constructor(kind: LlmErrorKind, message: string, cause?: unknown, contextTokens: number | null = null) {
    super(message, { cause })
    this.name = 'LlmError'
    this.kind = kind
    this.contextTokens = contextTokens
  }
}
