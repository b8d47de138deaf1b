import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { LLM_SERVER_KIND_IDS } from '#shared/llmServerKinds.ts'
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

const kind = z.enum(LLM_SERVER_KIND_IDS)
const address = z.string().check(z.minLength(1), z.maxLength(500))
const key = z.optional(z.string().check(z.maxLength(1000)))
const model = z.string().check(z.minLength(1), z.maxLength(200))
const tokens = z.nullable(z.int())

/** A server as entered by the operator. Without `key`, the key stored for this address is used. */
const ServerInput = z.object({ kind, address, key, model })
export type ServerInput = z.infer<typeof ServerInput>

const typedText = (max: number) =>
  z.string().check(z.maxLength(MAX_TYPED_NAME, { abort: true }), z.overwrite(cleanName), z.maxLength(max))
/** How a model is shown to users. An empty name means the name of the model. */
const texts = { name: z.optional(typedText(60)), des: z.optional(typedText(200)), isBeta: z.optional(z.boolean()) }

const NewModel = z.object({ kind, address, key, model, ...texts })
export type NewModel = z.infer<typeof NewModel>

/** Changes of a model. Absent fields do not change. */
const ModelChange = z.object({ server: z.optional(ServerInput), ...texts })
export type ModelChange = z.infer<typeof ModelChange>

/** Why a server did not respond with an answer. */
const failure = z.enum(MODEL_FAILURES)

/** The result of one small request. `follows_schema` is false when the answer does not match the schema. */
export const Trial = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), ms: z.int(), follows_schema: z.boolean(), context_tokens: tokens }),
  z.object({ outcome: z.literal('failed'), failure }),
])
export type Trial = z.infer<typeof Trial>

/** An embedding model as entered by the operator. `key` works as for a language model. */
const EmbeddingInput = z.object({ address, key, model })
export type EmbeddingInput = z.infer<typeof EmbeddingInput>

/** The result of embedding one text. */
export const EmbeddingTrial = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), ms: z.int(), dimensions: z.int() }),
  z.object({ outcome: z.literal('failed'), failure }),
])
export type EmbeddingTrial = z.infer<typeof EmbeddingTrial>

const dayLimit = z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))
/** Null means no limit. */
const Limits = z.object({
  summaries: dayLimit,
  questions: dayLimit,
  /** Maximum number of concurrent requests. */
  requests: z.nullable(z.int().check(z.minimum(1), z.maximum(1000))),
})
export type Limits = z.infer<typeof Limits>

const source = z.enum(['environment', 'operator'])

/** A configured language model. */
export const Model = z.object({
  /** Null for the model set by the environment, which cannot be changed. */
  id: z.nullable(z.string()),
  /** The name that tasks refer to (B§7). It does not change with the model. */
  model_name: z.string(),
  name: z.string(),
  /** Without a description, users see where it runs. */
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
  /** The default model. The environment takes precedence over the operator's choice. */
  current: z.nullable(Model),
  /** All models, the default one first. */
  models: z.array(Model),
  /** The embedding model; null when it is off, which is the default. */
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

/** A selectable model (B§3). Tasks refer to it by `model_name`. */
export const ModelOption = z.object({
  model_name: z.string(),
  name: z.string(),
  des: z.string(),
  isBeta: z.boolean(),
  /** Whether it runs on the machine of this server. */
  is_inner: z.boolean(),
})
export type ModelOption = z.infer<typeof ModelOption>

/** `trial` is null when the server was not changed. `model` is null when the server did not respond and nothing was changed. */
const savedModel = z.object({ data: z.object({ trial: z.nullable(Trial), model: z.nullable(Model) }) })
const params = z.object({ id: z.string().check(z.maxLength(64)) })
/** The new default model after the previous one was removed; null when there is none. */
const nextDefault = z.object({ data: z.object({ current: z.nullable(Model) }) })

/** The interface language: `de_DE` or `de`. Defaults to the header app-language, then to English. */
const query = z.object({ language: z.optional(z.string().check(z.maxLength(20))) })
/** A call may contact another server. The limit prevents flooding it through this one. */
const limits = [{ per: 'user', max: 60, within: minutes(5) }] as const

export const languageModelsContract = {
  read: route({
    method: 'GET',
    path: '/language-model',
    access: 'signed-in',
    summary: 'Get the configured language models and the limits; for the operator',
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
    summary: 'Test a language model and make it the default if it responds; for the operator',
    body: ServerInput,
    reply: z.object({ data: Trial }),
    refusals: { notOperator, badAddress, setByEnvironment },
    limits,
  }),
  remove: route({
    method: 'DELETE',
    path: '/language-model',
    access: 'signed-in',
    summary: 'Remove the default language model; the next one becomes the default; for the operator',
    reply: nextDefault,
    refusals: { notOperator, setByEnvironment },
  }),
  add: route({
    method: 'POST',
    path: '/language-model/models',
    access: 'signed-in',
    summary: 'Test a language model and add it to the list if it responds; for the operator',
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
    summary: 'Change a language model; its server only if that responds; for the operator',
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
    summary: 'Remove a language model; if it was the default, the next one becomes the default; for the operator',
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
    summary: 'Test an embedding model and use it for searches by meaning if it responds; for the operator',
    body: EmbeddingInput,
    reply: z.object({ data: EmbeddingTrial }),
    refusals: { notOperator, badAddress, embeddingSetByEnvironment },
    limits,
  }),
  removeEmbedding: route({
    method: 'DELETE',
    path: '/language-model/embedding',
    access: 'signed-in',
    summary: 'Turn the search by meaning off and delete its vectors; for the operator',
    reply: z.object({}),
    refusals: { notOperator, embeddingSetByEnvironment },
  }),
  limit: route({
    method: 'PUT',
    path: '/language-model/limits',
    access: 'signed-in',
    addsData: false,
    summary: 'Limit the use of language models per user and for the whole server; for the operator',
    body: z.object({ person: Limits, server: Limits }),
    reply: z.object({}),
    refusals: { notOperator },
  }),
  options: route({
    method: 'GET',
    path: '/summary/models/config',
    access: 'signed-in',
    summary: 'List the selectable models, the automatic choice first (B§3, B§7)',
    query,
    reply: z.object({ data: z.object({ models: z.array(ModelOption) }) }),
  }),
  dimensions: route({
    method: 'GET',
    path: '/summary/multi/config',
    access: 'signed-in',
    summary: 'List the parts that a summary can have on this server (B§7)',
    query,
    reply: z.object({
      data: z.object({ dimensions: z.array(z.object({ dimension: z.string(), name: z.string(), isBeta: z.boolean() })) }),
    }),
  }),
} as const
