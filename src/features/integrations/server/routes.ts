import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { SCOPES, integrationsContract } from '../contract.ts'
import { authorize } from './authorize.ts'
import { disconnectApp, listConnections } from './store.ts'

export function integrationsRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'integrations', integrationsContract, {
    connection: async ({ params, caller }) => {
      const connections = await listConnections(ground, caller.userId, params.app)
      const used = connections.flatMap(({ last_used_at }) => (last_used_at ? [last_used_at.getTime()] : []))
      const [first] = connections
      return {
        data: {
          is_available: ground.config.apps[params.app] !== null,
          connected: first !== undefined,
          scopes: SCOPES.filter((scope) => connections.some(({ scopes }) => scopes.includes(scope))),
          connected_at: first ? unixSeconds(first.connected_at) : null,
          last_used_at: used.length > 0 ? unixSeconds(new Date(Math.max(...used))) : null,
        },
      }
    },
    authorize: async ({ params, query, caller, refuse }) => {
      const program = ground.config.apps[params.app]
      if (!program) return refuse('notSetUp')
      const address = await authorize(ground, program, { app: params.app, userId: caller.userId, query })
      return address === null ? refuse('notThisProgram') : { data: { redirect_url: address } }
    },
    disconnect: async ({ params, caller }) => {
      await disconnectApp(ground, caller.userId, params.app)
      return {}
    },
  })
}
