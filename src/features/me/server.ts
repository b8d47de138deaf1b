import type { FastifyInstance } from 'fastify'
import { accountTakenOver } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { meRoutes } from './server/routes.ts'
import { forgetChosen } from './server/store.ts'
import { readSettings } from './server/settings.ts'

export { type StoredSettings, listSoundRules, readSettings, trashRules } from './server/settings.ts'

/**
 * Who is signed in: person, state and settings in one place. Other pages of the same user hear of changes on the live
 * channel, topics `me` and `settings`, and read again; no content travels there.
 */
export function install(app: FastifyInstance, ground: Ground): void {
  meRoutes(app, ground)
  ground.events.on(accountTakenOver, 'me', ({ userId }) => forgetChosen(ground, userId))
}

/** What is kept here of a user, as plain JSON for the copy of their data; name and picture stand with the account. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  return { settings: await readSettings(ground, userId) }
}
