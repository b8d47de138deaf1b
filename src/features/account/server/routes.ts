import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { accountContract } from '../contract.ts'
import { beginSession } from './sessions.ts'
import { signIn } from './signIn.ts'
import { admit, makeAccount, maySignUp } from './signUp.ts'
import { signedInReply } from './signedIn.ts'
import { hasAccounts } from './store.ts'

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
