import { keepSession } from '../authState.ts'
import { sso } from './calls.ts'

/** Adds the identity the ticket stands for; this very browser must have begun it, so its cookie goes along. */
export async function finishBinding(ticket: string): Promise<void> {
  const { data } = await sso.finishBind({ body: { ticket }, headers: {} }, { withCookie: true, renews: true })
  keepSession(data)
}
