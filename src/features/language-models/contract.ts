import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { MODEL_FAILURES } from './rules.ts'

const notOperator = { status: -4031, message: 'Only the operator of this server can manage its language model.' } as const
const setByEnvironment = {
  status: -4097,
  message: 'The language model is set by the environment of this server, so it cannot be changed here.',
} as const
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

export const Configuration = z.object({
  /** The model in use. The environment wins over what the operator chose. */
  current: z.nullable(
    z.object({
      source: z.enum(['environment', 'operator']),
      kind,
      address: z.string(),
      model: z.string(),
      /** The key itself is never sent. */
      has_key: z.boolean(),
      context_tokens: tokens,
    }),
  ),
  /** The model of the search by meaning; null when it is switched off, which it is at first. */
  embedding: z.nullable(
    z.object({ source: z.enum(['environment', 'operator']), address: z.string(), model: z.string(), has_key: z.boolean() }),
  ),
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

/** The interface language: `de_DE` or `de`. Without one, it is that of the header app-language, or English. */
const query = z.object({ language: z.optional(z.string().check(z.maxLength(20))) })
/** A call can reach another server. The limit keeps this one from being used to flood it. */
const limits = [{ per: 'user', max: 60, within: minutes(5) }] as const

export const languageModelsContract = {
  read: route({
    method: 'GET',
    path: '/language-model',
    access: 'signed-in',
    summary: 'The language model in use and the limits; for the operator',
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
    summary: 'List the models of a server; for the operator',
    body: z.object({ kind, address, key }),
    reply: z.object({ data: z.object({ models: z.array(OfferedModel), failure: z.nullable(failure) }) }),
    refusals: { notOperator, badAddress },
    limits,
  }),
  test: route({
    method: 'POST',
    path: '/language-model/try',
    access: 'signed-in',
    addsData: false,
    summary: 'Send one small request to a language model, or to the one in use; for the operator',
    body: z.object({ server: z.nullable(ServerInput) }),
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
    summary: 'Try a language model and use it from now on if it answers; for the operator',
    body: ServerInput,
    reply: z.object({ data: Trial }),
    refusals: { notOperator, badAddress, setByEnvironment },
    limits,
  }),
  remove: route({
    method: 'DELETE',
    path: '/language-model',
    access: 'signed-in',
    summary: 'Use no language model; for the operator',
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
    summary: 'Limit the use of the language model for each person and for the whole server; for the operator',
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
