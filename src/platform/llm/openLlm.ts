import type { Millis } from '#shared/units.ts'
import { anthropic } from './anthropic.ts'
import type { Llm } from './llm.ts'
import { openaiCompatible } from './openaiCompatible.ts'
import type { LlmLog } from './sdkLlm.ts'
import type { LlmServer } from './servers/LlmServer.ts'

/** Limits of the calls, for a short attempt; see `SdkLlmOptions`. */
export type OpenLlmOptions = { readonly timeout?: Millis; readonly retries?: number }

/** Returns the model of a configured server. It connects with the first call. */
export type OpenLlm = (server: LlmServer, options?: OpenLlmOptions) => Llm

export const createOpenLlm =
  (log: LlmLog): OpenLlm =>
  ({ kind, baseUrl, apiKey, model, contextTokens }, options = {}) =>
    (kind === 'anthropic' ? anthropic : openaiCompatible)({
      ...options,
      baseUrl,
      model,
      contextTokens,
      log,
      ...(apiKey !== null && { apiKey }),
    })
