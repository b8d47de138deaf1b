import type { Llm } from './llm.ts'
import { createSdkLlm, type SdkLlmOptions } from './sdkLlm.ts'
import { fetchWithoutRedirects } from './servers/requestJson.ts'

/** Returns a model behind the OpenAI chat completions API: Ollama, llama.cpp, vLLM, LM Studio, hosted services. */
export const openaiCompatible = (options: SdkLlmOptions): Llm =>
  createSdkLlm(options, async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { baseUrl: baseURL, apiKey } = options
    const provider = createOpenAICompatible({
      name: 'llm',
      baseURL,
      supportsStructuredOutputs: true,
      fetch: fetchWithoutRedirects,
      ...(apiKey ? { apiKey } : {}),
    })
    return provider(options.model)
  })
