import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { withRequestOrigin } from '#platform/http/withRequestOrigin.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { invitationsContract } from '../../contract.ts'
import { listRecentInvitations, createInvitation } from './invitations.ts'
import { type InvitationRow, deleteInvitation } from './storeInvitations.ts'

export function invitationsRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'invitations', invitationsContract, {
    list: async ({ caller }) => ({ data: (await listRecentInvitations(ctx, caller.userId)).map(toInvitation) }),
    create: async ({ caller, from, refuse }) => {
      const created = await createInvitation(ctx, caller.userId)
      if (typeof created === 'string') return refuse(created)
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
