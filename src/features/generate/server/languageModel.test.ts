import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const NONE = { summaries: null, questions: null, requests: null }

let ollama: Ollama
beforeAll(async () => {
  ollama = await startOllama([{ name: 'qwen3:8b', size: 1, context: 40_960, numCtx: 32_000 }])
})
afterAll(async () => await ollama[Symbol.asyncDispose]())

/** Starts a server whose operator has chosen the model. */
async function startWithModel() {
  const server = await testServer({ settings: { LLM_FIND: 'off' } })
  const { languageModels } = await server.user('anna')
  await languageModels.use({ body: { kind: 'openai-compatible', address: ollama.baseUrl, model: 'qwen3:8b' } })
  return { server, languageModels, [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose]() }
}

/** Transcribes a new recording of the user. Returns what the model got for it. */
async function promptsFor(server: TestServer, user: string): Promise<readonly string[]> {
  const before = ollama.prompts.length
  const { id } = await server.uploadFile({ user })
  const { generate, files } = await server.user(user)
  await generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  expect((await files.list({ query: {}, body: [id] })).data_file_list).toMatchObject([{ is_summary: true }])
  return ollama.prompts.slice(before)
}

describe('the language model that the operator has chosen', () => {
  it('gets the transcript of each recording, without a restart', async () => {
    await using started = await startWithModel()
    expect((await promptsFor(started.server, 'ben')).join()).toContain('Anna writes the minutes')
  })

  it('gets nothing from a person whose summaries of the day are used up; the recording is quoted instead', async () => {
    await using started = await startWithModel()
    const { server, languageModels } = started
    await languageModels.limit({ body: { person: { ...NONE, summaries: 1 }, server: NONE } })
    expect(await promptsFor(server, 'ben')).not.toEqual([])
    expect(await promptsFor(server, 'ben')).toEqual([])
    expect(await promptsFor(server, 'anna')).not.toEqual([])
  })

  it('gets nothing after it was removed', async () => {
    await using started = await startWithModel()
    await started.languageModels.remove({})
    expect(await promptsFor(started.server, 'ben')).toEqual([])
  })
})
