import type { FastifyInstance } from 'fastify'
import { accountTakenOver } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { profileRoutes } from './server/routes.ts'
import { deleteStoredSettings } from './server/store.ts'
import { readSettings } from './server/settings.ts'

export { type StoredSettings, listAudioRetention, readSettings, readTrashRetention } from './server/settings.ts'

/**
 * Registers the routes for the signed-in user's data, account state and settings. Changes are published on the live channel
 * under the topics `me` and `settings` without content; the user's other open pages then reload the data.
 */
export function install(app: FastifyInstance, ctx: AppContext): void {
  profileRoutes(app, ctx)
  ctx.events.subscribe(accountTakenOver, 'me', ({ userId }) => deleteStoredSettings(ctx, userId))
}

/** Returns the user's settings for the personal data export. Nickname and avatar are exported with the account. */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  return { settings: await readSettings(ctx, userId) }
}
