import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { testServer } from '#test/server/testServer.ts'
import { resumeTasks } from './resumeTasks.ts'

describe('a task without a job', () => {
  it('is queued again, once', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    await generate.transsumm({ params: { id }, body: {} })
    await executeSql(server.ctx.db, 'delete from pgboss.job')
    expect(await server.ctx.jobs.pending()).toBe(0)
    await resumeTasks(server.ctx)
    await resumeTasks(server.ctx)
    expect(await server.ctx.jobs.pending()).toBe(1)
  })

  it('is not queued while its job is pending or after it has ended', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    const [waiting, ended] = [await server.uploadFile(), await server.uploadFile()]
    await generate.transsumm({ params: { id: waiting.id }, body: {} })
    await generate.transsumm({ params: { id: ended.id }, body: {} })
    await generate.cancel({ params: { id: ended.id } })
    const before = await server.ctx.jobs.pending()
    await resumeTasks(server.ctx)
    expect(await server.ctx.jobs.pending()).toBe(before)
  })
})

describe('an attempt that dies during the summary', () => {
  it('is resumed at the summary without transcribing again', async () => {
    let transcriptionCount = 0
    const speech = scriptedSpeech({
      chooseOutcome: (_label, position) => {
        if (position === 0) transcriptionCount++
        return 'transcribe'
      },
    })
    let llmCalls = 0
    const generateText = async () => {
      llmCalls++
      if (llmCalls === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      throw new LlmError('server', 'busy')
    }
    await using server = await testServer({ speech, llm: { id: 'busy', contextTokens: null, generate: generateText } })
    const { generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(llmCalls).toBeGreaterThan(1)
    expect(transcriptionCount).toBe(1)
    expect((await generate.transsumm({ params: { id }, body: {} })).status).toBe(1)
  })
})
