import { Refused } from '#shared/client.ts'

/** Returns the refusal of a call. Throws on success and on any other error. */
export async function expectRefusal(call: Promise<unknown>): Promise<Refused> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Refused) return error
  throw new Error(`expected a refusal, got ${error instanceof Error ? error.stack : String(error)}`)
}
