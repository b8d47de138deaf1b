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
}

/** A language model: an OpenAI-compatible server, or a script in tests. */
export type Llm = {
  readonly id: string
  generate: <T>(request: LlmRequest<T>) => Promise<{ value: T; inputTokens: number; outputTokens: number }>
}

export type LlmErrorKind = 'timeout' | 'rate-limit' | 'server' | 'auth' | 'network' | 'unusable-answer' | 'aborted'

export class LlmError extends Error {
  readonly kind: LlmErrorKind
  constructor(kind: LlmErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'LlmError'
    this.kind = kind
  }
}
