/** A server of language models and the model to use there, as the operator has configured it. */
export type LlmServer = {
  readonly kind: LlmServerKind
  /** Base URL of the API with its version, without a trailing slash: `http://localhost:11434/v1`. */
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly model: string
  /** Tokens of prompt and answer together; null when it is not known. */
  readonly contextTokens: number | null
}

export const LLM_SERVER_KINDS = ['openai-compatible', 'anthropic'] as const
export type LlmServerKind = (typeof LLM_SERVER_KINDS)[number]

/** A model that a server offers. */
export type OfferedModel = {
  readonly id: string
  /** Bytes on disk; null when the server does not say. */
  readonly bytes: number | null
  readonly contextTokens: number | null
  /** How many languages it was made for; null when the server does not say. */
  readonly languageCount: number | null
}
