import { hours } from '#shared/units.ts'
import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'
import { handleJob, type ServerFeature } from '#platform/feature.ts'
import { type Embedder, openEmbedder } from '#platform/llm/embeddings.ts'
import { job } from '#platform/jobs/jobs.ts'
import { readModels } from './server/configuration.ts'
import { deleteOldUses } from './server/limits.ts'
import { readEmbedding } from './server/embedding.ts'
import { embeddingRoutes, languageModelsRoutes, modelListRoutes } from './server/routes.ts'
import { listUses } from './server/store.ts'

export { chooseModel, hasModel, type ModelChoice, openModel, openServerModel } from './server/chooseModel.ts'
export { readModelFailure, toModelFailure } from './server/toModelFailure.ts'
export { embeddingModelChanged } from './server/embedding.ts'

const deleteOldUsesJob = job('language-models.delete-old-uses', z.object({}))

/** The language models of this server: which ones are available, and the limits of their use. */
export const languageModels: ServerFeature = {
  name: 'language-models',
  routes: [languageModelsRoutes, modelListRoutes, embeddingRoutes],
  jobs: [handleJob(deleteOldUsesJob, deleteOldUses)],
  schedules: [{ every: hours(6), job: deleteOldUsesJob }],
  personalData: async (ctx, userId) => ({
    language_model_uses: (await listUses(ctx, userId)).map(({ purpose, used_at }) => ({
      purpose,
      used_at: used_at.toISOString(),
    })),
  }),
}

/** Returns the embedding model, or null when only words are searched. */
export const openEmbedding = async (ctx: AppContext): Promise<Embedder | null> => {
  const server = await readEmbedding(ctx)
  return server && openEmbedder(server)
}

/** Returns the addresses, without keys, of all usable models. Texts of recordings are sent to them. */
export const readModelAddresses = async (ctx: AppContext): Promise<string[]> =>
  [...(await readModels(ctx)), await readEmbedding(ctx)].flatMap((server) => (server ? [server.baseUrl] : []))
