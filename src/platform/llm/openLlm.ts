import type { Millis } from '#shared/units.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import type { Llm } from './llm.ts'
import type { RequestShape } from './requests/RequestShape.ts'
import type { LlmLog } from './sdkLlm.ts'
import type { LlmServer } from './servers/LlmServer.ts'
import { SERVER_APIS } from './servers/serverApis.ts'

export type OpenLlmOptions = {
  /** Limits of the calls, for a short attempt; see `SdkLlmOptions`. */
  readonly timeout?: Millis
  readonly retries?: number
  /** What the server is known to accept, and a callback for changes to it. */
  readonly shape?: RequestShape | null
  readonly onShape?: (shape: RequestShape) => Promise<void> | void
}

/** Returns the model of a configured server. It connects with the first call. */
export type OpenLlm = (server: LlmServer, options?: OpenLlmOptions) => Llm

export const createOpenLlm =
  (log: LlmLog, clock: Clock = systemClock): OpenLlm =>
  ({ kind, baseUrl, apiKey, model, contextTokens }, options = {}) =>
    SERVER_APIS[kind].open({
      ...options,
      baseUrl,
      model,
      contextTokens,
      log,
      clock,
      ...(apiKey !== null && { apiKey }),
    })
