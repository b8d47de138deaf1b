import { newId } from '#kit/newId.ts'
import { days } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { hashOfWord, oneTimeWord } from '#platform/oneTimeWord.ts'
import { lockAccount } from './store.ts'
import {
  type InvitationRow,
  countOpenInvitations,
  forgetInvitations,
  hasInvitation,
  insertInvitation,
  listInvitations,
  markInvitationUsed,
} from './storeInvitations.ts'

/** Lifetime of an invitation, and the maximum number of open invitations per user. */
const INVITATION_LIFE = days(7)
const MOST_OPEN = 20
/** Used and expired invitations stay in the list this long after their expiry. */
const SHOWN_AFTER_END = days(30)

/** True for the token of a valid invitation. Does not use it up. */
export const isInvitation = async (ground: Ground, token: string | null | undefined): Promise<boolean> =>
  !!token && hasInvitation(ground, hashOfWord(token), ground.clock.now())

/** Uses up an invitation in the transaction that creates the account. Returns false when the invitation is not valid. */
export const takeInvitation = async (step: Ground, token: string | null | undefined, now: Date): Promise<boolean> =>
  !!token && markInvitationUsed(step, hashOfWord(token), now)

/** The caller's invitations, newest first. */
export const invitationsOf = (ground: Ground, userId: string): Promise<InvitationRow[]> =>
  listInvitations(ground, userId, new Date(ground.clock.now().getTime() - SHOWN_AFTER_END))

/** Creates an invitation and its link. Only the hash of the token is stored, so the link cannot be shown again. */
export async function makeInvitation(
  ground: Ground,
  userId: string,
): Promise<{ invitation: InvitationRow; link: string } | 'notInvite' | 'tooMany'> {
  if (ground.config.signUp !== 'invite') return 'notInvite'
  const { word: token, hash } = oneTimeWord()
  const now = ground.clock.now()
  const invitation: InvitationRow = {
    user_id: userId,
    invitation_id: newId(now),
    token_hash: hash,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_LIFE),
    used_at: null,
  }
  return ground.inOneStep(async (step) => {
    // The lock makes concurrent calls run one after another, so that they cannot exceed the limit.
    await lockAccount(step, userId)
    if ((await countOpenInvitations(step, userId)) >= MOST_OPEN) return 'tooMany'
    await insertInvitation(step, invitation)
    return { invitation, link: `${ground.config.publicUrl}/login?invitation=${token}` }
  })
}

/** Deletes invitations that are no longer shown. */
export const sweepInvitations = (ground: Ground): Promise<void> =>
  forgetInvitations(ground, new Date(ground.clock.now().getTime() - SHOWN_AFTER_END))
