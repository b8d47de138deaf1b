import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { cleanName, MAX_TYPED_NAME } from '#shared/normalizeText.ts'
import { minutes } from '#shared/units.ts'
import { MAX_MODELS, MODEL_FAILURES } from './rules.ts'

const notOperator = { status: -4031, message: 'Only the operator of this server can manage its language models.' } as const
const setByEnvironment = {
  status: -4097,
  message: 'The default language model is set by the environment of this server, so it cannot be changed here.',
} as const
const alreadyAdded = { status: -4093, message: 'This model of this server is in the list already.' } as const
const nameTaken = { status: -4094, message: 'Another model has this name. Choose a name of its own.' } as const
const tooMany = { status: -4099, message: `There are ${MAX_MODELS} models already. Remove one first.` } as const
const embeddingSetByEnvironment = {
  status: -4117,
  message: 'The model of the search by meaning is set by the environment of this server, so it cannot be changed here.',
} as const
const badAddress = {
  status: -4098,
  message: 'This is not the address of a server. It looks like http://192.168.1.20:8000/v1, without a user name or a query.',
} as const

const kind = z.enum(['openai-compatible', 'anthropic'])
export type ServerKind = z.infer<typeof kind>
const address = z.string().check(z.minLength(1), z.maxLength(500))
const key = z.optional(z.string().check(z.maxLength(1000)))
const model = z.string().check(z.minLength(1), z.maxLength(200))
const tokens = z.nullable(z.int())

/** A server as the operator types it. Without `key` the stored one is used, if the address is the stored one. */
const ServerInput = z.object({ kind, address, key, model })
export type ServerInput = z.infer<typeof ServerInput>

const typedText = (max: number) =>
  z.string().check(z.maxLength(MAX_TYPED_NAME, { abort: true }), z.overwrite(cleanName), z.maxLength(max))
/** How people see a model. An empty name is that of the model. */
const texts = { name: z.optional(typedText(60)), des: z.optional(typedText(200)), isBeta: z.optional(z.boolean()) }

const NewModel = z.object({ kind, address, key, model, ...texts })
export type NewModel = z.infer<typeof NewModel>

/** What is changed of a model. What is left out stays. */
const ModelChange = z.object({ server: z.optional(ServerInput), ...texts })
export type ModelChange = z.infer<typeof ModelChange>

/** Why a server gave no answer. */
const failure = z.enum(MODEL_FAILURES)

/** The result of one small real request. `follows_schema` is false for an answer that is not in the requested form. */
export const Trial = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), ms: z.int(), follows_schema: z.boolean(), context_tokens: tokens }),
  z.object({ outcome: z.literal('failed'), failure }),
])
export type Trial = z.infer<typeof Trial>

/** A model of the search by meaning, as the operator types it. `key` is like that of a language model. */
const EmbeddingInput = z.object({ address, key, model })
export type EmbeddingInput = z.infer<typeof EmbeddingInput>

/** The result of turning one text into numbers. */
export const EmbeddingTrial = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), ms: z.int(), dimensions: z.int() }),
  z.object({ outcome: z.literal('failed'), failure }),
])
export type EmbeddingTrial = z.infer<typeof EmbeddingTrial>

const dayLimit = z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))
/** Null is no limit. */
const Limits = z.object({
  summaries: dayLimit,
  questions: dayLimit,
  /** Requests at the same time. */
  requests: z.nullable(z.int().check(z.minimum(1), z.maximum(1000))),
})
export type Limits = z.infer<typeof Limits>

const source = z.enum(['environment', 'operator'])

/** A language model that is set up. */
export const Model = z.object({
  /** Null for the one that the environment names. It cannot be changed. */
  id: z.nullable(z.string()),
  /** What a task names (B§7). It stays when the model is changed. */
  model_name: z.string(),
  name: z.string(),
  /** Without a description, where it runs is what people see. */
  des: z.string(),
  isBeta: z.boolean(),
  is_default: z.boolean(),
  source,
  kind,
  address: z.string(),
  model: z.string(),
  /** The key itself is never sent. */
  has_key: z.boolean(),
  context_tokens: tokens,
})
export type Model = z.infer<typeof Model>

export const Configuration = z.object({
  /** The default model. The environment wins over what the operator chose. */
  current: z.nullable(Model),
  /** All models, the default one first. */
  models: z.array(Model),
  /** The model of the search by meaning; null when it is switched off, which it is at first. */
  embedding: z.nullable(z.object({ source, address: z.string(), model: z.string(), has_key: z.boolean() })),
  /** Whether this machine is searched for programs that run language models. */
  is_searching_enabled: z.boolean(),
  person_limits: Limits,
  server_limits: Limits,
})
export type Configuration = z.infer<typeof Configuration>

const OfferedModel = z.object({
  model: z.string(),
  bytes: z.nullable(z.int()),
  context_tokens: tokens,
  language_count: z.nullable(z.int()),
})
export type OfferedModel = z.infer<typeof OfferedModel>

const LocalServer = z.object({
  program: z.enum(['ollama', 'lm-studio', 'llama-cpp', 'llama-cpp-python']),
  address: z.string(),
  models: z.array(OfferedModel),
})
export type LocalServer = z.infer<typeof LocalServer>

/** A model as people choose it when they generate (B§3). `model_name` is what a task names. */
export const ModelOption = z.object({
  model_name: z.string(),
  name: z.string(),
  des: z.string(),
  isBeta: z.boolean(),
  /** Runs on the machine of this server. */
  is_inner: z.boolean(),
})
export type ModelOption = z.infer<typeof ModelOption>

/** `trial` is null when the server was not changed. `model` is null when it did not answer, and nothing was changed. */
const savedModel = z.object({ data: z.object({ trial: z.nullable(Trial), model: z.nullable(Model) }) })
const params = z.object({ id: z.string().check(z.maxLength(64)) })
/** The default model after one was removed; null when there is none. */
const nextDefault = z.object({ data: z.object({ current: z.nullable(Model) }) })

/** The interface language: `de_DE` or `de`. Without one, it is that of the header app-language, or English. */
const query = z.object({ language: z.optional(z.string().check(z.maxLength(20))) })
/** A call can reach another server. The limit keeps this one from being used to flood it. */
const limits = [{ per: 'user', max: 60, within: minutes(5) }] as const

export const languageModelsContract = {
  read: route({
    method: 'GET',
    path: '/language-model',
    access: 'signed-in',
    summary: 'The language models that are set up, and the limits; for the operator',
    reply: z.object({ data: Configuration }),
    refusals: { notOperator },
  }),
  find: route({
    method: 'GET',
    path: '/language-model/found',
    access: 'signed-in',
    summary: 'Search this machine for programs that run language models; for the operator',
    reply: z.object({ data: z.object({ servers: z.array(LocalServer) }) }),
    refusals: { notOperator },
    limits,
  }),
  list: route({
    method: 'POST',
    path: '/language-model/list',
    access: 'signed-in',
    addsData: false,
    summary: 'List the models of a server, with the key of the model `id` if none is sent; for the operator',
    body: z.object({ kind, address, key, id: z.optional(params.shape.id) }),
    reply: z.object({ data: z.object({ models: z.array(OfferedModel), failure: z.nullable(failure) }) }),
    refusals: { notOperator, badAddress },
    limits,
  }),
  test: route({
    method: 'POST',
    path: '/language-model/try',
    access: 'signed-in',
    addsData: false,
    summary: 'Send one small request to a server, to the model `id`, or to the default one; for the operator',
    body: z.object({ server: z.nullable(ServerInput), id: z.optional(params.shape.id) }),
    mayNotExist: true,
    reply: z.object({ data: Trial }),
    refusals: { notOperator, badAddress },
    limits,
  }),
  use: route({
    method: 'PUT',
    path: '/language-model',
    access: 'signed-in',
    addsData: false,
    summary: 'Try a language model and make it the default if it answers, in place of the one before; for the operator',
    body: ServerInput,
    reply: z.object({ data: Trial }),
    refusals: { notOperator, badAddress, setByEnvironment },
    limits,
  }),
  remove: route({
    method: 'DELETE',
    path: '/language-model',
    access: 'signed-in',
    summary: 'Remove the default language model; the next one is the default then; for the operator',
    reply: nextDefault,
    refusals: { notOperator, setByEnvironment },
  }),
  add: route({
    method: 'POST',
    path: '/language-model/models',
    access: 'signed-in',
    summary: 'Try a language model and add it to the list if it answers; for the operator',
    body: NewModel,
    reply: savedModel,
    refusals: { notOperator, badAddress, alreadyAdded, nameTaken, tooMany },
    limits,
  }),
  change: route({
    method: 'PATCH',
    path: '/language-model/models/:id',
    access: 'signed-in',
    addsData: false,
    summary: 'Change a language model; its server only if that answers; for the operator',
    params,
    body: ModelChange,
    reply: savedModel,
    refusals: { notOperator, badAddress, alreadyAdded, nameTaken },
    limits,
  }),
  removeModel: route({
    method: 'DELETE',
    path: '/language-model/models/:id',
    access: 'signed-in',
    summary: 'Remove a language model; after the default one, the next one is the default; for the operator',
    params,
    reply: nextDefault,
    refusals: { notOperator },
  }),
  makeDefault: route({
    method: 'POST',
    path: '/language-model/models/:id/default',
    access: 'signed-in',
    addsData: false,
    summary: 'Make a language model the default; for the operator',
    params,
    reply: z.object({}),
    refusals: { notOperator, setByEnvironment },
  }),
  useEmbedding: route({
    method: 'PUT',
    path: '/language-model/embedding',
    access: 'signed-in',
    addsData: false,
    summary: 'Try a model for the search by meaning and use it from now on if it answers; for the operator',
    body: EmbeddingInput,
    reply: z.object({ data: EmbeddingTrial }),
    refusals: { notOperator, badAddress, embeddingSetByEnvironment },
    limits,
  }),
  removeEmbedding: route({
    method: 'DELETE',
    path: '/language-model/embedding',
    access: 'signed-in',
    summary: 'Search by words only, and delete what was stored for the search by meaning; for the operator',
    reply: z.object({}),
    refusals: { notOperator, embeddingSetByEnvironment },
  }),
  limit: route({
    method: 'PUT',
    path: '/language-model/limits',
    access: 'signed-in',
    addsData: false,
    summary: 'Limit the use of the language models for each person and for the whole server; for the operator',
    body: z.object({ person: Limits, server: Limits }),
    reply: z.object({}),
    refusals: { notOperator },
  }),
  options: route({
    method: 'GET',
    path: '/summary/models/config',
    access: 'signed-in',
    summary: 'The models that can be chosen, the automatic choice first (B§3, B§7)',
    query,
    reply: z.object({ data: z.object({ models: z.array(ModelOption) }) }),
  }),
  dimensions: route({
    method: 'GET',
    path: '/summary/multi/config',
    access: 'signed-in',
    summary: 'The parts that a summary can have here (B§7)',
    query,
    reply: z.object({
      data: z.object({ dimensions: z.array(z.object({ dimension: z.string(), name: z.string(), isBeta: z.boolean() })) }),
    }),
  }),
} as const
