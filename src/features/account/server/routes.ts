import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { accountContract } from '../contract.ts'
import { beginSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { makeAccount, maySignUp } from './signUp.ts'
import { hasAccounts, readAccount, revokeSession } from './store.ts'

export function accountRoutes(app: FastifyInstance, ground: Ground): void {
  const signedIn = async (userId: string, userAgent: string) => ({
    data: {
      access_token: await beginSession(ground, userId, { loginType: 'password', userAgent }),
      token_type: 'bearer' as const,
    },
  })

  serve(app, 'account', accountContract, {
    signUp: async ({ body, from, refuse }) => {
      if (!(await maySignUp(ground, from, body.setup_token))) return refuse('notOpen')
      const userId = await makeAccount(ground, body.email, body.password)
      return userId ? signedIn(userId, from.userAgent) : refuse('emailTaken')
    },
    signIn: async ({ body, from, refuse }) => {
      const found = await signIn(ground, body.email, body.password)
      return typeof found === 'string' ? refuse(found) : signedIn(found.userId, from.userAgent)
    },
    signOut: async ({ caller }) => {
      await revokeSession(ground, caller.userId, caller.sessionId)
      return {}
    },
    instance: async ({ from }) => ({
      data: { has_accounts: await hasAccounts(ground), may_sign_up: await maySignUp(ground, from, undefined) },
    }),
    me: async ({ caller }) => {
      const account = await readAccount(ground, caller.userId)
      if (!account) throw new NotFound()
      return { data: { id: account.user_id, email: account.email, nickname: account.nickname } }
    },
  })
}
