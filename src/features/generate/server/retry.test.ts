import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { scripted } from '#platform/llm/scripted.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import { type User, clientsOf } from '#test/world/user.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

const summary = {
  headline: 'The budget',
  category: 'meeting',
  overview: { text: 'They settle it.', rests_on: ['1'] },
  points: [],
  actions: [],
}

/** A world whose summaries fail while `isBroken`, and that counts how often a recording was transcribed from its beginning. */
async function brokenSummaries() {
  const state = { isBroken: true, deaths: 0, transcriptions: 0 }
  const working = scripted([{ reply: summary }, { reply: summary }, { reply: summary }])
  const llm: Llm = {
    id: 'sometimes broken',
    generate: async (request) => {
      if (state.isBroken) throw new Error('a bug')
      // What a worker sees whose database goes away; the job is begun again by the next worker.
      if (state.deaths-- > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' })
      return working.generate(request)
    },
  }
  const speech = scriptedSpeech({
    fate: (_label, at) => {
      if (at === 0) state.transcriptions += 1
      return 'hear'
    },
  })
  const w = await world({ llm, speech })
  return { w, state }
}

const transsumm = ({ generate }: User, id: string, body = {}) => generate.transsumm({ params: { id }, body })

async function usedMinutes({ membership }: User): Promise<number[]> {
  const { list } = (await membership.transactions({ query: {} })).data
  return list.filter(({ kind }) => kind === 'use').map(({ seconds }) => seconds)
}

/** A recording whose summary failed with -3. */
async function failedSummary(w: World): Promise<{ user: User; id: string }> {
  const user = await w.as()
  const { id } = await w.file({ seconds: 25 })
  await transsumm(user, id)
  await w.settle()
  expect(await refusalOf(transsumm(user, id))).toMatchObject({ status: -3 })
  w.clock.pass(60_000)
  return { user, id }
}

describe('trying again after a failed summary (B§8 -3)', () => {
  it('makes the summary only: nothing is transcribed and no minutes are used a second time (B§4)', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    const before = await usedMinutes(user)
    expect(before).toEqual([25])
    state.isBroken = false
    expect(await transsumm(user, id, { is_reload: 1 })).toMatchObject({ status: 0 })
    await w.settle()
    const done = await transsumm(user, id)
    expect(done.status).toBe(1)
    expect(done.data_result?.length).toBeGreaterThan(0)
    expect(done.data_result_summ).toContain('The budget')
    expect(state.transcriptions).toBe(1)
    expect(await usedMinutes(user)).toEqual(before)
  })

  it('stands among the summaries and not among the transcriptions', async () => {
    const { w } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    await transsumm(user, id, { is_reload: 1 })
    expect(await user.generate.transStatus({})).toMatchObject({ total_seconds: 0, remain_total: 0 })
    await w.settle()
    const { data_transsumm } = await user.generate.status({})
    expect(data_transsumm.files_trans).toEqual([])
    expect(data_transsumm.files_summ).toContainEqual({ file_id: id, status: -3 })
    expect((await user.generate.history({ query: {} })).data.total).toBe(1)
  })

  it('may fail again and be tried again, as often as it takes', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    for (const attempt of [1, 2]) {
      await transsumm(user, id, { is_reload: 1 })
      await w.settle()
      expect(await refusalOf(transsumm(user, id)), `attempt ${attempt}`).toMatchObject({ status: -3 })
      w.clock.pass(60_000)
    }
    state.isBroken = false
    await transsumm(user, id, { is_reload: 1 })
    await w.settle()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.transcriptions).toBe(1)
    expect(await usedMinutes(user)).toEqual([25])
  })

  it('works on after its sound was deleted: a summary needs none', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    await executeSql(w.ground.db, 'update file set sound_deleted_at = now() where file_id = $1', [id])
    state.isBroken = false
    await transsumm(user, id, { is_reload: 1 })
    await w.settle()
    expect((await transsumm(user, id)).status).toBe(1)
  })

  it('after a worker died over it goes on with the summary', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    Object.assign(state, { isBroken: false, deaths: 1 })
    await transsumm(user, id, { is_reload: 1 })
    await w.settle()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.deaths).toBeLessThan(0)
    expect(state.transcriptions).toBe(1)
    expect(await usedMinutes(user)).toEqual([25])
  })

  it('transcribes everything when that is what was asked for', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    state.isBroken = false
    await transsumm(user, id, { is_reload: 1, operate_type: 'reTranscribe' })
    await w.settle()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.transcriptions).toBe(2)
    expect(await usedMinutes(user)).toEqual([25, 25])
  })

  it('transcribes everything in a language other than the transcript', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    await transsumm(user, id, { is_reload: 1, info: '{"language":"en"}' })
    await w.settle()
    expect(state.transcriptions).toBe(1)
    w.clock.pass(60_000)
    await transsumm(user, id, { is_reload: 1, info: '{"language":"de"}' })
    await w.settle()
    expect(state.transcriptions).toBe(2)
  })

  it('transcribes everything where the transcript is gone', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    await user.files.change({ params: { id }, body: { trans_result: [] } })
    await transsumm(user, id, { is_reload: 1 })
    await w.settle()
    expect(state.transcriptions).toBe(2)
  })

  it('is refused to strangers and to another account, and an unknown operation is 422', async () => {
    const { w } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    const again = { params: { id }, body: { is_reload: 1 } }
    expect(await refusalOf(clientsOf(w.url, {}).generate.transsumm(again))).toMatchObject({ httpStatus: 401 })
    expect(await refusalOf((await w.as('ben')).generate.transsumm(again))).toMatchObject({ httpStatus: 404 })
    const unknown = { params: { id }, body: { is_reload: 1, operate_type: 'guess' as 'retry' } }
    expect(await refusalOf(user.generate.transsumm(unknown))).toMatchObject({ httpStatus: 422 })
  })
})

describe('trying again after each code that offers it (B§8)', () => {
  it.each([-1, -3, -900_110, -900_112, -100_102, -2345, -11, -12, -13])('%i: the transcript is kept', async (status) => {
    expect(await transcriptionsAfter(status)).toBe(0)
  })

  it.each([-5, -6, -110, -112, -100_101, -100_200, -1234])('%i: the recording is transcribed again', async (status) => {
    expect(await transcriptionsAfter(status)).toBe(1)
  })

  it('keeps a transcript the failed task itself had saved, whatever its code says', async () => {
    expect(await transcriptionsAfter(-100_200, { savedByTask: true })).toBe(0)
  })

  it('a summary stopped half-way goes on with the summary', async () => {
    const { w, state } = await brokenSummaries()
    await using _ = w
    const { user, id } = await failedSummary(w)
    await executeSql(w.ground.db, `update task set stage = 'cancelled', status = 0 where file_id = $1`, [id])
    state.isBroken = false
    await transsumm(user, id)
    await w.settle()
    expect((await transsumm(user, id)).status).toBe(1)
    expect(state.transcriptions).toBe(1)
    expect(await usedMinutes(user)).toEqual([25])
  })
})

/** How often a recording with a transcript is transcribed when its latest task, that ended with this code, is tried again. */
async function transcriptionsAfter(status: number, { savedByTask = false } = {}): Promise<number> {
  let transcriptions = 0
  const fate = (_label: string, at: number) => {
    if (at === 0) transcriptions += 1
    return 'hear' as const
  }
  await using w = await world({ speech: scriptedSpeech({ fate }) })
  const user = await w.as()
  const { id } = await w.file({ seconds: 12 })
  await transsumm(user, id)
  await w.settle()
  const latest = savedByTask ? 'task_id' : `task_id || '-other'`
  await executeSql(w.ground.db, `update task set stage = 'failed', status = $2, task_id = ${latest} where file_id = $1`, [
    id,
    status,
  ])
  transcriptions = 0
  w.clock.pass(60_000)
  await transsumm(user, id, { is_reload: 1 })
  await w.settle()
  expect((await transsumm(user, id)).status).toBe(1)
  return transcriptions
}
