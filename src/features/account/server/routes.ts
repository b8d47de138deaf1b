import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { accountContract, sessionsContract } from '../contract.ts'
import { beginSession, endOtherSessions, endSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { admit, makeAccount, maySignUp } from './signUp.ts'
import { signedInReply } from './signedIn.ts'
import { type SessionRow, hasAccounts, listSessions } from './store.ts'

export function accountRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'account', accountContract, {
    signUp: async ({ body: { email, password, setup_token: setupToken, invitation }, from, refuse }) => {
      const words = { setupToken, invitation }
      if (!(await maySignUp(ground, from, words))) return refuse('notOpen')
      const account = { email, password, country: from.country }
      const made = await makeAccount(ground, account, (step) => admit(step, from, words))
      if (typeof made === 'string') return refuse(made)
      const token = await beginSession(ground, made.userId, { loginType: 'password', from })
      const row = { user_id: made.userId, email, password_hash: made.passwordHash }
      return signedInReply(ground, row, { token, loginType: 'password', isNew: true })
    },
    signIn: async ({ body, from, refuse }) => {
      const { email, password, device_tokens: tokens = [] } = body
      const signedIn = await signIn(ground, { email, password, tokens }, from)
      return signedIn
        ? signedInReply(ground, signedIn.account, { token: signedIn.token, loginType: 'password' })
        : refuse('wrong')
    },
    instance: async ({ query, from }) => ({
      data: {
        has_accounts: await hasAccounts(ground),
        may_sign_up: await maySignUp(ground, from, { setupToken: query.setup, invitation: query.invitation }),
        sign_up: ground.config.signUp,
        codes: ground.mail.delivers,
        providers: [...ground.identity.providers],
        privacy_version: ground.config.privacyVersion,
      },
    }),
  })
}

export function sessionsRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'sessions', sessionsContract, {
    list: async ({ caller }) => {
      const rows = await listSessions(ground, caller.userId)
      const isCurrent = (row: SessionRow) => row.session_id === caller.sessionId
      // This one first, the others as they came: newest first.
      const inOrder = rows.toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
      return { data: inOrder.map((row) => ({ ...toSession(row), is_current: isCurrent(row) })) }
    },
    remove: async ({ caller, body }) => {
      if (!(await endSession(ground, { userId: caller.userId, sessionId: body.id }))) throw new NotFound()
      return {}
    },
    signOut: async ({ caller, body }) => {
      if (body?.all) await ground.inOneStep((step) => endOtherSessions(step, caller.userId, null))
      else await endSession(ground, caller)
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
