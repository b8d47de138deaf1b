import { availableParallelism, totalmem } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { isOperator } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { ModelError } from '#platform/speech/models/downloadFile.ts'
import type { ManagedModel } from '#platform/speech/models/modelManager.ts'
import { isSherpaAvailable } from '#platform/speech/sherpa/sherpaRecognizer.ts'
import { speechModelsContract } from '../contract.ts'
import { listLanguageCoverage, toSpeechModel } from './wire.ts'

export function speechModelsRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { models, config } = ctx
  const { asOperator, withModel } = guards(ctx)
  serve(app, 'speech-models', speechModelsContract, {
    list: async ({ caller, refuse }) =>
      await asOperator(caller.userId, refuse, async () => {
        const { models: all, preferred, free, isMeasuring } = await models.list()
        const base = all.find(({ model }) => model.isBundled)?.measured ?? null
        return {
          data: {
            models: all.map((managed) => toSpeechModel(managed, { preferred, base })),
            free_bytes: free,
            cores: availableParallelism(),
            memory_bytes: totalmem(),
            runs_models: isSherpaAvailable(),
            speech_server: config.speechServer && new URL(config.speechServer.baseUrl).host,
            is_measuring: isMeasuring,
          },
        }
      }),
    download: async ({ params: { id }, caller: { userId }, refuse }) =>
      await withModel({ userId, id }, refuse, async () => {
        await models.start(id)
        return {}
      }),
    pause: async ({ params: { id }, caller: { userId }, refuse }) =>
      await withModel({ userId, id }, refuse, async () => {
        await models.pause(id)
        return {}
      }),
    remove: async ({ params: { id }, caller: { userId }, refuse }) =>
      await withModel({ userId, id }, refuse, async ({ model }) => {
        if (model.isBundled) refuse('bundled')
        await models.remove(id)
        return {}
      }),
    prefer: async ({ body, caller, refuse }) =>
      await asOperator(caller.userId, refuse, async () => {
        const status = (await models.list()).models.find(({ model }) => model.id === body.preferred)
        if (body.preferred !== null && !status) throw new NotFound()
        if (status && !status.isInstalled) refuse('notInstalled')
        await models.prefer(body.preferred)
        return {}
      }),
    measure: async ({ caller, refuse }) =>
      await asOperator(caller.userId, refuse, async () => {
        models.measure()
        return {}
      }),
    languages: async () => ({ data: { languages: await listLanguageCoverage(ctx) } }),
  })
}

type Refuse = (name: 'notOperator') => never

function guards(ctx: AppContext) {
  /** Runs `work` for the operator. An unknown model is NotFound. */
  const asOperator = async <T>(userId: string, refuse: Refuse, work: () => Promise<T>): Promise<T> => {
    if (!(await isOperator(ctx, userId))) refuse('notOperator')
    try {
      return await work()
    } catch (error) {
      throw error instanceof ModelError && error.kind === 'unknown-model' ? new NotFound() : error
    }
  }
  /** Like `asOperator`, for one model. An unknown id is NotFound for every user. */
  const withModel = async (
    { userId, id }: { userId: string; id: string },
    refuse: Refuse,
    work: (model: ManagedModel) => Promise<Record<string, never>>,
  ) => {
    const model = (await ctx.models.list()).models.find((managed) => managed.model.id === id)
    if (!model) throw new NotFound()
    return asOperator(userId, refuse, () => work(model))
  }
  return { asOperator, withModel }
}
