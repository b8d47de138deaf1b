import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import { world } from '#test/world/world.ts'
import { resumeTasks } from './resumeTasks.ts'

describe('a task without a job', () => {
  it('is queued again, once', async () => {
    await using w = await world({ working: false })
    const { generate } = await w.as()
    const { id } = await w.file()
    await generate.transsumm({ params: { id }, body: {} })
    await executeSql(w.ground.db, 'delete from pgboss.job')
    expect(await w.ground.jobs.pending()).toBe(0)
    await resumeTasks(w.ground)
    await resumeTasks(w.ground)
    expect(await w.ground.jobs.pending()).toBe(1)
  })

  it('is not queued while its job is pending or after it has ended', async () => {
    await using w = await world({ working: false })
    const { generate } = await w.as()
    const [waiting, ended] = [await w.file(), await w.file()]
    await generate.transsumm({ params: { id: waiting.id }, body: {} })
    await generate.transsumm({ params: { id: ended.id }, body: {} })
    await generate.cancel({ params: { id: ended.id } })
    const before = await w.ground.jobs.pending()
    await resumeTasks(w.ground)
    expect(await w.ground.jobs.pending()).toBe(before)
  })
})

describe('an attempt that dies during the summary', () => {
  it('is resumed at the summary without transcribing again', async () => {
    let heard = 0
    const speech = scriptedSpeech({
      fate: (_label, at) => {
        if (at === 0) heard++
        return 'hear'
      },
    })
    let asked = 0
    const generateText = async () => {
      asked++
      if (asked === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      throw new LlmError('server', 'busy')
    }
    await using w = await world({ speech, llm: { id: 'busy', generate: generateText } })
    const { generate } = await w.as()
    const { id } = await w.file({ seconds: 25 })
    await generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    expect(asked).toBeGreaterThan(1)
    expect(heard).toBe(1)
    expect((await generate.transsumm({ params: { id }, body: {} })).status).toBe(1)
  })
})
