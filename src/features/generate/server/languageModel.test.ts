import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SummaryResult } from '#features/notes/contract.ts'
import type { LlmMode } from '#test/fakes/llm/llmModes.ts'
import { startFakeLlm } from '#test/fakes/llm/startFakeLlm.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
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

/** Starts a server with a model of the fake, and a user with a recording. */
async function startWithFake() {
  const fake = await startFakeLlm()
  const server = await testServer({ settings: { LLM_FIND: 'off', PLAN: 'pro' } })
  const user = await server.user('anna')
  await user.languageModels.use({ body: { kind: 'openai-compatible', address: fake.baseUrl, model: 'm' } })
  const { id } = await server.uploadFile({ user: 'anna' })
  await user.generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  return {
    fake,
    server,
    user,
    id,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
    },
  }
}
type Started = Awaited<ReturnType<typeof startWithFake>>

/** Summarizes the recording again. Returns the task and the text. */
async function summarize({ server, user, id }: Started, info = {}) {
  server.clock.advance(1000)
  await user.generate.chatllm({ params: { id }, body: { info: JSON.stringify(info) } })
  await server.waitForJobs()
  const reply = await user.generate.transsumm({ params: { id }, body: {} })
  const { data_tasks: tasks } = await user.generate.status({})
  return {
    reply,
    failed: tasks.find(({ stage }) => stage === 'failed'),
    form: (JSON.parse(reply.data_result_summ ?? 'null') as SummaryResult | null)?.form,
  }
}

describe('a language model that answers in its own way', () => {
  it('writes the summary, whatever its server refuses and wraps around the answer', async () => {
    await using started = await startWithFake()
    for (const mode of [
      'gpt5',
      'no-stream-options',
      'orphan-think',
      'schema-echo',
      'strings-list',
      'toolcall',
      'nostream',
    ] as const) {
      started.fake.setMode(mode)
      const { form } = await summarize(started)
      expect(form, mode).toMatchObject({ engine: { kind: 'llm', id: 'm' } })
      expect(form?.model_failure, mode).toBeUndefined()
    }
  })

  it('is not asked twice for what its server refuses', async () => {
    await using started = await startWithFake()
    started.fake.setMode('gpt5')
    await summarize(started)
    expect(started.fake.requests.map((body) => 'max_tokens' in body)).toEqual([true, false])
    await summarize(started)
    expect(started.fake.requests).toHaveLength(3)
    // Trying it again forgets what was learned.
    await started.user.languageModels.test({ body: { server: null } })
    expect(started.fake.requests.map((body) => 'max_tokens' in body)).toEqual([true, false, false, true, false])
  })
})

describe('a language model that fails', () => {
  it('is named in the summary, with the reason', async () => {
    await using started = await startWithFake()
    const failures: [LlmMode, string][] = [
      ['markdown', 'unusable-answer'],
      ['refusal', 'answer-refused'],
      ['wrong-key', 'wrong-key'],
      ['proxy-page', 'no-api'],
      ['length', 'cut-answer'],
    ]
    for (const [mode, failure] of failures) {
      started.fake.setMode(mode)
      const { form } = await summarize(started)
      expect(form, mode).toMatchObject({ engine: { kind: 'extractive' }, model_failure: { model: 'm', failure } })
    }
  })

  it('is named in the summary when it may not be used any more today', async () => {
    await using started = await startWithFake()
    const { languageModels } = started.user
    await languageModels.limit({ body: { person: NONE, server: { ...NONE, summaries: 0 } } })
    const { form } = await summarize(started)
    expect(form).toMatchObject({ engine: { kind: 'extractive' }, model_failure: { model: 'm', failure: 'server-limit' } })
  })

  it('is named in a task and a note for which it was chosen, in an answer, and in a try', async () => {
    await using started = await startWithFake()
    const { fake, server, user, id } = started
    fake.setMode('quota')
    const failure = { model: 'm', failure: 'quota' }
    const { failed } = await summarize(started, { llm: 'm' })
    expect(failed).toMatchObject({ model_failure: failure })

    const body = { summ_type: 'MEETING', summ_type_type: 'system', tab_name: 'Minutes', info: JSON.stringify({ llm: 'm' }) }
    const { data } = await user.generate.sumNewNote({ params: { id }, body })
    await server.waitForJobs()
    const { data: notes } = await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })
    expect(notes.find(({ note_id }) => note_id === data.note_id)).toMatchObject({ model_failure: failure })

    const { answer } = (await user.ask.ask({ body: { question: 'What does Anna write?', file_id: id } })).data
    expect(answer).toMatchObject({ engine: null, no_model: 'modelFailed', model_failure: failure })

    const trial = user.generate.tryTemplate({ body: { file_id: id, template_id: 'MEETING', type: 'system' } })
    expect(await expectRefusal(trial)).toMatchObject({ refusal: 'modelFailed', body: { data: failure } })
  })
})
