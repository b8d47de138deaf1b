import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { NewModel } from '../contract.ts'
import { readModelAddresses } from '../server.ts'
import { MAX_MODELS } from '../rules.ts'
import { openModel } from './chooseModel.ts'
import { readModels } from './configuration.ts'

const MODELS = [
  { name: 'long', size: 1, context: 131_072, numCtx: 32_000 },
  { name: 'qwen3', size: 1, context: 40_960 },
  { name: 'auto', size: 1, context: 4096 },
]

let first: Ollama
let second: Ollama
beforeAll(async () => {
  first = await startOllama(MODELS, { key: 'right' })
  second = await startOllama(MODELS, { key: 'other' })
})
afterAll(async () => {
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
})

const atFirst = (change: Partial<NewModel> = {}): NewModel => ({
  kind: 'openai-compatible',
  address: first.baseUrl,
  model: 'long',
  key: 'right',
  ...change,
})
const atSecond = (change: Partial<NewModel> = {}) => atFirst({ address: second.baseUrl, key: 'other', ...change })

/** Starts a server, and returns functions with which its operator adds models at different times. */
async function start(settings: Record<string, string> = {}) {
  const server = await testServer({ settings: { LLM_FIND: 'off', ...settings } })
  const { languageModels, site, id: userId } = await server.user('anna')
  const add = async (body: NewModel) => {
    server.clock.advance(1000)
    return (await languageModels.add({ body })).data
  }
  const listed = async () =>
    (await languageModels.read({})).data.models.map((model) => [model.model_name, model.name, model.is_default] as const)
  const idOf = async (name: string) => (await readModels(server.ctx)).find(({ modelName }) => modelName === name)?.id ?? ''
  const options = async () => (await languageModels.options({ query: {} })).data.models
  return {
    server,
    languageModels,
    site,
    userId,
    add,
    listed,
    idOf,
    options,
    [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose](),
  }
}

const open = async (server: TestServer, userId: string, model: string | undefined) => {
  const opened = await openModel(server.ctx, { userId, model })
  return 'llm' in opened ? opened.llm : opened
}

describe('several language models (B§3, B§7)', () => {
  it('are added after a successful trial, the first one as the default, each with its name, description and beta mark', async () => {
    await using started = await start()
    const { add, options, languageModels } = started
    expect(await add(atFirst({ model: 'no-such-model' }))).toMatchObject({ trial: { outcome: 'failed' }, model: null })
    expect(await options()).toHaveLength(1)
    const added = await add(atFirst())
    expect(added).toMatchObject({ trial: { outcome: 'answered' }, model: { model_name: 'long', is_default: true } })
    await add(atSecond({ model: 'qwen3', name: '  Precise ', des: 'Slow, for long recordings', isBeta: true }))
    expect(await options()).toEqual([
      { model_name: 'auto', name: 'Auto', des: 'The default of this server: long.', isBeta: false, is_inner: true },
      { model_name: 'long', name: 'long', des: 'Runs on this server.', isBeta: false, is_inner: true },
      {
        model_name: 'qwen3',
        name: 'Precise',
        des: 'Slow, for long recordings · Runs on this server.',
        isBeta: true,
        is_inner: true,
      },
    ])
    const { current, models } = (await languageModels.read({})).data
    expect(current?.model).toBe('long')
    expect(models).toMatchObject([
      { model_name: 'long', address: first.baseUrl, context_tokens: 32_000, is_default: true },
      { model_name: 'qwen3', address: second.baseUrl, context_tokens: 4096, is_default: false, source: 'operator' },
    ])
  })

  it('are chosen by model_name; auto, none and one that is no longer offered select the default', async () => {
    await using started = await start()
    const { server, userId, add } = started
    await add(atFirst())
    await add(atSecond({ model: 'qwen3', name: 'Precise' }))
    expect(await open(server, userId, 'qwen3')).toMatchObject({ id: 'Precise', contextTokens: 4096 })
    expect(await open(server, userId, 'long')).toMatchObject({ id: 'long', contextTokens: 32_000 })
    for (const name of ['auto', undefined, 'a model of last year'])
      expect(await open(server, userId, name)).toMatchObject({ id: 'long' })
  })

  it('have different names when two servers offer the same model, and none is named auto', async () => {
    await using started = await start()
    const { server, userId, add, listed } = started
    await add(atFirst())
    await add(atSecond())
    await add(atFirst({ model: 'auto' }))
    expect(await listed()).toEqual([
      ['long', 'long', true],
      ['long-2', 'long-2', false],
      ['auto-2', 'auto', false],
    ])
    expect(await open(server, userId, 'long-2')).toMatchObject({ id: 'long-2' })
    expect((await readModels(server.ctx)).map(({ baseUrl, apiKey }) => [baseUrl, apiKey])).toEqual([
      [first.baseUrl, 'right'],
      [second.baseUrl, 'other'],
      [first.baseUrl, 'right'],
    ])
  })

  it('keep the name that tasks use when the operator changes them; a changed server has to respond', async () => {
    await using started = await start()
    const { server, userId, languageModels, add, listed, idOf } = started
    await add(atFirst())
    await add(atSecond({ model: 'qwen3', des: 'Fast', isBeta: true }))
    const id = await idOf('qwen3')
    const change = async (body: object) => (await languageModels.change({ params: { id }, body })).data
    const before = second.requests.length
    expect(await change({ name: 'Precise' })).toMatchObject({
      trial: null,
      model: { name: 'Precise', des: 'Fast', isBeta: true },
    })
    expect(second.requests).toHaveLength(before)
    const { name: _, ...elsewhere } = atFirst({ model: 'qwen3' })
    expect(await change({ server: { ...elsewhere, key: 'wrong' } })).toMatchObject({
      trial: { failure: 'wrong-key' },
      model: null,
    })
    expect((await change({ server: elsewhere, des: '', isBeta: false })).model).toMatchObject({
      model_name: 'qwen3',
      name: 'Precise',
      des: '',
      isBeta: false,
      address: first.baseUrl,
    })
    expect(await listed()).toContainEqual(['qwen3', 'Precise', false])
    expect(await open(server, userId, 'qwen3')).toMatchObject({ id: 'Precise' })
    expect((await change({ name: '' })).model).toMatchObject({ name: 'qwen3' })
  })

  it('send each key only to the address it was stored for', async () => {
    await using started = await start()
    const { languageModels, add, idOf, server } = started
    await add(atFirst())
    await add(atSecond({ model: 'qwen3' }))
    const { rows } = await executeSql<{ encrypted_key: Buffer }>(server.ctx.db, 'select encrypted_key from language_model')
    expect(rows.map((row) => String(row.encrypted_key)).join()).not.toMatch(/right|other/)
    expect(JSON.stringify(await languageModels.read({}))).not.toMatch(/"right"|"other"/)
    const withoutKey = (address: string) => ({ kind: 'openai-compatible', address, model: 'auto' }) as const
    for (const { baseUrl } of [first, second])
      expect((await languageModels.test({ body: { server: withoutKey(baseUrl) } })).data.outcome).toBe('answered')
    await using third = await startOllama(MODELS, { key: 'right' })
    const moved = { params: { id: await idOf('long') }, body: { server: withoutKey(third.baseUrl) } }
    expect((await languageModels.change(moved)).data).toMatchObject({ trial: { failure: 'wrong-key' }, model: null })
    expect((await languageModels.test({ body: { server: null, id: await idOf('qwen3') } })).data.outcome).toBe('answered')
  })

  it('are all included in what leaves this server', async () => {
    await using started = await start()
    await started.add(atFirst())
    await started.add(atSecond())
    expect(await readModelAddresses(started.server.ctx)).toEqual([first.baseUrl, second.baseUrl])
  })
})

describe('the default model', () => {
  it('is chosen by the operator, and replaced by the next one when it is removed', async () => {
    await using started = await start()
    const { languageModels, site, add, listed, idOf, server, userId } = started
    await add(atFirst())
    await add(atSecond({ model: 'qwen3' }))
    await add(atSecond({ model: 'auto', name: 'Small' }))
    await languageModels.makeDefault({ params: { id: await idOf('auto-2') } })
    expect((await listed()).map(([name]) => name)).toEqual(['auto-2', 'long', 'qwen3'])
    expect(await open(server, userId, 'auto')).toMatchObject({ id: 'Small' })
    const remove = async (name: string) => (await languageModels.removeModel({ params: { id: await idOf(name) } })).data.current
    expect(await remove('qwen3')).toMatchObject({ model_name: 'auto-2', is_default: true })
    expect(await remove('auto-2')).toMatchObject({ model_name: 'long', is_default: true })
    expect(await open(server, userId, 'auto-2')).toMatchObject({ id: 'long' })
    expect(await remove('long')).toBeNull()
    expect(await open(server, userId, 'long')).toEqual({ refused: 'notConfigured' })
    expect((await site.init({ query: {} })).data).toMatchObject({ summarises_in_any_language: false })
  })

  it('is set, replaced and removed by clients that support one model', async () => {
    await using started = await start()
    const { languageModels, add, listed } = started
    await languageModels.use({ body: atFirst() })
    await languageModels.use({ body: atFirst({ model: 'qwen3' }) })
    expect(await listed()).toEqual([['qwen3', 'qwen3', true]])
    await add(atSecond({ name: 'Second' }))
    await languageModels.use({ body: atSecond() })
    expect(await listed()).toEqual([
      ['long', 'Second', true],
      ['qwen3', 'qwen3', false],
    ])
    expect((await languageModels.remove({})).data.current).toMatchObject({ model_name: 'qwen3', is_default: true })
    expect((await languageModels.remove({})).data.current).toBeNull()
  })

  it('is that of the environment if set; those of the operator stay selectable', async () => {
    const database = { LLM_BASE_URL: first.baseUrl, LLM_API_KEY: 'right', LLM_MODEL: 'long' }
    await using started = await start(database)
    const { server, userId, languageModels, add, listed, idOf, options } = started
    await add(atSecond())
    expect(await listed()).toEqual([
      ['long', 'long', true],
      ['long-2', 'long-2', false],
    ])
    expect((await options()).map(({ model_name }) => model_name)).toEqual(['auto', 'long', 'long-2'])
    expect(await open(server, userId, 'auto')).toMatchObject({ contextTokens: 32_000, id: 'long' })
    expect(await open(server, userId, 'long-2')).toMatchObject({ id: 'long-2' })
    expect(await readModelAddresses(server.ctx)).toEqual([first.baseUrl, second.baseUrl])
    const id = await idOf('long-2')
    expect((await expectRefusal(languageModels.makeDefault({ params: { id } }))).refusal).toBe('setByEnvironment')
    expect((await expectRefusal(languageModels.add({ body: atFirst() }))).refusal).toBe('alreadyAdded')
    expect((await languageModels.removeModel({ params: { id } })).data.current).toMatchObject({ source: 'environment' })
  })
})

describe('the list of models', () => {
  it('refuses invalid entries', async () => {
    await using started = await start()
    const { languageModels, add, idOf, server } = started
    await add(atFirst({ name: 'Fast' }))
    await add(atSecond())
    const params = { id: await idOf('long-2') }
    const refusalOf = async (call: Promise<unknown>) => (await expectRefusal(call)).refusal
    expect(await refusalOf(languageModels.add({ body: atFirst() }))).toBe('alreadyAdded')
    expect(await refusalOf(languageModels.change({ params, body: { server: atFirst() } }))).toBe('alreadyAdded')
    expect(await refusalOf(languageModels.add({ body: atFirst({ model: 'qwen3', name: 'fast' }) }))).toBe('nameTaken')
    expect(await refusalOf(languageModels.change({ params, body: { name: 'FAST' } }))).toBe('nameTaken')
    expect(await refusalOf(languageModels.add({ body: atFirst({ address: 'gopher://x' }) }))).toBe('badAddress')
    const badAddress = { server: atFirst({ address: 'not an address' }) }
    expect(await refusalOf(languageModels.change({ params, body: badAddress }))).toBe('badAddress')
    await executeSql(
      server.ctx.db,
      `insert into language_model (model_id, model_name, kind, address, model, chosen_at)
       select 'n' || n, 'n' || n, 'anthropic', 'http://host/v1', 'n' || n, now() from generate_series(1, $1) as n`,
      [MAX_MODELS - 2],
    )
    expect(await refusalOf(languageModels.add({ body: atFirst({ model: 'qwen3' }) }))).toBe('tooMany')
  })

  it('keeps one default and one entry of each model when two operators save at once', async () => {
    await using started = await start()
    const { languageModels, listed } = started
    const saves = [atFirst(), atFirst(), atSecond()].map((body) => languageModels.add({ body }))
    await Promise.allSettled(saves)
    const models = await listed()
    expect(models).toHaveLength(2)
    expect(models.map(([, , isDefault]) => isDefault)).toEqual([true, false])
  })

  it('does not find a model that was removed', async () => {
    await using started = await start()
    const { languageModels } = started
    const params = { id: 'gone' }
    for (const call of [
      () => languageModels.change({ params, body: { name: 'x' } }),
      () => languageModels.removeModel({ params }),
      () => languageModels.makeDefault({ params }),
      () => languageModels.test({ body: { server: null, id: 'gone' } }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 404 })
  })

  it('is managed by the operator only', async () => {
    await using started = await start()
    const { server, add, listed, idOf } = started
    await add(atFirst())
    await add(atSecond())
    const before = await listed()
    const params = { id: await idOf('long-2') }
    const { languageModels } = await server.user('ben')
    for (const call of [
      () => languageModels.add({ body: atFirst({ model: 'qwen3' }) }),
      () => languageModels.change({ params, body: { name: 'Mine' } }),
      () => languageModels.removeModel({ params }),
      () => languageModels.makeDefault({ params }),
      () => languageModels.test({ body: { server: null, id: params.id } }),
    ])
      expect((await expectRefusal(call())).refusal).toBe('notOperator')
    expect(await listed()).toEqual(before)
    expect((await languageModels.options({ query: {} })).data.models).toHaveLength(3)
  })
})
