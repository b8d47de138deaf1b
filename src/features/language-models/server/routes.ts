import type { FastifyInstance } from 'fastify'
import { isOperator } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { findLocalServers } from '#platform/llm/servers/findLocalServers.ts'
import { listModels } from '#platform/llm/servers/listModels.ts'
import type { LlmServer, OfferedModel as Offered } from '#platform/llm/servers/LlmServer.ts'
import { type Configuration, languageModelsContract, type Model, type OfferedModel } from '../contract.ts'
import { type ConfiguredModel, readDefaultModel, readModels, toServer, withContextTokens } from './configuration.ts'
import { chooseEmbedding, readEmbedding, removeEmbedding } from './embedding.ts'
import { listDimensions, listModelOptions } from './options.ts'
import {
  addModel,
  changeModel,
  findModel,
  makeDefault,
  removeDefaultModel,
  removeModel,
  type SavedModel,
  chooseDefault,
} from './manageModels.ts'
import { readLimits, updateLimits } from './store.ts'
import { toModelFailure } from './toModelFailure.ts'
import { tryServer } from './tryServer.ts'

const { useEmbedding, removeEmbedding: removeEmbeddingRoute, ...otherRoutes } = languageModelsContract
const { add, change, removeModel: removeModelRoute, makeDefault: makeDefaultRoute, ...modelRoutes } = otherRoutes

const createOperatorCheck = (ctx: AppContext) => async (userId: string, refuse: (name: 'notOperator') => never) => {
  if (!(await isOperator(ctx, userId))) refuse('notOperator')
}

export function languageModelsRoutes(app: FastifyInstance, ctx: AppContext): void {
  const asOperator = createOperatorCheck(ctx)
  serve(app, 'language-models', modelRoutes, {
    read: async ({ caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      return { data: await readConfiguration(ctx) }
    },
    find: async ({ caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      const { findPorts } = ctx.config.llm
      const servers = findPorts === null ? [] : await findLocalServers(findPorts)
      return {
        data: {
          servers: servers.map(({ program, baseUrl, models }) => ({ program, address: baseUrl, models: models.map(toWire) })),
        },
      }
    },
    list: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      const server = await toServer(ctx, body)
      if ('refused' in server) return refuse(server.refused)
      return { data: await listOrExplain(server) }
    },
    test: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      const { server: typed, id } = body
      const server = typed ? await toServer(ctx, { ...typed, id }) : await findListed(ctx, id)
      if ('refused' in server) return refuse(server.refused)
      return { data: await tryServer(ctx, server) }
    },
    use: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.server) refuse('setByEnvironment')
      const trial = await chooseDefault(ctx, body)
      if ('refused' in trial) return refuse(trial.refused)
      return { data: trial }
    },
    remove: async ({ caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.server) refuse('setByEnvironment')
      return toNextDefault(await removeDefaultModel(ctx))
    },
    limit: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      await ctx.transaction(async (tx) => await updateLimits(tx, body))
      return {}
    },
    options: async ({ query: { language }, from }) => ({
      data: { models: await listModelOptions(ctx, language ?? from.language) },
    }),
    dimensions: async ({ query: { language }, from }) => ({
      data: { dimensions: await listDimensions(ctx, language ?? from.language) },
    }),
  })
}

/** The list of models. A missing model is NotFound, even for users who may not change the list. */
export function modelListRoutes(app: FastifyInstance, ctx: AppContext): void {
  const asOperator = createOperatorCheck(ctx)
  const routes = { add, change, removeModel: removeModelRoute, makeDefault: makeDefaultRoute }
  serve(app, 'language-models', routes, {
    add: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      const saved = await addModel(ctx, body)
      return 'refused' in saved ? refuse(saved.refused) : await toSaved(ctx, saved)
    },
    change: async ({ params: { id }, body, caller, refuse }) => {
      await findModel(ctx, id)
      await asOperator(caller.userId, refuse)
      const saved = await changeModel(ctx, id, body)
      return 'refused' in saved ? refuse(saved.refused) : await toSaved(ctx, saved)
    },
    removeModel: async ({ params: { id }, caller, refuse }) => {
      await findModel(ctx, id)
      await asOperator(caller.userId, refuse)
      return toNextDefault(await removeModel(ctx, id))
    },
    makeDefault: async ({ params: { id }, caller, refuse }) => {
      await findModel(ctx, id)
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.server) refuse('setByEnvironment')
      await makeDefault(ctx, id)
      return {}
    },
  })
}

/** The embedding model. */
export function embeddingRoutes(app: FastifyInstance, ctx: AppContext): void {
  const asOperator = createOperatorCheck(ctx)
  const routes = { useEmbedding, removeEmbedding: removeEmbeddingRoute }
  serve(app, 'language-models', routes, {
    useEmbedding: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.embedding) refuse('embeddingSetByEnvironment')
      const trial = await chooseEmbedding(ctx, body)
      if ('refused' in trial) return refuse(trial.refused)
      return { data: trial }
    },
    removeEmbedding: async ({ caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.embedding) refuse('embeddingSetByEnvironment')
      await removeEmbedding(ctx)
      return {}
    },
  })
}

/** Returns a model by id, or the default one. Throws when there is none. */
async function findListed(ctx: AppContext, id: string | undefined): Promise<ConfiguredModel> {
  const found = id === undefined ? await readDefaultModel(ctx) : await findModel(ctx, id)
  if (!found) throw new NotFound()
  return found
}

async function readConfiguration(ctx: AppContext): Promise<Configuration> {
  const listed = await readModels(ctx)
  const models = await Promise.all(listed.map(async (model) => toModel(await withContextTokens(ctx, model), listed[0])))
  const embedding = await readEmbedding(ctx)
  const limits = await readLimits(ctx)
  return {
    current: models[0] ?? null,
    models,
    embedding: embedding && {
      source: embedding.source,
      address: withoutCredentials(embedding.baseUrl),
      model: embedding.model,
      has_key: embedding.apiKey !== null,
    },
    is_searching_enabled: ctx.config.llm.findPorts !== null,
    person_limits: limits.person,
    server_limits: limits.server,
  }
}

const toModel = (model: ConfiguredModel, first: ConfiguredModel | null | undefined): Model => ({
  id: model.id,
  model_name: model.modelName,
  name: model.name,
  des: model.description,
  isBeta: model.isBeta,
  is_default: model.modelName === first?.modelName,
  source: model.source,
  kind: model.kind,
  address: withoutCredentials(model.baseUrl),
  model: model.model,
  has_key: model.apiKey !== null,
  context_tokens: model.contextTokens,
})

const toNextDefault = (model: ConfiguredModel | null) => ({ data: { current: model && toModel(model, model) } })

const toSaved = async (ctx: AppContext, { trial, model }: SavedModel) => ({
  data: { trial, model: model && toModel(model, await readDefaultModel(ctx)) },
})

/** The address in the environment may contain a key. */
function withoutCredentials(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

async function listOrExplain(server: LlmServer) {
  try {
    return { models: (await listModels(server)).map(toWire), failure: null }
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    return { models: [], failure: toModelFailure(error) }
  }
}

const toWire = ({ id, bytes, contextTokens, languageCount }: Offered): OfferedModel => ({
  model: id,
  bytes,
  context_tokens: contextTokens,
  language_count: languageCount,
})
