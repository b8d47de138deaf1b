import { isLoopback } from '#platform/config/isLoopback.ts'
import type { AppContext } from '#platform/context.ts'
import type { LlmServer, LlmServerKind } from '#platform/llm/servers/LlmServer.ts'
import { readContextTokens, rereadContextTokens } from '#platform/llm/servers/listModels.ts'
import { deleteShapes, findLanguageModel, updateContextTokens, upsertLanguageModel } from './store.ts'

export type ConfiguredServer = LlmServer & { readonly source: 'environment' | 'operator' }

/** Returns the server of the language model in use, or null. What the environment names wins over what the operator chose. */
export async function readServer(ctx: AppContext): Promise<ConfiguredServer | null> {
  const { server } = ctx.config.llm
  if (server) return { ...server, source: 'environment' }
  const row = await findLanguageModel(ctx)
  if (!row) return null
  const { kind, address: baseUrl, model, context_tokens: contextTokens } = row
  return { source: 'operator', kind, baseUrl, model, contextTokens, apiKey: decryptKey(ctx, row) }
}

/**
 * Returns the server with what its model reads at once. Its server is asked again, because it may have been started with another
 * window since; what it said before counts when it says nothing. What the environment says is not asked for.
 */
export async function withContextTokens(ctx: AppContext, server: ConfiguredServer, { loadsModel = false } = {}) {
  const { source, contextTokens: known } = server
  if (source === 'environment')
    return known === null ? { ...server, contextTokens: await readContextTokens(server, { loadsModel }) } : server
  const contextTokens = known === null ? null : ((await rereadContextTokens(server, { loadsModel })) ?? known)
  if (contextTokens !== known) await updateContextTokens(ctx, server, contextTokens)
  return { ...server, contextTokens }
}

/** Stores the server that the operator chose. Its key is encrypted for its kind and address. */
export async function saveServer(ctx: AppContext, server: LlmServer): Promise<void> {
  const { kind, baseUrl, apiKey, model, contextTokens } = server
  await deleteShapes(ctx, { exceptOf: server })
  const { fieldEncryption } = ctx.secrets
  await upsertLanguageModel(ctx, {
    kind,
    address: baseUrl,
    encrypted_key: apiKey === null ? null : fieldEncryption.encrypt(apiKey, keyContext(kind, baseUrl)),
    model,
    context_tokens: contextTokens,
    chosen_at: ctx.clock.now(),
  })
}

/** Returns the key, or null when there is none or it was encrypted on another installation. */
function decryptKey(ctx: AppContext, row: { kind: LlmServerKind; address: string; encrypted_key: Buffer | null }): string | null {
  if (row.encrypted_key === null) return null
  return ctx.secrets.fieldEncryption.decrypt(row.encrypted_key, keyContext(row.kind, row.address))
}

const keyContext = (kind: LlmServerKind, address: string) => `language-model-key ${kind} ${address}`

type TypedServer = {
  readonly kind: LlmServerKind
  readonly address: string
  readonly key?: string | undefined
  readonly model?: string
}

/**
 * Returns the server that the operator typed. The stored key is used only for the address it was stored for. A host without a path
 * gets `/v1`, where these servers have their API.
 */
export async function toServer(
  ctx: AppContext,
  { kind, address, key, model = '' }: TypedServer,
): Promise<LlmServer | { refused: 'badAddress' }> {
  const baseUrl = toBaseUrl(address)
  if (baseUrl === null) return { refused: 'badAddress' }
  const stored = key === undefined ? await readServer(ctx) : null
  const storedKey = stored?.kind === kind && stored.baseUrl === baseUrl ? stored.apiKey : null
  return { kind, baseUrl, model: model.trim(), contextTokens: null, apiKey: key?.trim() || storedKey }
}

/** Returns the base URL of the API at an address that the operator typed, or null when it is no such address. */
export function toBaseUrl(address: string): string | null {
  const url = URL.parse(address.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) return null
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.origin}${path || '/v1'}`
}

/** Returns whether the server runs on this machine, so that no text leaves it. */
export const isInner = ({ baseUrl }: LlmServer): boolean => isLoopback(baseUrl)
