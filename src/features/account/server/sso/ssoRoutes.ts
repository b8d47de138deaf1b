import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { ssoContract } from '../../contract.ts'
import { isRelayAddress } from '../../rules.ts'
import { removeIdentity, unbindIdentity } from './identities.ts'
import { isFresh } from '../sessions/sessions.ts'
import { finishBind, signInWithTicket, createTicket } from './ssoTickets.ts'
import { readAccount } from '../store.ts'
import { listIdentities } from '../storeSignInMethods.ts'

export function ssoRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'sso', ssoContract, {
    redeem: async ({ body, headers, from, refuse }) => {
      const signedIn = await signInWithTicket(ctx, body.ticket, headers.cookie, from)
      return 'refused' in signedIn ? refuse(signedIn.refused) : signedIn
    },
    list: async ({ caller }) => {
      const account = await readAccount(ctx, caller.userId)
      if (!account) throw new NotFound()
      const identities = await listIdentities(ctx, caller.userId)
      return {
        data: {
          email: account.email,
          is_relay: isRelayAddress(account.email),
          has_password: account.password_hash !== null,
          is_fresh: await isFresh(ctx, caller),
          identities: identities.map((row) => ({
            id: row.identity_id,
            sso_type: row.provider,
            name: row.name ?? '',
            account: row.email ?? '',
            is_bound: row.unbound_at === null,
            linked_at: unixSeconds(row.linked_at),
            last_used_at: unixSeconds(row.last_used_at),
          })),
        },
      }
    },
    bind: async ({ caller, body, refuse }) => {
      const provider = ctx.identity.providers.find(({ id }) => id === body.sso_type)
      if (!provider) throw new NotFound()
      if (!(await isFresh(ctx, caller))) return refuse('notFresh')
      const ticket = await createTicket(ctx, { purpose: 'begin-bind', userId: caller.userId, provider: provider.id })
      return { data: { redirect_url: `${ctx.config.publicUrl}/api/auth/sso/${provider.id}/start?bind=${ticket}` } }
    },
    finishBind: async ({ caller, body, headers, from, refuse }) => {
      const bound = await finishBind(ctx, caller, { ticket: body.ticket, cookie: headers.cookie, from })
      return 'refused' in bound ? refuse(bound.refused) : bound
    },
    unbind: async ({ caller, body, refuse }) => {
      if (!(await isFresh(ctx, caller))) return refuse('notFresh')
      const refusal = await unbindIdentity(ctx, caller.userId, body.id)
      return refusal ? refuse(refusal.refused) : {}
    },
    remove: async ({ caller, query, refuse }) => {
      if (!(await isFresh(ctx, caller))) return refuse('notFresh')
      const refusal = await removeIdentity(ctx, caller.userId, query.id)
      return refusal ? refuse(refusal.refused) : {}
    },
  })
}
