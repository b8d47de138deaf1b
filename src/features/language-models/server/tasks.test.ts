import { describe, expect, it } from 'vitest'
import type { SummaryResult } from '#features/notes/contract.ts'
import { startFakeLlm } from '#test/fakes/llm/startFakeLlm.ts'
import { startOllama } from '#test/fakes/llm/startOllama.ts'
import { testServer } from '#test/server/testServer.ts'

/** Starts a server with a default model `m` and another one, and a user with a transcribed recording. */
async function start() {
  const [fake, ollama] = [await startFakeLlm(), await startOllama([{ name: 'qwen3', size: 1, context: 40_960 }])]
  const server = await testServer({ settings: { LLM_FIND: 'off', PLAN: 'pro' } })
  const user = await server.user('anna')
  const { languageModels, generate } = user
  await languageModels.add({ body: { kind: 'openai-compatible', address: fake.baseUrl, model: 'm' } })
  const other = { kind: 'openai-compatible', address: ollama.baseUrl, model: 'qwen3', name: 'Precise' } as const
  const { data } = await languageModels.add({ body: other })
  const { id } = await server.uploadFile({ user: 'anna' })
  await generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  server.clock.advance(1000)
  return {
    fake,
    ollama,
    server,
    generate,
    remove: async () => await languageModels.removeModel({ params: { id: data.model?.id ?? '' } }),
    languageModels,
    /** Summarizes the recording again, by default with the other model. */
    summarize: async (llm = 'qwen3') => await generate.chatllm({ params: { id }, body: { info: JSON.stringify({ llm }) } }),
    readForm: async () => {
      const reply = await generate.transsumm({ params: { id }, body: {} })
      return (JSON.parse(reply.data_result_summ ?? 'null') as SummaryResult | null)?.form
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
      await ollama[Symbol.asyncDispose]()
    },
  }
}

describe('a task (B§4, B§7)', () => {
  it('uses only the model that info.llm names', async () => {
    await using started = await start()
    await using second = await startFakeLlm()
    const { fake, server, languageModels } = started
    // The same model on another server.
    await languageModels.add({ body: { kind: 'openai-compatible', address: second.baseUrl, model: 'm', name: 'Careful' } })
    const before = [fake.requests.length, second.requests.length] as const
    await started.summarize('m-2')
    await server.waitForJobs()
    expect(await started.readForm()).toMatchObject({ engine: { kind: 'llm', id: 'Careful' } })
    expect(second.requests.length).toBeGreaterThan(before[1])
    expect(fake.requests).toHaveLength(before[0])
    server.clock.advance(1000)
    await started.summarize('auto')
    await server.waitForJobs()
    expect(await started.readForm()).toMatchObject({ engine: { kind: 'llm', id: 'm' } })
  })
})

describe('a task whose chosen model was removed (B§4)', () => {
  it('uses the default model, which the text names', async () => {
    await using started = await start()
    await started.remove()
    await started.summarize()
    await started.server.waitForJobs()
    expect(await started.readForm()).toMatchObject({ engine: { kind: 'llm', id: 'm' } })
  })

  it('completes with that model when it had begun, and a failure names it', async () => {
    await using started = await start()
    const { ollama, fake, server } = started
    const before = [fake.requests.length, ollama.prompts.length] as const
    const release = ollama.holdAnswers()
    await started.summarize()
    const done = server.waitForJobs()
    while (ollama.prompts.length === before[1]) await new Promise((resolve) => setImmediate(resolve))
    await started.remove()
    release()
    await done
    const { data_tasks: tasks } = await started.generate.status({})
    expect(tasks.find(({ stage }) => stage === 'failed')).toMatchObject({
      model_failure: { model: 'qwen3', failure: 'unusable-answer' },
    })
    expect(fake.requests).toHaveLength(before[0])
  })
})
