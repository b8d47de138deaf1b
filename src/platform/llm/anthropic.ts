import { createModelFetch } from './http/fetchModel.ts'
import type { Llm } from './llm.ts'
import { createSdkLlm, type SdkLlmOptions } from './sdkLlm.ts'

/** Returns a model behind the Anthropic Messages API. The maximum of the output is sent with every request, as the API requires. */
export const anthropic = (options: SdkLlmOptions): Llm =>
  createSdkLlm(options, async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const fetch = createModelFetch({ silence: options.silence })
    // The key is always passed: without one the package would read the environment of the process.
    const provider = createAnthropic({ baseURL: options.baseUrl, apiKey: options.apiKey ?? '', fetch })
    return provider(options.model)
  })
