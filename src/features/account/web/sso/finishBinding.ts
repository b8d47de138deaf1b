import { storeSession } from '../sessions/authState.ts'
import { sso } from '../queries.ts'

/** Redeems the ticket and binds its identity. Sends the cookie, because the binding must have started in this browser. */
export async function finishBinding(ticket: string): Promise<void> {
  const { data } = await sso.finishBind({ body: { ticket }, headers: {} }, { withCookie: true, refreshesToken: true })
  storeSession(data)
}
