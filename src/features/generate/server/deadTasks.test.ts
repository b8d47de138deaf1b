import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { directRun, type JobRun } from '#platform/jobs/jobs.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { executeTask, giveUpTask } from './executeTask.ts'
import { latestTask, listActive, updateClaimedTask } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ runsJobs: false })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Starts a transcription that no worker runs. */
async function startTask(name: string) {
  const user = await server.user(name)
  const { id } = await server.uploadFile({ seconds: 25, user: name })
  await user.generate.transsumm({ params: { id }, body: {} })
  const active = (await listActive(server.ctx)).find(({ user_id }) => user_id === user.id)!
  const ids = { userId: user.id, fileId: id, taskId: active.task_id }
  const read = async () => (await latestTask(server.ctx, user.id, id))!
  return { user, id, ids, read }
}

const runAfter = (deaths: number, change: Partial<JobRun> = {}): JobRun => ({
  ...directRun(new AbortController().signal),
  ...change,
  deaths,
})

describe('a transcription whose processes are killed', () => {
  it('fails after the third without progress, and its minutes come back', async () => {
    const { user, id, ids, read } = await startTask('anna')
    await executeTask(server.ctx, ids, runAfter(3))
    expect(await read()).toMatchObject({ stage: 'failed', status: -6 })
    expect(await user.generate.transsumm({ params: { id }, body: {} })).toMatchObject({ status: -6 })
    expect((await user.membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')).toEqual([])
  })

  it('fails when the queue gives its job up', async () => {
    const { ids, read } = await startTask('ben')
    await giveUpTask(server.ctx, ids)
    expect(await read()).toMatchObject({ stage: 'failed', status: -6 })
    await giveUpTask(server.ctx, ids)
  })

  it('counts them with the failures of the engine', async () => {
    const { ids, read } = await startTask('clara')
    await updateClaimedTask(server.ctx, await read().then((task) => ({ ...task, attempt: 0 })), { engine_failures: 2 })
    await executeTask(server.ctx, ids, runAfter(1))
    expect(await read()).toMatchObject({ stage: 'failed', status: -6 })
  })

  it('goes on after two, and each saved window forgets them', async () => {
    const { ids, read } = await startTask('dora')
    await updateClaimedTask(server.ctx, { ...(await read()), attempt: 0 }, { engine_failures: 1 })
    let progress = 0
    await executeTask(server.ctx, ids, runAfter(1, { recordProgress: async () => void progress++ }))
    expect(await read()).toMatchObject({ stage: 'done', engine_failures: 0 })
    // Three windows of ten seconds, and the transcript.
    expect(progress).toBe(4)
  })

  it('keeps a transcript that was saved before', async () => {
    const { ids, id, user, read } = await startTask('emil')
    await user.files.change({ params: { id }, body: { extra_data: { task_id_info: { trans_task_id: ids.taskId } } } })
    await executeTask(server.ctx, ids, runAfter(3))
    expect(await read()).toMatchObject({ stage: 'failed', status: -3 })
  })
})
