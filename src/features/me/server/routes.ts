import type { FastifyInstance } from 'fastify'
import { removeAccount } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { serve } from '#platform/http/serve.ts'
import { meContract } from '../contract.ts'
import { readMe } from './readMe.ts'
import { changeSettings, readAllSettings } from './settings.ts'

export function meRoutes(app: FastifyInstance, ground: Ground): void {
  serve(app, 'me', meContract, {
    me: ({ caller }) => readMe(ground, caller.userId),
    settings: async ({ caller }) => ({ data: await readAllSettings(ground, caller.userId) }),
    changeSettings: async ({ body, caller, refuse }) => {
      const done = await changeSettings(ground, caller.userId, body)
      return done === 'changed' ? { data: await readAllSettings(ground, caller.userId) } : refuse(done)
    },
    remove: async ({ caller, refuse }) => {
      const done = await removeAccount(ground, caller)
      return done === 'removed' ? {} : refuse(done)
    },
  })
}
