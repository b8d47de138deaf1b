import type { FastifyInstance } from 'fastify'
import { isOperator } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { findLocalServers } from '#platform/llm/servers/findLocalServers.ts'
import { listModels } from '#platform/llm/servers/listModels.ts'
import type { LlmServer, OfferedModel as Offered } from '#platform/llm/servers/LlmServer.ts'
import { type Configuration, languageModelsContract, type OfferedModel } from '../contract.ts'
import { readServer, saveServer, toServer, withContextTokens } from './configuration.ts'
import { chooseEmbedding, readEmbedding, removeEmbedding } from './embedding.ts'
import { listDimensions, listModelOptions } from './options.ts'
import { deleteLanguageModel, readLimits, updateLimits } from './store.ts'
import { toModelFailure } from './toModelFailure.ts'
import { tryServer } from './tryServer.ts'

const { useEmbedding, removeEmbedding: removeEmbeddingRoute, ...modelRoutes } = languageModelsContract

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
      const server = body.server ? await toServer(ctx, body.server) : await readServer(ctx)
      if (!server) throw new NotFound()
      if ('refused' in server) return refuse(server.refused)
      return { data: await tryServer(ctx, server) }
    },
    use: async ({ body, caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.server) refuse('setByEnvironment')
      const server = await toServer(ctx, body)
      if ('refused' in server) return refuse(server.refused)
      const trial = await tryServer(ctx, server)
      if (trial.outcome === 'answered') await saveServer(ctx, { ...server, contextTokens: trial.context_tokens })
      return { data: trial }
    },
    remove: async ({ caller, refuse }) => {
      await asOperator(caller.userId, refuse)
      if (ctx.config.llm.server) refuse('setByEnvironment')
      await deleteLanguageModel(ctx)
      return {}
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

/** The model of the search by meaning. */
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

async function readConfiguration(ctx: AppContext): Promise<Configuration> {
  const server = await readServer(ctx)
  const embedding = await readEmbedding(ctx)
  const limits = await readLimits(ctx)
  const current = server && (await withContextTokens(ctx, server))
  return {
    current: current && {
      source: current.source,
      kind: current.kind,
      address: withoutCredentials(current.baseUrl),
      model: current.model,
      has_key: current.apiKey !== null,
      context_tokens: current.contextTokens,
    },
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

/** The address that the environment names may contain a key. */
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
