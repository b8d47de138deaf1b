import { createModelFetch } from './http/fetchModel.ts'
import type { Llm } from './llm.ts'
import { createSdkLlm, type SdkLlmOptions } from './sdkLlm.ts'

/** Returns a model behind the Anthropic Messages API, which requires a maximum output length in every request. */
export const anthropic = (options: SdkLlmOptions): Llm =>
  createSdkLlm(options, async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const fetch = createModelFetch({ silence: options.silence })
    // The key is always passed, because otherwise the package would read it from the environment.
    const provider = createAnthropic({ baseURL: options.baseUrl, apiKey: options.apiKey ?? '', fetch })
    return provider(options.model)
  })
