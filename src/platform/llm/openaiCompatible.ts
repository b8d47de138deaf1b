import { createCompletionFetch } from './http/fetchCompletion.ts'
import type { Llm } from './llm.ts'
import { shapeBody } from './requests/RequestShape.ts'
import { createSdkLlm, type SdkLlmOptions } from './sdkLlm.ts'

/** Returns a model behind the OpenAI chat completions API: Ollama, llama.cpp, llama-cpp-python, vLLM, LM Studio, hosted services. */
export const openaiCompatible = (options: SdkLlmOptions): Llm =>
  createSdkLlm(options, async (shape) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { baseUrl: baseURL, apiKey } = options
    const provider = createOpenAICompatible({
      name: 'llm',
      baseURL,
      supportsStructuredOutputs: true,
      includeUsage: true,
      fetch: createCompletionFetch(options.silence),
      transformRequestBody: (body: Record<string, unknown>) => shapeBody(body, shape),
      ...(apiKey ? { apiKey } : {}),
    })
    return provider(options.model)
  })
