import { Refused } from '#kit/client.ts'

/** The refusal a call ends with; anything else fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<Refused> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof Refused) return error
  throw new Error(`expected a refusal, got ${error instanceof Error ? error.stack : String(error)}`)
}
