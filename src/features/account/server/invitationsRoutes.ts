import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { atOrigin } from '#platform/http/atOrigin.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { invitationsContract } from '../contract.ts'
import { invitationsOf, makeInvitation } from './invitations.ts'
import { type InvitationRow, deleteInvitation } from './storeInvitations.ts'

export function invitationsRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'invitations', invitationsContract, {
    list: async ({ caller }) => ({ data: (await invitationsOf(ground, caller.userId)).map(toInvitation) }),
    create: async ({ caller, from, refuse }) => {
      const made = await makeInvitation(ground, caller.userId)
      if (typeof made === 'string') return refuse(made)
      return { data: { ...toInvitation(made.invitation), link: atOrigin(made.link, ground.config, from) } }
    },
    remove: async ({ caller, params }) => {
      if (!(await deleteInvitation(ground, caller.userId, params.id))) throw new NotFound()
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
