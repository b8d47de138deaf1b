import type { FastifyInstance } from 'fastify'
import { seconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { desktopContract } from '../contract.ts'
import { hashOfWord, oneTimeWord } from '#platform/oneTimeWord.ts'
import { beginSession } from './sessions.ts'
import { signedInReply } from './signedIn.ts'
import { lockAccount, lockSession } from './store.ts'
import { insertDesktopCode, revokeDesktopSessions, takeDesktopCode } from './storeWays.ts'

const CODE_LIFE = seconds(60)

export function desktopRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'desktop', desktopContract, {
    code: async ({ caller, query }) => {
      const { word, hash } = oneTimeWord()
      await insertDesktopCode(ground, {
        code_hash: hash,
        user_id: caller.userId,
        session_id: caller.sessionId,
        desktop_uuid: query.desktop_uuid,
        expires_at: new Date(ground.clock.now().getTime() + CODE_LIFE),
      })
      return { data: { auth_code: word, expires_in: CODE_LIFE / 1000 } }
    },
    exchange: async ({ body, from, refuse }) => {
      const signedIn = await exchange(ground, body, from)
      return signedIn ?? refuse('wrongCode')
    },
  })
}

type Said = { auth_code: string; desktop_uuid: string }

/** Exchanges a code for a session. A code is valid once, for one minute and one program; a failed attempt also consumes it. */
async function exchange(ground: Ground, { auth_code, desktop_uuid }: Said, from: { ip: string; userAgent: string }) {
  const row = await takeDesktopCode(ground, hashOfWord(auth_code))
  const now = ground.clock.now()
  if (!row || row.expires_at <= now || row.desktop_uuid !== desktop_uuid) return null
  return ground.inOneStep(async (step) => {
    // The locks order this with a concurrent "sign out everywhere": that ends the web session first, or the new session too.
    const account = await lockAccount(step, row.user_id)
    const page = await lockSession(step, row.user_id, row.session_id)
    if (!account || !page || page.revoked_at || page.expires_at <= now) return null
    await revokeDesktopSessions(step, row.user_id, desktop_uuid)
    await step.live.tell({ userId: row.user_id, topic: 'session', id: '' })
    // The new session is as fresh as the web session. Otherwise a desktop code would bypass reauthentication.
    const begun = { loginType: page.login_type, from, client: 'desktop' as const, desktopUuid: desktop_uuid, after: page }
    const token = await beginSession(step, row.user_id, begun)
    return signedInReply(ground, account, { token, loginType: page.login_type })
  })
}
