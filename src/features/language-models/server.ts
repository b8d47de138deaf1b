import { hours } from '#shared/units.ts'
import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import { handleJob, type ServerFeature } from '#platform/feature.ts'
import { job } from '#platform/jobs/jobs.ts'
import { readServer } from './server/configuration.ts'
import { deleteOldUses } from './server/limits.ts'
import { languageModelsRoutes } from './server/routes.ts'
import { listUses } from './server/store.ts'

export { chooseModel, hasModel, type ModelChoice, openModel, openServerModel } from './server/chooseModel.ts'

const deleteOldUsesJob = job('language-models.delete-old-uses', z.object({}))

/** The language model of this server: which one is used, and how much. */
export const languageModels: ServerFeature = {
  name: 'language-models',
  routes: [languageModelsRoutes],
  jobs: [handleJob(deleteOldUsesJob, deleteOldUses)],
  schedules: [{ every: hours(6), job: deleteOldUsesJob }],
  personalData: async (ctx, userId) => ({
    language_model_uses: (await listUses(ctx, userId)).map(({ purpose, used_at }) => ({
      purpose,
      used_at: used_at.toISOString(),
    })),
  }),
}

/** Returns the address of the language model in use, without its key, or null when there is none. */
export const readModelAddress = async (ctx: AppContext): Promise<string | null> => (await readServer(ctx))?.baseUrl ?? null
