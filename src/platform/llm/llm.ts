import type { z } from 'zod'

export type LlmRequest<T> = {
  /** One word for the purpose of the call, used in logs and in scripted tests. */
  readonly purpose: string
  readonly instructions: string
  readonly prompt: string
  /** The schema of the answer. The returned value has been validated with it. */
  readonly schema: z.ZodType<T>
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
  /**
   * Called while the answer is written, with its fields that are complete, each time there is a further one. They are not
   * validated. When an answer is asked for again, the fields start over.
   */
  readonly onFields?: ((fields: AnswerFields) => void) | undefined
  /** Called while a list of the answer is written, with its items that are complete. Like `onFields`, of one list. */
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

/** Why a call gave no answer. Each has a sentence in `toLlmError.ts`, and advice where people read it. */
export const LLM_ERROR_KINDS = [
  'aborted',
  'timeout',
  'rate-limit',
  'quota',
  /** The server failed: 5xx, or an error in the middle of an answer. */
  'server',
  /** The server refuses the request for a reason that nothing here can change. */
  'bad-request',
  'auth',
  /** The address has no such API. */
  'not-found',
  'unknown-model',
  /** The server cannot be reached, for another reason than those below. */
  'network',
  'connection-refused',
  'unknown-host',
  'untrusted-certificate',
  'expired-certificate',
  'wrong-certificate-host',
  /** The server does not speak TLS, and the address begins with https. */
  'no-https',
  'redirect',
  /** Something else answers, such as the sign-in page of a proxy. */
  'no-api',
  /** The connection ended within an answer. */
  'broken-off',
  /** The model, or a filter of its server, refuses to answer. */
  'refused-answer',
  'empty-answer',
  /** The answer reached its maximum before its end. */
  'cut-answer',
  'endless-answer',
  'unusable-answer',
  /** Not sent, see `contextTokens`, or refused by the server. */
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
  /** What the model reads at once, when a server said so as it refused a longer request. */
  readonly contextTokens: number | null
  constructor(kind: LlmErrorKind, message: string, cause?: unknown, contextTokens: number | null = null) {
    super(message, { cause })
    this.name = 'LlmError'
    this.kind = kind
    this.contextTokens = contextTokens
  }
}
