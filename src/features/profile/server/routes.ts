import type { FastifyInstance } from 'fastify'
import { removeAccount } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { profileContract } from '../contract.ts'
import { readCurrentUser } from './readCurrentUser.ts'
import { changeSettings, readAllSettings } from './settings.ts'

export function profileRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'me', profileContract, {
    me: ({ caller }) => readCurrentUser(ctx, caller.userId),
    settings: async ({ caller }) => ({ data: await readAllSettings(ctx, caller.userId) }),
    changeSettings: async ({ body, caller, refuse }) => {
      const result = await changeSettings(ctx, caller.userId, body)
      return result === 'changed' ? { data: await readAllSettings(ctx, caller.userId) } : refuse(result)
    },
    remove: async ({ caller, refuse }) => {
      const result = await removeAccount(ctx, caller)
      return result === 'removed' ? {} : refuse(result)
    },
  })
}
