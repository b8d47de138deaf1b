import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { accountContract, codesContract, reauthenticationContract } from '../contract.ts'
import { createSession, markReauthenticated } from './sessions/sessions.ts'
import { verifyPassword } from './password/passwordHash.ts'
import { setPassword, signInWithPassword } from './password/passwords.ts'
import { authorizeSignUp, createAccount, isSignUpAllowed } from './sign-up/signUp.ts'
import { signedInReply } from './sessions/knownDevices.ts'
import { hasAccounts, markEmailVerified, readAccount } from './store.ts'
import { requestSignInCode, requestReauthenticationCode, signInWithCode, redeemReauthenticationCode } from './codes/emailCodes.ts'

export function accountRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'account', accountContract, {
    signUp: async ({ body: { email, password, setup_token: setupToken, invitation }, from, refuse }) => {
      const signUpTokens = { setupToken, invitation }
      if (!(await isSignUpAllowed(ctx, from, signUpTokens))) return refuse('signUpClosed')
      const account = { email, password, country: from.country }
      const created = await createAccount(ctx, account, (tx) => authorizeSignUp(tx, from, signUpTokens))
      if ('refused' in created) return refuse(created.refused)
      const token = await createSession(ctx, created.userId, { loginType: 'password', from })
      const row = { user_id: created.userId, email, password_hash: created.passwordHash }
      return signedInReply(ctx, row, { token, loginType: 'password', isNew: true })
    },
    signIn: async ({ body, from, refuse }) => {
      const { email, password, device_tokens: deviceTokens = [] } = body
      const signedIn = await signInWithPassword(ctx, { email, password, deviceTokens }, from)
      if ('refused' in signedIn) return refuse(signedIn.refused)
      return signedInReply(ctx, signedIn.account, { token: signedIn.token, loginType: 'password' })
    },
    instance: async ({ query, from }) => ({
      data: {
        has_accounts: await hasAccounts(ctx),
        may_sign_up: await isSignUpAllowed(ctx, from, { setupToken: query.setup, invitation: query.invitation }),
        sign_up: ctx.config.signUp,
        codes: ctx.mail.deliversTo,
        providers: [...ctx.identity.providers],
        privacy_version: ctx.config.privacyVersion,
      },
    }),
  })
}

export function codesRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { deliversTo: delivered } = ctx.mail
  serve(app, 'codes', codesContract, {
    send: async ({ body, from }) => {
      const signUpTokens = { setupToken: body.setup_token, invitation: body.invitation }
      const { username: email, lang, device_tokens: deviceTokens = [] } = body
      return { token: await requestSignInCode(ctx, { email, lang, from, signUpTokens, deviceTokens }), data: { delivered } }
    },
    signIn: async ({ body, from, refuse }) => {
      const signedIn = await signInWithCode(ctx, body, from)
      if ('refused' in signedIn) return refuse(signedIn.refused)
      const { account, isNew } = signedIn
      const token = await createSession(ctx, account.user_id, { loginType: 'code', from })
      const { data } = signedInReply(ctx, account, { token, loginType: 'code', isNew })
      return { data: { ...data, has_password: account.password_hash !== null } }
    },
    sendToProve: async ({ caller, body, refuse }) => {
      const requested = await requestReauthenticationCode(ctx, caller.userId, body.lang)
      return 'refused' in requested ? refuse(requested.refused) : { token: requested.token, data: { delivered } }
    },
  })
}

export function reauthenticationRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'proof', reauthenticationContract, {
    // @NOTE The route limits attempts per user, so failed attempts at the sign-in page cannot block the owner here.
    confirm: async ({ body, caller, refuse }) => {
      const byCode = 'token' in body
      const isCorrect = byCode
        ? await redeemReauthenticationCode(ctx, body, caller.userId)
        : await verifyPassword(body.password, (await readAccount(ctx, caller.userId))?.password_hash)
      if (!isCorrect) return refuse('wrong')
      await ctx.transaction(async (tx) => {
        await markReauthenticated(tx, caller)
        // The user can read e-mails to this address, so it is verified.
        if (byCode) await markEmailVerified(tx, caller.userId)
      })
      return {}
    },
    setPassword: async ({ body, caller, from, refuse }) => {
      const result = await setPassword(ctx, caller, from, { currentPassword: body.current_password, newPassword: body.password })
      return 'refused' in result ? refuse(result.refused) : signedInReply(ctx, result.account, result)
    },
  })
}
