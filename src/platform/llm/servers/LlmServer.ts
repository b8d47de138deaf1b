import type { LlmServerKind } from '#shared/llmServerKinds.ts'

/** A server of language models and the model to use there, as configured by the operator. */
export type LlmServer = {
  readonly kind: LlmServerKind
  /** Base URL of the API with its version, without a trailing slash: `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
  /** Maximum tokens of prompt and answer together; null when unknown. */
  readonly contextTokens: number | null
}

/** A model offered by a server. */
export type OfferedModel = {
  readonly id: string
  /** Bytes on disk; null when the server does not say. */
  readonly bytes: number | null
  readonly contextTokens: number | null
  /** The number of languages it was made for; null when the server does not say. */
  readonly languageCount: number | null
}
