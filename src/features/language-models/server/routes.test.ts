import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { startFakeLlm } from '#test/fakes/llm/startFakeLlm.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { EmbeddingInput, ServerInput } from '../contract.ts'
import { openModel } from './chooseModel.ts'
import { readDefaultModel } from './configuration.ts'

const NONE = { summaries: null, questions: null, requests: null }

let ollama: Ollama
beforeAll(async () => {
  ollama = await startOllama(
    [
      { name: 'qwen3:8b', size: 5_200_000_000, context: 40_960 },
      { name: 'long', size: 4_900_000_000, context: 131_072, numCtx: 32_000, languages: ['en', 'de'] },
    ],
    { key: 'right' },
  )
})
afterAll(async () => await ollama[Symbol.asyncDispose]())

const serverInput = (change: Partial<ServerInput> = {}): ServerInput => ({
  kind: 'openai-compatible',
  address: ollama.baseUrl,
  model: 'long',
  key: 'right',
  ...change,
})

const start = (settings: Record<string, string> = {}): Promise<TestServer> =>
  testServer({ settings: { LLM_FIND: 'off', ...settings } })

describe('the language model of a server', () => {
  it('is found on this machine, tried, used and removed', async () => {
    await using server = await start({ LLM_FIND: `ollama=${ollama.port}` })
    const { languageModels, site } = await server.user('anna')
    expect((await languageModels.read({})).data).toEqual({
      current: null,
      models: [],
      embedding: null,
      is_searching_enabled: true,
      person_limits: NONE,
      server_limits: NONE,
    })
    const { servers } = (await languageModels.find({})).data
    expect(servers).toEqual([
      {
        program: 'ollama',
        address: ollama.baseUrl,
        models: [
          { model: 'qwen3:8b', bytes: 5_200_000_000, context_tokens: 40_960, language_count: null },
          { model: 'long', bytes: 4_900_000_000, context_tokens: 32_000, language_count: 2 },
        ],
      },
    ])
    const trial = (await languageModels.test({ body: { server: serverInput() } })).data
    expect(trial).toMatchObject({ outcome: 'answered', follows_schema: true, context_tokens: 32_000 })
    expect((await languageModels.read({})).data.current).toBeNull()
    expect((await languageModels.use({ body: serverInput() })).data).toMatchObject({ outcome: 'answered' })
    const { current, models } = (await languageModels.read({})).data
    expect(current).toEqual({
      id: expect.any(String),
      model_name: 'long',
      name: 'long',
      des: '',
      isBeta: false,
      is_default: true,
      source: 'operator',
      kind: 'openai-compatible',
      address: ollama.baseUrl,
      model: 'long',
      has_key: true,
      context_tokens: 32_000,
    })
    expect(models).toEqual([current])
    expect((await site.init({ query: {} })).data).toMatchObject({ summarises_in_any_language: true, is_self_contained: true })
    expect((await languageModels.remove({})).data).toEqual({ current: null })
    expect((await languageModels.read({})).data.current).toBeNull()
    expect((await site.init({ query: {} })).data).toMatchObject({ summarises_in_any_language: false })
  })

  it('has the context length with which Ollama has loaded it, not that of its training', async () => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    const body = serverInput({ model: 'qwen3:8b' })
    expect((await languageModels.use({ body })).data).toMatchObject({ context_tokens: 4096 })
    expect((await readDefaultModel(server.ctx))?.contextTokens).toBe(4096)
  })

  it('has its context length read from Ollama before each use', async () => {
    await using fake = await startFakeLlm()
    await using server = await start()
    const { languageModels, id: userId } = await server.user('anna')
    fake.setMode('ok', { ollamaContext: 32_768 })
    const body = serverInput({ address: fake.baseUrl, model: 'm' })
    expect((await languageModels.use({ body })).data).toMatchObject({ context_tokens: 32_768 })
    fake.setMode('ok', { ollamaContext: 4096 })
    expect(await openModel(server.ctx, { userId, model: undefined })).toMatchObject({ llm: { contextTokens: 4096 } })
    expect((await languageModels.read({})).data.current).toMatchObject({ context_tokens: 4096 })
    fake.setMode('ok')
    expect(await openModel(server.ctx, { userId, model: undefined })).toMatchObject({ llm: { contextTokens: 4096 } })
  })

  it('is not searched for when that is switched off', async () => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    expect((await languageModels.find({})).data.servers).toEqual([])
    expect((await languageModels.read({})).data.is_searching_enabled).toBe(false)
  })

  it('is listed by its server, or the reason is returned', async () => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    const list = async (change: Partial<ServerInput>) => {
      const { kind, address, key } = serverInput(change)
      return (await languageModels.list({ body: { kind, address, key } })).data
    }
    expect((await list({})).models.map(({ model }) => model)).toEqual(['long', 'qwen3:8b'])
    expect(await list({ key: 'wrong' })).toEqual({ models: [], failure: 'wrong-key' })
    expect(await list({ address: 'http://127.0.0.1:9/v1' })).toEqual({ models: [], failure: 'unreachable' })
    expect(await list({ address: `http://127.0.0.1:${ollama.port}/v2` })).toEqual({ models: [], failure: 'not-found' })
    // A host without a path gets the usual path.
    expect((await list({ address: `http://127.0.0.1:${ollama.port}/` })).models).toHaveLength(2)
  })

  it('is not used when it does not respond, and the reason is returned', async () => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    const use = async (change: Partial<ServerInput>) => (await languageModels.use({ body: serverInput(change) })).data
    expect(await use({ key: 'wrong' })).toEqual({ outcome: 'failed', failure: 'wrong-key' })
    expect(await use({ model: 'no-such-model' })).toEqual({ outcome: 'failed', failure: 'not-found' })
    expect(await use({ address: 'http://127.0.0.1:9/v1' })).toEqual({ outcome: 'failed', failure: 'unreachable' })
    expect((await languageModels.read({})).data.current).toBeNull()
  })

  it('may answer without following a schema, which is reported', async () => {
    await using own = await startOllama([{ name: 'tiny', size: 1, context: 2048 }])
    own.answerWith('Mara brings the figures on Tuesday.')
    await using server = await start()
    const { languageModels } = await server.user('anna')
    const body = { server: serverInput({ address: own.baseUrl, model: 'tiny' }) }
    expect((await languageModels.test({ body })).data).toMatchObject({ outcome: 'answered', follows_schema: false })
  })

  it.each([
    'gopher://x',
    'not an address',
    'http://user:pass@host/v1',
    'http://host/v1?key=1',
    'http://host/v1#x',
    'file:///etc',
  ])('cannot have the address %s', async (address) => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    const input = serverInput({ address })
    const { kind, key } = input
    for (const call of [
      () => languageModels.list({ body: { kind, key, address } }),
      () => languageModels.test({ body: { server: input } }),
      () => languageModels.use({ body: input }),
    ])
      expect((await expectRefusal(call())).refusal).toBe('badAddress')
  })

  it('has an encrypted key, which is never sent to a page or another address', async () => {
    await using other = await startOllama([{ name: 'long', size: 1, context: 2048 }], { key: 'right' })
    await using server = await start()
    const { languageModels } = await server.user('anna')
    await languageModels.use({ body: serverInput() })
    const { rows } = await executeSql<Record<string, unknown>>(server.ctx.db, 'select * from language_model')
    expect(JSON.stringify(rows.map((row) => ({ ...row, encrypted_key: String(row['encrypted_key']) })))).not.toContain('right')
    expect(JSON.stringify(await languageModels.read({}))).not.toContain('right')
    const withoutKey = serverInput({ key: undefined })
    expect((await languageModels.test({ body: { server: withoutKey } })).data.outcome).toBe('answered')
    expect((await languageModels.test({ body: { server: null } })).data.outcome).toBe('answered')
    const elsewhere = { ...withoutKey, address: other.baseUrl }
    expect((await languageModels.use({ body: elsewhere })).data).toEqual({ outcome: 'failed', failure: 'wrong-key' })
    // A row with a changed address cannot be decrypted either.
    await executeSql(server.ctx.db, 'update language_model set address = $1', [other.baseUrl])
    expect(await readDefaultModel(server.ctx)).toMatchObject({ baseUrl: other.baseUrl, apiKey: null })
  })

  it('is tested only when there is one', async () => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    expect(await expectRefusal(languageModels.test({ body: { server: null } }))).toMatchObject({ httpStatus: 404 })
  })

  it('of the environment takes precedence, and cannot be changed in the page', async () => {
    const environment = { LLM_BASE_URL: ollama.baseUrl, LLM_API_KEY: 'right', LLM_MODEL: 'qwen3:8b' }
    await using server = await start(environment)
    const { languageModels } = await server.user('anna')
    const { current } = (await languageModels.read({})).data
    expect(current).toMatchObject({ source: 'environment', model: 'qwen3:8b', has_key: true, context_tokens: 4096 })
    expect((await expectRefusal(languageModels.use({ body: serverInput() }))).refusal).toBe('setByEnvironment')
    expect((await expectRefusal(languageModels.remove({}))).refusal).toBe('setByEnvironment')
    expect((await languageModels.test({ body: { server: null } })).data.outcome).toBe('answered')
  })

  it('is managed by the operator only: any other account is refused, and changes nothing', async () => {
    await using server = await start()
    const operator = await server.user('anna')
    await operator.languageModels.use({ body: serverInput() })
    const { languageModels } = await server.user('ben')
    const before = ollama.requests.length
    const { kind, address, key } = serverInput()
    const calls = [
      () => languageModels.read({}),
      () => languageModels.find({}),
      () => languageModels.list({ body: { kind, address, key } }),
      () => languageModels.test({ body: { server: serverInput() } }),
      () => languageModels.test({ body: { server: null } }),
      () => languageModels.use({ body: serverInput({ model: 'qwen3:8b' }) }),
      () => languageModels.remove({}),
      () => languageModels.limit({ body: { person: NONE, server: { ...NONE, summaries: 1 } } }),
      () => languageModels.useEmbedding({ body: { address, key, model: 'long' } }),
      () => languageModels.removeEmbedding({}),
    ]
    for (const call of calls) expect((await expectRefusal(call())).refusal).toBe('notOperator')
    expect(ollama.requests).toHaveLength(before)
    expect((await operator.languageModels.read({})).data).toMatchObject({ current: { model: 'long' }, server_limits: NONE })
    const signedOut = createClients(server.url, {}).languageModels
    expect(await expectRefusal(signedOut.read({}))).toMatchObject({ httpStatus: 401 })
  })
})

describe('the embedding model', () => {
  const input = (change: Partial<EmbeddingInput> = {}) => ({ address: ollama.baseUrl, model: 'long', key: 'right', ...change })

  it('is used after a successful trial, with its key encrypted and sent to no other address, and removed', async () => {
    await using other = await startOllama([{ name: 'long', size: 1, context: 2048 }], { key: 'right' })
    await using server = await start()
    const { languageModels, site } = await server.user('anna')
    expect((await languageModels.read({})).data.embedding).toBeNull()
    const use = async (change: Partial<EmbeddingInput> = {}) => (await languageModels.useEmbedding({ body: input(change) })).data
    expect(await use({ key: 'wrong' })).toEqual({ outcome: 'failed', failure: 'wrong-key' })
    expect(await use({ model: 'no-such-model' })).toEqual({ outcome: 'failed', failure: 'not-found' })
    expect(await use({ address: 'http://127.0.0.1:9/v1' })).toEqual({ outcome: 'failed', failure: 'unreachable' })
    expect((await languageModels.read({})).data.embedding).toBeNull()
    expect(await use()).toEqual({ outcome: 'answered', ms: 0, dimensions: 512 })
    expect((await languageModels.read({})).data).toMatchObject({
      embedding: { source: 'operator', address: ollama.baseUrl, model: 'long', has_key: true },
      current: null,
    })
    const { rows } = await executeSql<{ encrypted_key: Buffer }>(server.ctx.db, 'select encrypted_key from embedding_model')
    expect(String(rows[0]?.encrypted_key)).not.toContain('right')
    expect(await use({ key: undefined })).toMatchObject({ outcome: 'answered' })
    expect(await use({ key: undefined, address: other.baseUrl })).toEqual({ outcome: 'failed', failure: 'wrong-key' })
    expect((await site.init({ query: {} })).data).toMatchObject({ summarises_in_any_language: false, is_self_contained: true })
    await languageModels.removeEmbedding({})
    expect((await languageModels.read({})).data.embedding).toBeNull()
  })

  it('gets the key of the language model at the same address', async () => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    await languageModels.use({ body: serverInput() })
    expect((await languageModels.useEmbedding({ body: input({ key: undefined }) })).data).toMatchObject({ outcome: 'answered' })
  })

  it.each(['gopher://x', 'not an address', 'http://user:pass@host/v1'])('cannot have the address %s', async (address) => {
    await using server = await start()
    const { languageModels } = await server.user('anna')
    const call = languageModels.useEmbedding({ body: input({ address }) })
    expect((await expectRefusal(call)).refusal).toBe('badAddress')
  })

  it('of the environment takes precedence, and cannot be changed in the page', async () => {
    await using server = await start({ EMBEDDING_BASE_URL: ollama.baseUrl, EMBEDDING_MODEL: 'long', EMBEDDING_API_KEY: 'right' })
    const { languageModels } = await server.user('anna')
    expect((await languageModels.read({})).data.embedding).toMatchObject({ source: 'environment', model: 'long', has_key: true })
    expect((await expectRefusal(languageModels.useEmbedding({ body: input() }))).refusal).toBe('embeddingSetByEnvironment')
    expect((await expectRefusal(languageModels.removeEmbedding({}))).refusal).toBe('embeddingSetByEnvironment')
  })
})

describe('the models to choose from (B§3, B§7)', () => {
  it('are only the automatic choice, described accordingly, while none is configured', async () => {
    await using server = await start()
    await server.user('anna')
    const { languageModels } = await server.user('ben')
    expect((await languageModels.options({ query: {} })).data.models).toEqual([
      {
        model_name: 'auto',
        name: 'Auto',
        des: 'Made from the words themselves. No language model is set up.',
        isBeta: false,
        is_inner: true,
      },
    ])
    const { dimensions } = (await languageModels.dimensions({ query: { language: 'de_DE' } })).data
    expect(dimensions.map(({ name }) => name)).toEqual(['Kernpunkte', 'Aufgaben', 'Fragen', 'Kapitel'])
  })

  it('are the automatic choice and the configured one, in the language of the page', async () => {
    await using server = await start()
    const operator = await server.user('anna')
    await operator.languageModels.use({ body: serverInput() })
    const { languageModels } = await server.user('ben')
    const { models } = (await languageModels.options({ query: { language: 'fr_FR' } })).data
    expect(models).toEqual([
      expect.objectContaining({ model_name: 'auto', name: 'Automatique', is_inner: true }),
      expect.objectContaining({ model_name: 'long', name: 'long', des: 'Fonctionne sur ce serveur.', is_inner: true }),
    ])
    const { dimensions } = (await languageModels.dimensions({ query: { language: 'zh-Hant-HK' } })).data
    expect(dimensions.map(({ dimension, name }) => [dimension, name])[0]).toEqual(['overview', '概覽'])
    expect(dimensions).toHaveLength(6)
  })
})
