import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { type User, createClients } from '#test/server/user.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const summary = {
  headline: 'The budget',
  category: 'meeting',
  overview: { text: 'They settle it.', rests_on: ['1'] },
  points: [],
  actions: [],
}

/** Starts a server whose summaries fail while `isBroken` is set. Counts transcriptions that start at the beginning. */
async function startWithBrokenSummaries() {
  const state = { isBroken: true, deaths: 0, transcriptions: 0 }
  const workingLlm = createScriptedLlm([{ reply: summary }, { reply: summary }, { reply: summary }])
  const llm: Llm = {
    id: 'sometimes broken',
    contextTokens: null,
    generate: async (request) => {
      if (state.isBroken) throw new Error('a bug')
      // The error of a lost database connection. The job is then retried.
      if (state.deaths-- > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      return workingLlm.generate(request)
    },
  }
  const speech = scriptedSpeech({
    chooseOutcome: (_label, position) => {
      if (position === 0) state.transcriptions += 1
      return 'transcribe'
    },
  })
  const server = await testServer({ llm, speech })
  return { server, state }
}

const transsumm = ({ generate }: User, id: string, body = {}) => generate.transsumm({ params: { id }, body })

async function readUsedSeconds({ membership }: User): Promise<number[]> {
  const { list } = (await membership.transactions({ query: {} })).data
  return list.filter(({ kind }) => kind === 'use').map(({ seconds }) => seconds)
}

/** Creates a recording whose summary failed with -3. */
async function createFailedSummary(server: TestServer): Promise<{ user: User; id: string }> {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 25 })
  await transsumm(user, id)
  await server.waitForJobs()
  expect(await transsumm(user, id)).toMatchObject({ status: -3 })
  server.clock.advance(60_000)
  return { user, id }
}

describe('a retry after a failed summary (B§8 -3)', () => {
  it('only creates the summary and uses no minutes a second time (B§4)', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    const usedBefore = await readUsedSeconds(user)
    expect(usedBefore).toEqual([25])
    state.isBroken = false
    expect(await transsumm(user, id, { is_reload: 1 })).toMatchObject({ status: 0 })
    await server.waitForJobs()
    const done = await transsumm(user, id)
    expect(done.status).toBe(1)
    expect(done.data_result?.length).toBeGreaterThan(0)
    expect(done.data_result_summ).toContain('The budget')
    expect(state.transcriptions).toBe(1)
    expect(await readUsedSeconds(user)).toEqual(usedBefore)
  })

  it('is listed with the summaries and not with the transcriptions', async () => {
    const { server } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    await transsumm(user, id, { is_reload: 1 })
    expect(await user.generate.transStatus({})).toMatchObject({ total_seconds: 0, remain_total: 0 })
    await server.waitForJobs()
    const { data_transsumm } = await user.generate.status({})
    expect(data_transsumm.files_trans).toEqual([])
    expect(data_transsumm.files_summ).toContainEqual({ file_id: id, status: -3 })
    expect((await user.generate.history({ query: {} })).data.total).toBe(1)
  })

  it('can fail and be retried any number of times', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    for (const attempt of [1, 2]) {
      await transsumm(user, id, { is_reload: 1 })
      await server.waitForJobs()
      expect(await transsumm(user, id), `attempt ${attempt}`).toMatchObject({ status: -3 })
      server.clock.advance(60_000)
    }
    state.isBroken = false
    await transsumm(user, id, { is_reload: 1 })
    await server.waitForJobs()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.transcriptions).toBe(1)
    expect(await readUsedSeconds(user)).toEqual([25])
  })

  it('works after the audio was deleted', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    await executeSql(server.ctx.db, 'update file set sound_deleted_at = now() where file_id = $1', [id])
    state.isBroken = false
    await transsumm(user, id, { is_reload: 1 })
    await server.waitForJobs()
    expect((await transsumm(user, id)).status).toBe(1)
  })

  it('resumes with the summary after a worker died', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    Object.assign(state, { isBroken: false, deaths: 1 })
    await transsumm(user, id, { is_reload: 1 })
    await server.waitForJobs()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.deaths).toBeLessThan(0)
    expect(state.transcriptions).toBe(1)
    expect(await readUsedSeconds(user)).toEqual([25])
  })

  it('transcribes again when requested', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    state.isBroken = false
    await transsumm(user, id, { is_reload: 1, operate_type: 'reTranscribe' })
    await server.waitForJobs()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.transcriptions).toBe(2)
    expect(await readUsedSeconds(user)).toEqual([25, 25])
  })

  it('transcribes again when the requested language differs from the transcript', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    await transsumm(user, id, { is_reload: 1, info: '{"language":"en"}' })
    await server.waitForJobs()
    expect(state.transcriptions).toBe(1)
    server.clock.advance(60_000)
    await transsumm(user, id, { is_reload: 1, info: '{"language":"de"}' })
    await server.waitForJobs()
    expect(state.transcriptions).toBe(2)
  })

  it('transcribes again when there is no transcript', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    await user.files.change({ params: { id }, body: { trans_result: [] } })
    await transsumm(user, id, { is_reload: 1 })
    await server.waitForJobs()
    expect(state.transcriptions).toBe(2)
  })

  it('returns 401 without a session, 404 for another account and 422 for an unknown operation', async () => {
    const { server } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    const request = { params: { id }, body: { is_reload: 1 } }
    expect(await expectRefusal(createClients(server.url, {}).generate.transsumm(request))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal((await server.user('ben')).generate.transsumm(request))).toMatchObject({ httpStatus: 404 })
    const unknown = { params: { id }, body: { is_reload: 1, operate_type: 'guess' as 'retry' } }
    expect(await expectRefusal(user.generate.transsumm(unknown))).toMatchObject({ httpStatus: 422 })
  })
})

describe('a retry after each code that offers it (B§8)', () => {
  it.each([-1, -3, -900_110, -900_112, -100_102, -2345, -11, -12, -13])('keeps the transcript after %i', async (status) => {
    expect(await countTranscriptionsOnRetry(status)).toBe(0)
  })

  it.each([-5, -6, -110, -112, -100_101, -100_200, -1234])('transcribes again after %i', async (status) => {
    expect(await countTranscriptionsOnRetry(status)).toBe(1)
  })

  it('keeps a transcript saved by the failed task, whatever its code', async () => {
    expect(await countTranscriptionsOnRetry(-100_200, { savedByTask: true })).toBe(0)
  })

  it('resumes a cancelled summary with the summary', async () => {
    const { server, state } = await startWithBrokenSummaries()
    await using _ = server
    const { user, id } = await createFailedSummary(server)
    await executeSql(server.ctx.db, `update task set stage = 'cancelled', status = 0 where file_id = $1`, [id])
    state.isBroken = false
    server.clock.advance(1000)
    await transsumm(user, id, { operate_type: 'new' })
    await server.waitForJobs()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.transcriptions).toBe(1)
    expect(await readUsedSeconds(user)).toEqual([25])
  })
})

/** Returns how often a recording with a transcript is transcribed on a retry after its latest task failed with this code. */
async function countTranscriptionsOnRetry(status: number, { savedByTask = false } = {}): Promise<number> {
  let transcriptions = 0
  const fate = (_label: string, position: number) => {
    if (position === 0) transcriptions += 1
    return 'transcribe' as const
  }
  await using server = await testServer({ speech: scriptedSpeech({ chooseOutcome: fate }) })
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 12 })
  await transsumm(user, id)
  await server.waitForJobs()
  const taskIdSql = savedByTask ? 'task_id' : `task_id || '-other'`
  await executeSql(server.ctx.db, `update task set stage = 'failed', status = $2, task_id = ${taskIdSql} where file_id = $1`, [
    id,
    status,
  ])
  transcriptions = 0
  server.clock.advance(60_000)
  await transsumm(user, id, { is_reload: 1 })
  await server.waitForJobs()
  expect((await transsumm(user, id)).status).toBe(1)
  return transcriptions
}
