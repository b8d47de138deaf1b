import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { proofContract } from '../contract.ts'
import { spendCode } from './codes.ts'
import { isPassword } from './passwords.ts'
import { prove } from './sessions.ts'
import { setPassword } from './setPassword.ts'
import { signedInReply } from './signedIn.ts'
import { markVerified, readAccount } from './store.ts'

export function proofRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'proof', proofContract, {
    // @NOTE The route limits attempts per user, so failed attempts at the sign-in page cannot block the owner here.
    confirm: async ({ body, caller, refuse }) => {
      const byCode = 'token' in body
      const isRight = byCode
        ? await spendCode(ground, body, caller.userId)
        : await isPassword(body.password, (await readAccount(ground, caller.userId))?.password_hash)
      if (!isRight) return refuse('wrong')
      await ground.inOneStep(async (step) => {
        await prove(step, caller)
        // The user can read e-mails to this address, so it is verified.
        if (byCode) await markVerified(step, caller.userId)
      })
      return {}
    },
    setPassword: async ({ body, caller, from, refuse }) => {
      const done = await setPassword(ground, caller, from, { current: body.current_password, next: body.password })
      return typeof done === 'string' ? refuse(done) : signedInReply(ground, done.account, done)
    },
  })
}
