import { accountTakenOver } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, listenTo } from '#platform/feature.ts'
import { profileRoutes } from './server/routes.ts'
import { deleteStoredSettings } from './server/store.ts'
import { readSettings } from './server/settings.ts'

export { type StoredSettings, listAudioRetention, readSettings, readTrashRetention } from './server/settings.ts'

/**
 * The signed-in user's data, account state and settings. Changes are published on the live channel under the topics `me` and
 * `settings` without content; the user's other open pages then reload the data.
 */
export const profile: ServerFeature = {
  name: 'profile',
  routes: [profileRoutes],
  listeners: [listenTo(accountTakenOver, 'profile', (ctx, { userId }) => deleteStoredSettings(ctx, userId))],
  personalData: exportPersonalData,
}

/** Nickname and avatar are exported with the account. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  return { settings: await readSettings(ctx, userId) }
}
