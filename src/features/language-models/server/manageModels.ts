import { newId } from '#shared/newId.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { LlmServer } from '#platform/llm/servers/LlmServer.ts'
import type { ModelChange, NewModel, ServerInput, Trial } from '../contract.ts'
import { MAX_MODELS } from '../rules.ts'
import { type ConfiguredModel, isSameModel, readDefaultModel, readModels, toServer, toServerRecord } from './configuration.ts'
import {
  deleteLanguageModel,
  deleteOtherShapes,
  insertLanguageModel,
  listLanguageModels,
  lockLanguageModels,
  type TextRecord,
  updateDefault,
  updateLanguageModel,
} from './store.ts'
import { tryServer } from './tryServer.ts'
import { AUTO_MODEL, uniqueName } from './uniqueName.ts'

/** `model` is null when the server did not respond and nothing was changed. `trial` is null when it was not called. */
export type SavedModel = { readonly trial: Trial | null; readonly model: ConfiguredModel | null }

type Refusal<Name extends string> = { readonly refused: Name }
type Conflict = Refusal<'alreadyAdded' | 'nameTaken'>
type AddConflict = Conflict | Refusal<'tooMany'>

/** Tests a model and adds it to the list if it responds. The first one becomes the default. */
export async function addModel(ctx: AppContext, input: NewModel): Promise<SavedModel | AddConflict | Refusal<'badAddress'>> {
  const server = await toServer(ctx, input)
  if ('refused' in server) return server
  const findRefusal = async (at: AppContext): Promise<AddConflict | undefined> => {
    const models = await readModels(at)
    return models.length >= MAX_MODELS ? { refused: 'tooMany' } : findConflict(models, { server, name: input.name })
  }
  const refusal = await findRefusal(ctx)
  if (refusal) return refusal
  const trial = await tryServer(ctx, server)
  if (trial.outcome === 'failed') return { trial, model: null }
  return await inLockedList(ctx, async (tx) => {
    const conflict = await findRefusal(tx)
    if (conflict) return conflict
    const id = await insertModel(tx, { ...server, contextTokens: trial.context_tokens }, toTexts(input))
    return { trial, model: await findModel(tx, id) }
  })
}

/** Changes how a model is shown, and its server if that one responds. */
export async function changeModel(
  ctx: AppContext,
  id: string,
  { server: typed, ...input }: ModelChange,
): Promise<SavedModel | Conflict | Refusal<'badAddress'>> {
  const server = typed && (await toServer(ctx, { ...typed, id }))
  if (server && 'refused' in server) return server
  const change = { id, server, name: input.name }
  const refusal = findConflict(await readModels(ctx), change)
  if (refusal) return refusal
  const trial = server ? await tryServer(ctx, server) : null
  if (trial?.outcome === 'failed') return { trial, model: null }
  return await inLockedList(ctx, async (tx) => {
    const conflict = findConflict(await readModels(tx), change)
    if (conflict) return conflict
    const served = server && toServerRecord(tx, { ...server, contextTokens: trial?.context_tokens ?? null })
    const fields = { ...toTexts(input), ...served }
    if (Object.keys(fields).length > 0) await updateLanguageModel(tx, id, fields)
    return { trial, model: await findModel(tx, id) }
  })
}

/** Returns a model by id. Throws when it was removed. */
export async function findModel(ctx: AppContext, id: string): Promise<ConfiguredModel> {
  const found = (await readModels(ctx)).find((model) => model.id === id)
  if (!found) throw new NotFound()
  return found
}

export const makeDefault = async (ctx: AppContext, id: string): Promise<void> =>
  await inLockedList(ctx, async (tx) => await updateDefault(tx, id))

/** Removes a model. If it was the default, the next one becomes the default. Returns the new default. */
export const removeModel = async (ctx: AppContext, id: string): Promise<ConfiguredModel | null> =>
  await inLockedList(ctx, async (tx) => {
    await deleteFromList(tx, id)
    return await readDefaultModel(tx)
  })

/** Removes the operator's default model. Returns the new default. */
export const removeDefaultModel = async (ctx: AppContext): Promise<ConfiguredModel | null> =>
  await inLockedList(ctx, async (tx) => {
    const [row] = await listLanguageModels(tx)
    if (row) await deleteFromList(tx, row.model_id)
    return await readDefaultModel(tx)
  })

async function deleteFromList(tx: AppContext, id: string): Promise<void> {
  await deleteLanguageModel(tx, id)
  const [next] = await listLanguageModels(tx)
  if (next && !next.is_default) await updateDefault(tx, next.model_id)
}

/**
 * Tests a model and makes it the default if it responds, for clients that support only one model. A model of the list becomes the
 * default; a new one replaces the default.
 */
export async function chooseDefault(ctx: AppContext, input: ServerInput): Promise<Trial | Refusal<'badAddress'>> {
  const server = await toServer(ctx, input)
  if ('refused' in server) return server
  const trial = await tryServer(ctx, server)
  if (trial.outcome === 'failed') return trial
  const answered = { ...server, contextTokens: trial.context_tokens }
  await inLockedList(ctx, async (tx) => {
    const listed = (await readModels(tx)).find((model) => isSameModel(model, server))
    if (listed?.id) {
      await updateLanguageModel(tx, listed.id, toServerRecord(tx, answered))
      await updateDefault(tx, listed.id)
    } else {
      const [replaced] = await listLanguageModels(tx)
      if (replaced) await deleteLanguageModel(tx, replaced.model_id)
      await updateDefault(tx, await insertModel(tx, answered, {}))
    }
  })
  return trial
}

/** Runs `work` in a transaction that excludes other changes of the list, and deletes the stored shapes of removed models. */
const inLockedList = async <T>(ctx: AppContext, work: (tx: AppContext) => Promise<T>): Promise<T> =>
  await ctx.transaction(async (tx) => {
    await lockLanguageModels(tx)
    const result = await work(tx)
    await deleteOtherShapes(tx, await readModels(tx))
    return result
  })

async function insertModel(tx: AppContext, server: LlmServer, texts: Partial<TextRecord>): Promise<string> {
  const rows = await listLanguageModels(tx)
  const taken = (await readModels(tx)).map(({ modelName }) => modelName)
  const model_name = uniqueName(server.model, [AUTO_MODEL, ...taken, ...rows.map((row) => row.model_name)])
  const chosen_at = tx.clock.now()
  const model_id = newId(chosen_at)
  const shown = { name: null, description: '', is_beta: false, ...texts }
  await insertLanguageModel(tx, {
    model_id,
    model_name,
    is_default: rows.length === 0,
    chosen_at,
    ...shown,
    ...toServerRecord(tx, server),
  })
  return model_id
}

/** An empty name means the name of the model. */
function toTexts({ name, des, isBeta }: Pick<ModelChange, 'name' | 'des' | 'isBeta'>): Partial<TextRecord> {
  return {
    ...(name !== undefined && { name: name || null }),
    ...(des !== undefined && { description: des }),
    ...(isBeta !== undefined && { is_beta: isBeta }),
  }
}

type Change = { readonly id?: string; readonly server: LlmServer | undefined; readonly name: string | undefined }

/** Returns why a model cannot be added, or changed if there is an `id`. */
function findConflict(models: readonly ConfiguredModel[], { id, server, name }: Change): Conflict | undefined {
  const others = models.filter((model) => id === undefined || model.id !== id)
  if (server && others.some((model) => isSameModel(model, server))) return { refused: 'alreadyAdded' }
  const isTaken = name && others.some((model) => model.name.toLowerCase() === name.toLowerCase())
  return isTaken ? { refused: 'nameTaken' } : undefined
}
