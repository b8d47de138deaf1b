import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startOllama } from '#test/fakes/llm/startOllama.ts'
import { findLocalServers } from './findLocalServers.ts'
import { listModels, readContextTokens } from './listModels.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** Starts a server that sends these replies by path, these with HTTP 400, and 404 elsewhere. */
async function startServer(replies: Readonly<Record<string, unknown>>, refusals: Readonly<Record<string, unknown>> = {}) {
  const requests: { path: string; headers: Readonly<Record<string, unknown>> }[] = []
  const server = createServer(({ url = '', headers }, response) => {
    requests.push({ path: url, headers })
    const reply = replies[url] ?? refusals[url]
    response.writeHead(url in refusals ? 400 : reply === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => void (await new Promise((resolve) => server.close(resolve))))
  const { port } = server.address() as AddressInfo
  return { port, requests, baseUrl: `http://127.0.0.1:${port}/v1` }
}

const server = (baseUrl: string, model: string) =>
  ({ kind: 'openai-compatible', baseUrl, model, apiKey: 'sk-secret', contextTokens: null }) as const

describe('programs on this machine', () => {
  it('Ollama is found with its models, their size, context and languages; models that generate no text are left out', async () => {
    await using ollama = await startOllama([
      { name: 'qwen3:8b', size: 5_200_000_000, context: 40_960 },
      { name: 'llama3.1', size: 4_900_000_000, context: 131_072, numCtx: 16_384, languages: ['en', 'de'] },
      { name: 'nomic-embed-text', size: 270_000_000, context: 2048, capabilities: ['embedding'] },
    ])
    expect(await findLocalServers({ ollama: ollama.port })).toEqual([
      {
        program: 'ollama',
        baseUrl: ollama.baseUrl,
        models: [
          { id: 'qwen3:8b', bytes: 5_200_000_000, contextTokens: 40_960, languageCount: null },
          { id: 'llama3.1', bytes: 4_900_000_000, contextTokens: 16_384, languageCount: 2 },
        ],
      },
    ])
  })

  it('LM Studio and llama.cpp are found', async () => {
    const lmStudio = await startServer({
      '/api/v0/models': {
        data: [
          { id: 'gemma-3-12b', type: 'vlm', max_context_length: 131_072, loaded_context_length: 8192 },
          { id: 'text-embedding-nomic', type: 'embeddings', max_context_length: 2048 },
        ],
      },
    })
    const llamaCpp = await startServer({
      '/props': { default_generation_settings: { n_ctx: 32_768 } },
      '/v1/models': { data: [{ id: '/models/qwen3-14b.gguf', meta: { n_ctx_train: 40_960, size: 9_000_000_000 } }] },
    })
    expect(await findLocalServers({ 'lm-studio': lmStudio.port, 'llama-cpp': llamaCpp.port })).toEqual([
      {
        program: 'lm-studio',
        baseUrl: lmStudio.baseUrl,
        models: [{ id: 'gemma-3-12b', bytes: null, contextTokens: 8192, languageCount: null }],
      },
      {
        program: 'llama-cpp',
        baseUrl: llamaCpp.baseUrl,
        models: [{ id: '/models/qwen3-14b.gguf', bytes: 9_000_000_000, contextTokens: 32_768, languageCount: null }],
      },
    ])
  })

  it('an older LM Studio is found by the list that it shares with OpenAI', async () => {
    const old = await startServer({ '/v1/models': { data: [{ id: 'phi-4' }] } })
    expect(await findLocalServers({ 'lm-studio': old.port })).toMatchObject([{ models: [{ id: 'phi-4', contextTokens: null }] }])
  })

  it('llama-cpp-python is found by the title of its API, with the context length it names when it refuses a long request', async () => {
    const { port, baseUrl } = await startServer(
      {
        '/openapi.json': { info: { title: '🦙 llama.cpp Python API', version: '0.3.36' } },
        '/v1/models': { object: 'list', data: [{ id: 'models/small.gguf', object: 'model', owned_by: 'me', permissions: [] }] },
      },
      {
        '/v1/chat/completions': {
          error: { message: "This model's maximum context length is 2048 tokens. However, you requested" },
        },
      },
    )
    const models = [{ id: 'models/small.gguf', bytes: null, contextTokens: 2048, languageCount: null }]
    expect(await findLocalServers({ 'llama-cpp-python': port })).toEqual([{ program: 'llama-cpp-python', baseUrl, models }])
    expect(await findLocalServers({ 'llama-cpp': port })).toEqual([])
    expect(await readContextTokens(server(baseUrl, 'models/small.gguf'))).toBe(2048)
  })

  it('another program at a port and a closed port are left out', async () => {
    const page = await startServer({
      '/': '<html>',
      '/v1/models': '<html>',
      '/props': '<html>',
      '/api/tags': '{"models": 3}',
      '/openapi.json': { info: { title: 'Pets' } },
    })
    const ports = { ollama: page.port, 'lm-studio': page.port, 'llama-cpp': page.port, 'llama-cpp-python': page.port }
    expect(await findLocalServers(ports)).toEqual([])
    expect(await findLocalServers({ ollama: 9 })).toEqual([])
    expect(await findLocalServers({})).toEqual([])
  })
})

describe('the context length of a model', () => {
  it('is what Ollama has loaded it with, otherwise its setting, otherwise the default of Ollama', async () => {
    await using ollama = await startOllama([
      { name: 'qwen3:8b', size: 1, context: 40_960 },
      { name: 'long', size: 1, context: 131_072, numCtx: 65_536 },
    ])
    expect(await readContextTokens(server(ollama.baseUrl, 'qwen3:8b'))).toBe(4096)
    expect(await readContextTokens(server(ollama.baseUrl, 'long'))).toBe(65_536)
  })

  it.each([
    ['vLLM', { data: [{ id: 'm', max_model_len: 32_000 }] }, 32_000],
    [
      'OpenRouter',
      {
        data: [
          { id: 'other', context_length: 1 },
          { id: 'm', context_length: 128_000 },
        ],
      },
      128_000,
    ],
    ['a server that does not say', { data: [{ id: 'm' }] }, null],
  ])('is reported by %s', async (_, list, expected) => {
    const { baseUrl } = await startServer({ '/v1/models': list })
    expect(await readContextTokens(server(baseUrl, 'm'))).toBe(expected)
  })

  it('is unknown when the server cannot be reached', async () => {
    expect(await readContextTokens(server('http://127.0.0.1:9/v1', 'm'))).toBeNull()
  })

  it('is requested without the key, except where the models are listed', async () => {
    const { baseUrl, requests } = await startServer({ '/v1/models': { data: [] } })
    await readContextTokens(server(baseUrl, 'm'))
    expect(requests.filter(({ headers }) => headers['authorization']).map(({ path }) => path)).toEqual(['/v1/models'])
    expect(requests.map(({ path }) => path)).toContain('/props')
  })
})

describe('the models of a server', () => {
  it('are sorted; Anthropic gets its own headers', async () => {
    const { baseUrl, requests } = await startServer({
      '/v1/models?limit=1000': { data: [{ id: 'claude-b', max_input_tokens: 200_000 }, { id: 'claude-a' }] },
    })
    const models = await listModels({ kind: 'anthropic', baseUrl, apiKey: 'sk-ant' })
    expect(models.map(({ id, contextTokens }) => [id, contextTokens])).toEqual([
      ['claude-a', null],
      ['claude-b', 200_000],
    ])
    expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'sk-ant', 'anthropic-version': '2023-06-01' })
    expect(requests[0]?.headers['authorization']).toBeUndefined()
  })

  it.each<[string, unknown, [string, number | null][]]>([
    [
      'a list by itself',
      [{ id: 'a' }, { id: 'b', context_length: 8192 }],
      [
        ['a', null],
        ['b', 8192],
      ],
    ],
    ['no list', { data: null }, []],
    ['rows that are none', { data: [{ name: 'x' }, 'y', { id: 'a' }] }, [['a', null]]],
    ['a number as a text', { data: [{ id: 'a', context_length: '8192' }] }, [['a', 8192]]],
    ['numbers that are none', { data: [{ id: 'a', context_length: 0, max_model_len: -1 }] }, [['a', null]]],
    [
      'a smaller window of the provider',
      { data: [{ id: 'a', context_length: 131_072, top_provider: { context_length: 8192 } }] },
      [['a', 8192]],
    ],
  ])('are read from %s', async (_, list, models) => {
    const { baseUrl } = await startServer({ '/v1/models': list })
    expect((await listModels(server(baseUrl, 'm'))).map(({ id, contextTokens }) => [id, contextTokens])).toEqual(models)
  })

  it('are refused with the reason', async () => {
    await using ollama = await startOllama([], { key: 'right' })
    const wrongKey = listModels({ kind: 'openai-compatible', baseUrl: ollama.baseUrl, apiKey: 'wrong' })
    await expect(wrongKey).rejects.toMatchObject({ kind: 'auth' })
    const elsewhere = await startServer({})
    await expect(listModels({ ...server(elsewhere.baseUrl, 'm') })).rejects.toMatchObject({ kind: 'not-found' })
    await expect(listModels({ ...server('http://127.0.0.1:9/v1', 'm') })).rejects.toMatchObject({ kind: 'network' })
  })

  it('are not read from an address to which the server redirects', async () => {
    const target = await startServer({ '/v1/models': { data: [{ id: 'm' }] } })
    const redirect = createServer((_, response) => response.writeHead(302, { location: `${target.baseUrl}/models` }).end())
    await new Promise<void>((resolve) => redirect.listen(0, '127.0.0.1', resolve))
    cleanups.push(async () => void (await new Promise((resolve) => redirect.close(resolve))))
    const baseUrl = `http://127.0.0.1:${(redirect.address() as AddressInfo).port}/v1`
    await expect(listModels(server(baseUrl, 'm'))).rejects.toMatchObject({ kind: 'redirect' })
    expect(target.requests).toEqual([])
  })
})
