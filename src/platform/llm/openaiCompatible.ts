import type { Llm } from './llm.ts'
import { createSdkLlm, type SdkLlmOptions } from './sdkLlm.ts'
import { fetchWithoutRedirects } from './servers/requestJson.ts'

/** Returns a model behind the OpenAI chat completions API: Ollama, llama.cpp, llama-cpp-python, vLLM, LM Studio, hosted services. */
export const openaiCompatible = (options: SdkLlmOptions): Llm =>
  createSdkLlm(options, async (placement) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    const { baseUrl: baseURL, apiKey } = options
    const provider = createOpenAICompatible({
      name: 'llm',
      baseURL,
      supportsStructuredOutputs: true,
      includeUsage: true,
      fetch: fetchCompletion,
      ...(placement === 'json-object' && { transformRequestBody: toJsonObjectFormat }),
      ...(apiKey ? { apiKey } : {}),
    })
    return provider(options.model)
  })

/** Moves the schema to where llama-cpp-python reads it: beside the type `json_object`. */
function toJsonObjectFormat(body: Record<string, unknown>): Record<string, unknown> {
  const { json_schema: format } = body['response_format'] as { json_schema: { schema: object } }
  return { ...body, response_format: { type: 'json_object', schema: limitTexts(format.schema) } }
}

/** The longest text that the grammar allows: some sentences. A small model that repeats itself would fill the whole answer. */
const MAX_TEXT = 400

/** Returns the schema with an end to each text. Other servers refuse such a limit, and this one makes a grammar of it. */
function limitTexts(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(limitTexts)
  if (typeof schema !== 'object' || schema === null) return schema
  const limited = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, limitTexts(value)]))
  return limited['type'] === 'string' && !('enum' in limited) ? { ...limited, maxLength: MAX_TEXT } : limited
}

/**
 * llama-cpp-python reports a `response_format` that it does not know as its own failure (500), which would be retried. It becomes the
 * refusal that it is.
 */
const fetchCompletion: typeof fetch = async (input, init) => {
  const response = await fetchWithoutRedirects(input, init)
  if (response.status !== 500) return response
  const body = await response.text()
  const { headers } = response
  return new Response(body, { status: body.includes('response_format') ? 422 : 500, headers })
}
