import type { FastifyInstance } from 'fastify'
import { accountTakenOver } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { meRoutes } from './server/routes.ts'
import { forgetChosen } from './server/store.ts'
import { readSettings } from './server/settings.ts'

export { type StoredSettings, listSoundRules, readSettings, trashRules } from './server/settings.ts'

/**
 * Registers the routes for the signed-in user's data, account state and settings. Changes are published on the live channel
 * under the topics `me` and `settings` without content; the user's other open pages then reload the data.
 */
export function install(app: FastifyInstance, ground: Ground): void {
  meRoutes(app, ground)
  ground.events.on(accountTakenOver, 'me', ({ userId }) => forgetChosen(ground, userId))
}

/** Returns the user's settings for the personal data export. Nickname and avatar are exported with the account. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  return { settings: await readSettings(ground, userId) }
}
