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

/** An invitation counts this long, and nobody has more of them open than this. */
const INVITATION_LIFE = days(7)
const MOST_OPEN = 20
/** What was used or is over is still shown this long after its end. */
const SHOWN_AFTER_END = days(30)

/** True for the token of an invitation that still counts; takes nothing. */
export const isInvitation = async (ground: Ground, token: string | null | undefined): Promise<boolean> =>
  !!token && hasInvitation(ground, hashOfWord(token), ground.clock.now())

/** Uses an invitation up within the step that makes the account; false when it does not count (any more). */
export const takeInvitation = async (step: Ground, token: string | null | undefined, now: Date): Promise<boolean> =>
  !!token && markInvitationUsed(step, hashOfWord(token), now)

/** The caller's invitations, newest first. */
export const invitationsOf = (ground: Ground, userId: string): Promise<InvitationRow[]> =>
  listInvitations(ground, userId, new Date(ground.clock.now().getTime() - SHOWN_AFTER_END))

/** A new invitation and its link, which is written down nowhere: only the hash of its token is kept. */
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
    // One after another, so that many at the same moment are not more than there may be.
    await lockAccount(step, userId)
    if ((await countOpenInvitations(step, userId)) >= MOST_OPEN) return 'tooMany'
    await insertInvitation(step, invitation)
    return { invitation, link: `${ground.config.publicUrl}/login?invitation=${token}` }
  })
}

/** What nobody is shown any more. */
export const sweepInvitations = (ground: Ground): Promise<void> =>
  forgetInvitations(ground, new Date(ground.clock.now().getTime() - SHOWN_AFTER_END))
