import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { SCOPES, integrationsContract } from '../contract.ts'
import { authorize } from './authorize.ts'
import { disconnectApp, listConnections } from './store.ts'

export function integrationsRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'integrations', integrationsContract, {
    connection: async ({ params, caller }) => {
      const connections = await listConnections(ctx, caller.userId, params.app)
      const lastUses = connections.flatMap(({ last_used_at }) => (last_used_at ? [last_used_at.getTime()] : []))
      const [first] = connections
      return {
        data: {
          is_available: ctx.config.apps[params.app] !== null,
          connected: first !== undefined,
          scopes: SCOPES.filter((scope) => connections.some(({ scopes }) => scopes.includes(scope))),
          connected_at: first ? unixSeconds(first.connected_at) : null,
          last_used_at: lastUses.length > 0 ? unixSeconds(new Date(Math.max(...lastUses))) : null,
        },
      }
    },
    authorize: async ({ params, query, caller, refuse }) => {
      const program = ctx.config.apps[params.app]
      if (!program) return refuse('notSetUp')
      const authorized = await authorize(ctx, program, { app: params.app, userId: caller.userId, query })
      return 'refused' in authorized ? refuse(authorized.refused) : { data: { redirect_url: authorized.redirectUrl } }
    },
    disconnect: async ({ params, caller }) => {
      await disconnectApp(ctx, caller.userId, params.app)
      return {}
    },
  })
}
