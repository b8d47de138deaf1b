import { isLoopback } from '#platform/config/isLoopback.ts'
import type { AppContext } from '#platform/context.ts'
import type { LlmServerKind } from '#shared/llmServerKinds.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import { readContextTokens, rereadContextTokens } from '#platform/llm/servers/listModels.ts'
import { type LanguageModelRecord, listLanguageModels, type ServerRecord, updateLanguageModel } from './store.ts'
import { AUTO_MODEL, uniqueName } from './uniqueName.ts'

/** A configured language model and its server. */
export type ConfiguredModel = LlmServer & {
  /** Null for the model set by the environment. */
  readonly id: string | null
  readonly source: 'environment' | 'operator'
  /** The name that tasks refer to (B§7). */
  readonly modelName: string
  /** The name shown to users, which is unique. */
  readonly name: string
  /** The name given by the operator; null for the name of the model. */
  readonly givenName: string | null
  readonly description: string
  readonly isBeta: boolean
}

/**
 * Returns the models that are set up, the default one first. The one set by the environment is the default. It replaces the
 * operator's entry for the same model of the same server.
 */
export async function readModels(ctx: AppContext): Promise<ConfiguredModel[]> {
  const rows = await listLanguageModels(ctx)
  const { server } = ctx.config.llm
  const isSame = (row: LanguageModelRecord) => server !== null && isSameModel(toServerOf(row), server)
  const others = rows.filter((row) => !isSame(row)).map((row) => fromRow(ctx, row))
  return nameModels(server ? [fromEnvironment(server, rows, rows.find(isSame)), ...others] : others)
}

/** Returns the model for tasks that name none, or null when none is set up. */
export const readDefaultModel = async (ctx: AppContext): Promise<ConfiguredModel | null> => (await readModels(ctx))[0] ?? null

function fromEnvironment(server: LlmServer, rows: readonly LanguageModelRecord[], same?: LanguageModelRecord): ConfiguredModel {
  const taken = [AUTO_MODEL, ...rows.map(({ model_name }) => model_name)]
  const modelName = same?.model_name ?? uniqueName(server.model, taken)
  return {
    ...server,
    id: null,
    source: 'environment',
    modelName,
    name: '',
    givenName: null,
    description: '',
    isBeta: false,
  }
}

function fromRow(ctx: AppContext, row: LanguageModelRecord): ConfiguredModel {
  const { model_id: id, model_name: modelName, name: givenName, description, is_beta: isBeta } = row
  const server = { ...toServerOf(row), apiKey: decryptKey(ctx, row) }
  return { ...server, id, source: 'operator', modelName, name: '', givenName, description, isBeta }
}

const toServerOf = ({ kind, address: baseUrl, model, context_tokens: contextTokens }: LanguageModelRecord) => ({
  kind,
  baseUrl,
  model,
  contextTokens,
})

/** Names the models without a given name. If two servers offer the same model, the second one gets a number. */
function nameModels(models: readonly ConfiguredModel[]): ConfiguredModel[] {
  const taken = models.flatMap(({ givenName }) => givenName ?? [])
  return models.map((model) => {
    const name = model.givenName ?? uniqueName(model.model, taken)
    taken.push(name)
    return { ...model, name }
  })
}

type ServedModel = Pick<LlmServer, 'kind' | 'baseUrl' | 'model'>

export const isSameModel = (a: ServedModel, b: ServedModel): boolean =>
  a.kind === b.kind && a.baseUrl === b.baseUrl && a.model === b.model

/**
 * Returns the model with its context length. It is read from the server again, which may have been restarted with another one; if
 * that fails, the previous value counts. A value set by the environment is not read again.
 */
export async function withContextTokens(ctx: AppContext, model: ConfiguredModel, { loadsModel = false } = {}) {
  const { id, contextTokens: known } = model
  if (id === null) return known === null ? { ...model, contextTokens: await readContextTokens(model, { loadsModel }) } : model
  const contextTokens = known === null ? null : ((await rereadContextTokens(model, { loadsModel })) ?? known)
  if (contextTokens !== known) await updateLanguageModel(ctx, id, { context_tokens: contextTokens })
  return { ...model, contextTokens }
}

/** Returns the row of a server. Its key is encrypted for its kind and address. */
export function toServerRecord(ctx: AppContext, { kind, baseUrl, apiKey, model, contextTokens }: LlmServer): ServerRecord {
  const { fieldEncryption } = ctx.secrets
  const encrypted_key = apiKey === null ? null : fieldEncryption.encrypt(apiKey, keyContext(kind, baseUrl))
  return { kind, address: baseUrl, encrypted_key, model, context_tokens: contextTokens }
}

/** Returns the key, or null when there is none or it was encrypted on another installation. */
function decryptKey(ctx: AppContext, row: ServerRecord): string | null {
  if (row.encrypted_key === null) return null
  return ctx.secrets.fieldEncryption.decrypt(row.encrypted_key, keyContext(row.kind, row.address))
}

const keyContext = (kind: LlmServerKind, address: string) => `language-model-key ${kind} ${address}`

type TypedServer = {
  readonly kind: LlmServerKind
  readonly address: string
  readonly key?: string | undefined
  readonly model?: string
  /** The id of the model to change. */
  readonly id?: string | undefined
}

/**
 * Returns the server entered by the operator. A stored key is only used for the address it was stored for: that of the changed
 * model, otherwise of another model there. A host without a path gets `/v1`, the usual path of the API.
 */
export async function toServer(
  ctx: AppContext,
  { kind, address, key, model = '', id }: TypedServer,
): Promise<LlmServer | { refused: 'badAddress' }> {
  const baseUrl = toBaseUrl(address)
  if (baseUrl === null) return { refused: 'badAddress' }
  const isStored = (each: ConfiguredModel) => each.kind === kind && each.baseUrl === baseUrl && each.apiKey !== null
  const stored = key === undefined ? (await readModels(ctx)).filter(isStored) : []
  const storedKey = (stored.find((each) => each.id === id) ?? stored[0])?.apiKey ?? null
  return { kind, baseUrl, model: model.trim(), contextTokens: null, apiKey: key?.trim() || storedKey }
}

/** Returns the base URL of the API at an address entered by the operator, or null when it is invalid. */
export function toBaseUrl(address: string): string | null {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path || '/v1'}`
}

/** Returns whether the server runs on this machine, so that no text leaves it. */
export const isInner = ({ baseUrl }: Pick<LlmServer, 'baseUrl'>): boolean => isLoopback(baseUrl)
