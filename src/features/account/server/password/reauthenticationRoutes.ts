import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { reauthenticationContract } from '../../contract.ts'
import { redeemReauthenticationCode } from '../codes/emailCodes.ts'
import { verifyPassword } from './passwordHash.ts'
import { markReauthenticated } from '../sessions/sessions.ts'
import { setPassword } from './setPassword.ts'
import { signedInReply } from '../sessions/signedInReply.ts'
import { markEmailVerified, readAccount } from '../store.ts'

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
      return typeof result === 'string' ? refuse(result) : signedInReply(ctx, result.account, result)
    },
  })
}
