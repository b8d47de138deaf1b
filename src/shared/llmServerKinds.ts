/**
 * The APIs of servers of language models. `address` is where the API is offered, null when many servers have it. `label` is its name
 * on the page. How a server of each kind is called stands in src/platform/llm/servers/serverApis.ts.
 */
export const LLM_SERVER_KINDS = {
  'openai-compatible': { name: 'OpenAI-compatible', address: null, label: 'kind_openai' },
  anthropic: { name: 'Anthropic', address: 'https://api.anthropic.com/v1', label: 'kind_anthropic' },
} as const satisfies Record<string, { name: string; address: string | null; label: string }>

export type LlmServerKind = keyof typeof LLM_SERVER_KINDS
export const LLM_SERVER_KIND_IDS = Object.keys(LLM_SERVER_KINDS) as [LlmServerKind, ...LlmServerKind[]]
