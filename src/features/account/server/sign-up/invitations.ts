import type { FastifyInstance } from 'fastify'
import { newId } from '#shared/newId.ts'
import { days, unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { hashToken, oneTimeToken } from '#platform/crypto/hashes.ts'
import { lockAccount } from '../store.ts'
import {
  type InvitationRow,
  countOpenInvitations,
  deleteInvitationsBefore,
  isInvitationOpen,
  insertInvitation,
  listInvitations,
  markInvitationUsed,
  deleteInvitation,
} from './storeInvitations.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { invitationsContract } from '../../contract.ts'

/** Lifetime of an invitation, and the maximum number of open invitations per user. */
const INVITATION_LIFETIME = days(7)
const MAX_OPEN = 20
/** Used and expired invitations are listed for this long after their expiry. */
const SHOWN_AFTER_EXPIRY = days(30)

/** True for the token of a valid invitation. Does not use it up. */
export const isValidInvitation = async (ctx: AppContext, token: string | null | undefined): Promise<boolean> =>
  !!token && isInvitationOpen(ctx, hashToken(token), ctx.clock.now())

/** Uses up an invitation in the transaction that creates the account. Returns false when the invitation is not valid. */
export const redeemInvitation = async (tx: AppContext, token: string | null | undefined, now: Date): Promise<boolean> =>
  !!token && markInvitationUsed(tx, hashToken(token), now)

/** Returns the caller's invitations, newest first. */
const listRecentInvitations = (ctx: AppContext, userId: string): Promise<InvitationRow[]> =>
  listInvitations(ctx, userId, new Date(ctx.clock.now().getTime() - SHOWN_AFTER_EXPIRY))

/** Creates an invitation and its link. Only the hash of the token is stored, so the link cannot be shown again. */
async function createInvitation(
  ctx: AppContext,
  userId: string,
): Promise<{ invitation: InvitationRow; link: string } | { refused: 'notInvite' | 'tooMany' }> {
  if (ctx.config.signUp !== 'invite') return { refused: 'notInvite' }
  const { token, hash } = oneTimeToken()
  const now = ctx.clock.now()
  const invitation: InvitationRow = {
    user_id: userId,
    invitation_id: newId(now),
    token_hash: hash,
    created_at: now,
    expires_at: new Date(now.getTime() + INVITATION_LIFETIME),
    used_at: null,
  }
  return ctx.transaction(async (tx) => {
    // Serializes concurrent calls, so that they cannot exceed the limit.
    await lockAccount(tx, userId)
    if ((await countOpenInvitations(tx, userId)) >= MAX_OPEN) return { refused: 'tooMany' }
    await insertInvitation(tx, invitation)
    return { invitation, link: `${ctx.config.publicUrl}/login?invitation=${token}` }
  })
}

/** Deletes invitations that are no longer shown. */
export const deleteOldInvitations = (ctx: AppContext): Promise<void> =>
  deleteInvitationsBefore(ctx, new Date(ctx.clock.now().getTime() - SHOWN_AFTER_EXPIRY))

export function invitationsRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'invitations', invitationsContract, {
    list: async ({ caller }) => ({ data: (await listRecentInvitations(ctx, caller.userId)).map(toInvitation) }),
    create: async ({ caller, from, refuse }) => {
      const created = await createInvitation(ctx, caller.userId)
      if ('refused' in created) return refuse(created.refused)
      return { data: { ...toInvitation(created.invitation), link: withRequestOrigin(created.link, ctx.config, from) } }
    },
    remove: async ({ caller, params }) => {
      if (!(await deleteInvitation(ctx, caller.userId, params.id))) throw new NotFound()
      return {}
    },
  })
}

const toInvitation = ({ invitation_id, created_at, expires_at, used_at }: InvitationRow) => ({
  id: invitation_id,
  created_at: unixSeconds(created_at),
  expires_at: unixSeconds(expires_at),
  is_used: used_at !== null,
})
