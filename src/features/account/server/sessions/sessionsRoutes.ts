import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { sessionsContract } from '../../contract.ts'
import { endOtherSessions, endSession } from './sessions.ts'
import { type SessionRow, listSessions } from '../store.ts'

export function sessionsRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'sessions', sessionsContract, {
    list: async ({ caller }) => {
      const rows = await listSessions(ctx, caller.userId)
      const isCurrent = (row: SessionRow) => row.session_id === caller.sessionId
      // The current session first, then the others from newest to oldest.
      const sorted = rows.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
      return { data: sorted.map((row) => ({ ...toSession(row), is_current: isCurrent(row) })) }
    },
    remove: async ({ caller, body }) => {
      if (!(await endSession(ctx, { userId: caller.userId, sessionId: body.id }))) throw new NotFound()
      return {}
    },
    signOut: async ({ caller, body }) => {
      if (body?.all) await ctx.transaction((tx) => endOtherSessions(tx, caller.userId, null))
      else await endSession(ctx, caller)
      return {}
    },
  })
}

const toSession = (row: SessionRow) => ({
  id: row.session_id,
  client: row.client,
  login_type: row.login_type,
  user_agent: row.user_agent,
  network: row.network,
  created_at: unixSeconds(row.created_at),
  last_seen_at: unixSeconds(row.last_seen_at),
  expires_at: unixSeconds(row.expires_at),
})
