import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { accountContract } from '../contract.ts'
import { createSession } from './sessions/sessions.ts'
import { signInWithPassword } from './password/signInWithPassword.ts'
import { authorizeSignUp, createAccount, maySignUp } from './sign-up/signUp.ts'
import { signedInReply } from './sessions/signedInReply.ts'
import { hasAccounts } from './store.ts'

export function accountRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'account', accountContract, {
    signUp: async ({ body: { email, password, setup_token: setupToken, invitation }, from, refuse }) => {
      const signUpTokens = { setupToken, invitation }
      if (!(await maySignUp(ctx, from, signUpTokens))) return refuse('notOpen')
      const account = { email, password, country: from.country }
      const created = await createAccount(ctx, account, (tx) => authorizeSignUp(tx, from, signUpTokens))
      if (typeof created === 'string') return refuse(created)
      const token = await createSession(ctx, created.userId, { loginType: 'password', from })
      const row = { user_id: created.userId, email, password_hash: created.passwordHash }
      return signedInReply(ctx, row, { token, loginType: 'password', isNew: true })
    },
    signIn: async ({ body, from, refuse }) => {
      const { email, password, device_tokens: deviceTokens = [] } = body
      const signedIn = await signInWithPassword(ctx, { email, password, deviceTokens }, from)
      return signedIn ? signedInReply(ctx, signedIn.account, { token: signedIn.token, loginType: 'password' }) : refuse('wrong')
    },
    instance: async ({ query, from }) => ({
      data: {
        has_accounts: await hasAccounts(ctx),
        may_sign_up: await maySignUp(ctx, from, { setupToken: query.setup, invitation: query.invitation }),
        sign_up: ctx.config.signUp,
        codes: ctx.mail.deliversTo,
        providers: [...ctx.identity.providers],
        privacy_version: ctx.config.privacyVersion,
      },
    }),
  })
}
