import type { z } from 'zod'

export type LlmRequest<T> = {
  /** What the call is for, in one word; it names the step in logs and in scripted tests. */
  readonly purpose: string
  readonly instructions: string
  readonly prompt: string
  /** The shape of the answer; the engine returns a value that has passed it. */
  readonly schema: z.ZodType<T>
  readonly maxOutputTokens: number
  readonly signal: AbortSignal
}

/** A language model behind a port: OpenAI-compatible servers in life, scripted in tests. */
export type Llm = {
  readonly id: string
  generate: <T>(request: LlmRequest<T>) => Promise<{ value: T; inputTokens: number; outputTokens: number }>
}

export type LlmErrorKind = 'timeout' | 'rate-limit' | 'server' | 'auth' | 'network' | 'unusable-answer' | 'aborted'

export class LlmError extends Error {
  readonly kind: LlmErrorKind
  constructor(kind: LlmErrorKind, says: string, cause?: unknown) {
    super(says, { cause })
    this.name = 'LlmError'
    this.kind = kind
  }
}
