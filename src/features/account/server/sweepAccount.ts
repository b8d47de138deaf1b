import type { Ground } from '#platform/ground.ts'
import { sweepInvitations } from './invitations.ts'
import { forgetSessions } from './store.ts'
import { forgetExpired } from './storeWays.ts'

/** What nobody can use any more goes: codes, tickets, ways begun, sessions, invitations. */
export async function sweepAccount(ground: Ground): Promise<void> {
  await forgetExpired(ground)
  await forgetSessions(ground)
  await sweepInvitations(ground)
}
