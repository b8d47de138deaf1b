import { seconds } from '#shared/units.ts'
import type { SignedNotification } from './signing.ts'

const TIMEOUT = seconds(15)

/** Sends a notification and returns the status of the response. Rejects without a response. Redirects are not followed. */
export async function postNotification(url: string, { headers, body }: SignedNotification): Promise<number> {
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) })
  await response.body?.cancel()
  return response.status
}
