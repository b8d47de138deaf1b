import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { codesContract } from '../contract.ts'
import { askForCode, askToProve, signInByCode } from './codes.ts'
import { beginSession } from './sessions.ts'
import { signedInReply } from './signedIn.ts'

export function codesRoutes(app: FastifyInstance, ground: Ground): void {
  const { delivers: delivered } = ground.mail
  serve(app, 'codes', codesContract, {
    send: async ({ body, from }) => {
      const words = { setupToken: body.setup_token, invitation: body.invitation }
      const { username: email, lang, device_tokens: tokens = [] } = body
      return { token: await askForCode(ground, { email, lang, from, words, tokens }), data: { delivered } }
    },
    signIn: async ({ body, from, refuse }) => {
      const signedIn = await signInByCode(ground, body, from)
      if (!signedIn) return refuse('wrongCode')
      const { account, isNew } = signedIn
      const token = await beginSession(ground, account.user_id, { loginType: 'code', from })
      const { data } = signedInReply(ground, account, { token, loginType: 'code', isNew })
      return { data: { ...data, has_password: account.password_hash !== null } }
    },
    sendToProve: async ({ caller, body, refuse }) => {
      const token = await askToProve(ground, caller.userId, body.lang)
      return token ? { token, data: { delivered } } : refuse('noAddress')
    },
  })
}
