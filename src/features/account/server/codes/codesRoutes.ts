import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { codesContract } from '../../contract.ts'
import { requestSignInCode, requestReauthenticationCode, signInWithCode } from './emailCodes.ts'
import { createSession } from '../sessions/sessions.ts'
import { signedInReply } from '../sessions/signedInReply.ts'

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
      if (!signedIn) return refuse('wrongCode')
      const { account, isNew } = signedIn
      const token = await createSession(ctx, account.user_id, { loginType: 'code', from })
      const { data } = signedInReply(ctx, account, { token, loginType: 'code', isNew })
      return { data: { ...data, has_password: account.password_hash !== null } }
    },
    sendToProve: async ({ caller, body, refuse }) => {
      const token = await requestReauthenticationCode(ctx, caller.userId, body.lang)
      return token ? { token, data: { delivered } } : refuse('noAddress')
    },
  })
}
