import { Stripe } from 'stripe'
import type { Clock } from '#platform/clock/clock.ts'
import type { Log } from '#platform/log/log.ts'
import { seconds, type Millis } from '#shared/units.ts'

/** The client and log that every call to Stripe needs. */
export type StripeContext = { readonly client: Stripe; readonly log: Log; readonly clock: Clock }

type ClientOptions = {
  readonly secretKey: string
  readonly apiBase: string | null
  /** How long Stripe may send nothing. */
  readonly timeout?: Millis
  /** How often a request with an unknown outcome is retried. The idempotency key stays the same. */
  readonly retries?: number
}

export function createStripeClient({ secretKey, apiBase, timeout = seconds(10), retries = 2 }: ClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...(apiBase !== null && addressOf(apiBase)),
    maxNetworkRetries: retries,
    timeout,
    telemetry: false,
    httpClient: acceptObjectsOnly(Stripe.createNodeHttpClient()),
  })
}

function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase)
  const isPlain = protocol === 'http:'
  const defaultPort = isPlain ? 80 : 443
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPort, protocol: isPlain ? 'http' : 'https' }
}

/**
 * Rejects responses that are JSON but not an object. For a number or a string, the SDK never settles the request and throws in an
 * uncaught callback, which ends the process (observed with 23.1.0).
 */
function acceptObjectsOnly(client: Stripe.HttpClient): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (...request) => {
      const response = await client.makeRequest(...request)
      const readJson = response.toJSON.bind(response)
      response.toJSON = async () => {
        const json: unknown = await readJson()
        if (typeof json !== 'object' || json === null) throw new Error('the response is not an object')
        return json
      }
      return response
    },
  }
}
