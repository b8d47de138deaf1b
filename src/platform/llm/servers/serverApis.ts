import type { LlmServerKind } from '#shared/llmServerKinds.ts'
import { anthropic } from '../anthropic.ts'
import type { Llm } from '../llm.ts'
import { openaiCompatible } from '../openaiCompatible.ts'
import type { SdkLlmOptions } from '../sdkLlm.ts'

type ServerApi = {
  readonly open: (options: SdkLlmOptions) => Llm
  /** The list of models, below the base URL. */
  readonly modelsPath: string
  readonly headers: (apiKey: string | null) => Record<string, string>
  /** Whether programs on this network have the API, which say in ways of their own how much a model reads. */
  readonly isOfLocalPrograms: boolean
}

/** How a server of each kind is called. */
export const SERVER_APIS: Readonly<Record<LlmServerKind, ServerApi>> = {
  'openai-compatible': {
    open: openaiCompatible,
    modelsPath: '/models',
    headers: (apiKey): Record<string, string> => (apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    isOfLocalPrograms: true,
  },
  anthropic: {
    open: anthropic,
    modelsPath: '/models?limit=1000',
    headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', 'x-api-key': apiKey ?? '' }),
    isOfLocalPrograms: false,
  },
}
