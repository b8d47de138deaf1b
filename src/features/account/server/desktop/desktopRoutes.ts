import type { FastifyInstance } from 'fastify'
import { seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { desktopContract, sessionTopic } from '../../contract.ts'
import { hashToken, oneTimeToken } from '#platform/crypto/hashes.ts'
import { createSession } from '../sessions/sessions.ts'
import { signedInReply } from '../sessions/knownDevices.ts'
import { lockAccount, lockSession } from '../store.ts'
import { insertDesktopCode, revokeDesktopSessions, consumeDesktopCode } from '../storeSignInMethods.ts'

const CODE_LIFETIME = seconds(60)

export function desktopRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'desktop', desktopContract, {
    code: async ({ caller, query }) => {
      const { token: code, hash } = oneTimeToken()
      await insertDesktopCode(ctx, {
        code_hash: hash,
        user_id: caller.userId,
        session_id: caller.sessionId,
        desktop_uuid: query.desktop_uuid,
        expires_at: new Date(ctx.clock.now().getTime() + CODE_LIFETIME),
      })
      return { data: { auth_code: code, expires_in: CODE_LIFETIME / 1000 } }
    },
    exchange: async ({ body, from, refuse }) => {
      const signedIn = await exchange(ctx, body, from)
      return 'refused' in signedIn ? refuse(signedIn.refused) : signedIn
    },
  })
}

type ExchangeRequest = { auth_code: string; desktop_uuid: string }

/** Exchanges a code for a session. A code is valid once, for one minute and one program; a failed attempt also consumes it. */
async function exchange(ctx: AppContext, { auth_code, desktop_uuid }: ExchangeRequest, from: { ip: string; userAgent: string }) {
  const refusal = { refused: 'wrongCode' } as const
  const row = await consumeDesktopCode(ctx, hashToken(auth_code))
  const now = ctx.clock.now()
  if (!row || row.expires_at <= now || row.desktop_uuid !== desktop_uuid) return refusal
  return ctx.transaction(async (tx) => {
    // The locks order this with a concurrent "sign out everywhere": that ends the web session first, or the new session too.
    const account = await lockAccount(tx, row.user_id)
    const webSession = await lockSession(tx, row.user_id, row.session_id)
    if (!account || !webSession || webSession.revoked_at || webSession.expires_at <= now) return refusal
    await revokeDesktopSessions(tx, row.user_id, desktop_uuid)
    await tx.live.publish(sessionTopic, { userId: row.user_id })
    // The new session has the freshness of the web session. Otherwise a desktop code would bypass reauthentication.
    const newSession = {
      loginType: webSession.login_type,
      from,
      client: 'desktop' as const,
      desktopUuid: desktop_uuid,
      replaces: webSession,
    }
    const token = await createSession(tx, row.user_id, newSession)
    return signedInReply(ctx, account, { token, loginType: webSession.login_type })
  })
}
