import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { serve } from '#platform/http/serve.ts'
import { accountContract } from '../contract.ts'
import { beginSession, endSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { makeAccount, maySignUp } from './signUp.ts'
import { hasAccounts, readAccount } from './store.ts'

export function accountRoutes(app: FastifyInstance, ground: Ground): void {
  const signedIn = async (userId: string, userAgent: string) => ({
    data: {
      access_token: await beginSession(ground, userId, { loginType: 'password', userAgent }),
      token_type: 'bearer' as const,
    },
  })

  serve(app, 'account', accountContract, {
    signUp: async ({ body, from, refuse }) => {
      const may = (step: Ground) => maySignUp(step, from, body.setup_token)
      if (!(await may(ground))) return refuse('notOpen')
      const made = await makeAccount(ground, body, may)
      return typeof made === 'string' ? refuse(made) : signedIn(made.userId, from.userAgent)
    },
    signIn: async ({ body, from, refuse }) => {
      const found = await signIn(ground, body.email, body.password)
      return typeof found === 'string' ? refuse(found) : signedIn(found.userId, from.userAgent)
    },
    signOut: async ({ caller }) => {
      await endSession(ground, caller)
      return {}
    },
    instance: async ({ from }) => ({
      data: { has_accounts: await hasAccounts(ground), may_sign_up: await maySignUp(ground, from, undefined) },
    }),
    me: async ({ caller }) => {
      const account = await readAccount(ground, caller.userId)
      if (!account) throw new NotFound()
      return {
        data: {
          id: account.user_id,
          email: account.email,
          nickname: account.nickname,
          scripted_speech: ground.config.scripted.speech,
        },
      }
    },
  })
}
