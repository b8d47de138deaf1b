import type { Send } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { readToken } from '../session/token.ts'
import { now } from '../timers/time.ts'

/** An older response is not used: the call is sent again. */
const MAX_AGE = seconds(10)

type Request = Pick<Parameters<Send>[0], 'method' | 'address'>
type EarlyResponse = { response: ReturnType<Send>; startedAt: number; token: string | undefined }

const responses = new Map<string, EarlyResponse>()

/** Stores the response to a GET request that was sent before the code that reads it was loaded. A failed request is dropped. */
export function keepEarlyResponse(address: string, response: ReturnType<Send>): void {
  const early = { response, startedAt: now(), token: readToken() }
  responses.set(address, early)
  response.catch(() => {
    if (responses.get(address) === early) responses.delete(address)
  })
}

/**
 * Returns the stored response to this request, once. Undefined when there is none, or when it is too old or from another session.
 */
export function takeEarlyResponse({ method, address }: Request): ReturnType<Send> | undefined {
  const early = responses.get(address)
  if (!early || method !== 'GET') return undefined
  responses.delete(address)
  return now() - early.startedAt <= MAX_AGE && early.token === readToken() ? early.response : undefined
}
