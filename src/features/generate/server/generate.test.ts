import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { openSpeechEngine } from '#platform/speech/engine.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import { scripted } from '#platform/llm/scripted.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

async function done(w: World, fileId: string) {
  const { generate } = await w.as()
  await generate.transsumm({ params: { id: fileId }, body: {} })
  await w.settle()
  return generate.transsumm({ params: { id: fileId }, body: {} })
}

describe('the generate flow (B§4)', () => {
  it('returns 0 when it starts and 1 with transcript and summary when it is done', async () => {
    await using w = await world()
    const { generate, files } = await w.as()
    const { id } = await w.file({ seconds: 25 })
    const begun = await generate.transsumm({
      params: { id },
      body: {
        is_reload: 0,
        summ_type: 'AI-CHOICE',
        summ_type_type: 'system',
        info: '{"language":"auto"}',
        support_mul_summ: true,
      },
    })
    expect(begun).toMatchObject({ status: 0, data_result: null, err_code: '' })
    await w.settle()
    const answer = await generate.transsumm({ params: { id }, body: {} })
    expect(answer).toMatchObject({ status: 1, auto_save: true, err_code: '' })
    expect(answer.data_result?.length).toBeGreaterThan(0)
    const summary = JSON.parse(answer.data_result_summ ?? '') as {
      markdown: string
      content: { markdown: string }
      header: { headline: string }
    }
    expect(summary.content.markdown).toBe(summary.markdown)
    expect(summary.header.headline).not.toBe('')
    const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
    expect(file).toMatchObject({ is_trans: true, is_summary: true, ai_content: summary.markdown })
    expect(file?.extra_data.tranConfig?.language).toBe('en')
  })

  it('returns segments with times, text and words within the times', async () => {
    await using w = await world()
    const { id } = await w.file({ seconds: 25 })
    const { data_result } = await done(w, id)
    let last = 0
    for (const segment of data_result ?? []) {
      expect(segment.start_time).toBeGreaterThanOrEqual(last)
      expect(segment.end_time).toBeGreaterThan(segment.start_time)
      expect(segment.content).not.toBe('')
      for (const [start, end] of segment.words ?? []) {
        expect(start).toBeGreaterThanOrEqual(segment.start_time)
        expect(end).toBeLessThanOrEqual(segment.end_time)
      }
      last = segment.end_time
    }
  })

  it('cites an existing segment in every point of the summary', async () => {
    await using w = await world()
    const { notes } = await w.as()
    const { id } = await w.file({ seconds: 60 })
    const { data_result } = await done(w, id)
    const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    const starts = new Set(data_result?.map((segment) => segment.start_time))
    const cited = [...(note?.note_content.matchAll(/#t=(\d+)/g) ?? [])].map((match) => Number(match[1]))
    expect(cited.length).toBeGreaterThan(0)
    for (const time of cited) expect(starts.has(time)).toBe(true)
  })

  it('starts only one task per recording for simultaneous requests', async () => {
    await using w = await world({ working: false })
    const { generate } = await w.as()
    const { id } = await w.file()
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate.transsumm({ params: { id }, body: {} })))
    expect(new Set(answers.map((answer) => answer.task_id_info['trans_task_id'])).size).toBe(1)
    const { data_tasks, data_transsumm } = await generate.status({})
    expect(data_tasks).toHaveLength(1)
    expect(data_transsumm.files_trans).toEqual([{ file_id: id, status: 0 }])
  })

  it('returns the seconds of audio being transcribed', async () => {
    await using w = await world({ working: false })
    const { generate } = await w.as()
    const { id } = await w.file({ seconds: 12 })
    await generate.transsumm({ params: { id }, body: {} })
    expect(await generate.transStatus({})).toMatchObject({ status: 0, total_seconds: 12, remain_total: 12 })
  })

  it('restarts with is_reload', async () => {
    await using w = await world()
    const { generate } = await w.as()
    const { id } = await w.file()
    const first = await done(w, id)
    w.clock.pass(60_000)
    const again = await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    expect(again.status).toBe(0)
    await w.settle()
    const second = await done(w, id)
    expect(second.status).toBe(1)
    expect(second.task_id_info['trans_task_id']).not.toBe(first.task_id_info['trans_task_id'])
  })

  it('resumes after the last saved window when an attempt dies, without duplicates', async () => {
    let deaths = 0
    const begins: number[] = []
    const speech = scriptedSpeech({
      fate: (_label, at) => {
        begins.push(at)
        return at === 20_000 && deaths++ === 0 ? 'die' : 'hear'
      },
    })
    await using w = await world({ speech })
    const { id } = await w.file({ seconds: 45 })
    const { data_result } = await done(w, id)
    expect(deaths).toBeGreaterThan(1)
    expect(begins.filter((at) => at === 0)).toHaveLength(1)
    const words = data_result?.flatMap((segment) => segment.words ?? []).map(([start]) => start)
    expect(words).toEqual([...new Set(words)])
    expect(words).toHaveLength(90)
  })
})

describe('failures return a code and a message (B§8)', () => {
  it('returns -7 when no speech was found', async () => {
    await using w = await world()
    const { id } = await w.file({ name: 'silent night' })
    expect(await refusalOf(done(w, id))).toMatchObject({ status: -7, body: { err_code: '-7', data_result: [] } })
  })

  it('uses no minutes for -7', async () => {
    await using w = await world()
    const { id } = await w.file({ name: 'silent night' })
    await refusalOf(done(w, id))
    const { membership } = await w.as()
    expect((await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')).toEqual([])
  })

  it('returns -5 when the engine keeps failing, and keeps the audio for a retry', async () => {
    let fails = true
    const speech = scriptedSpeech({ fate: () => (fails ? 'die' : 'hear') })
    await using w = await world({ speech })
    const { generate, files } = await w.as()
    const { id } = await w.file()
    expect(await refusalOf(done(w, id))).toMatchObject({ status: -5 })
    expect((await generate.status({})).data_transsumm.files_trans).toEqual([{ file_id: id, status: -5 }])
    expect((await fetch((await files.tempUrl({ params: { id }, query: {} })).temp_url)).status).toBe(200)
    fails = false
    w.clock.pass(60_000)
    await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    await w.settle()
    expect((await generate.transsumm({ params: { id }, body: {} })).status).toBe(1)
  })

  it('returns -8 for more than five hours, but transcribes five hours and a fraction of a second (B§9)', async () => {
    await using w = await world()
    const [longest, longer] = [await w.file({ name: 'longest' }), await w.file({ name: 'longer' })]
    const last = (id: string, ms: number) =>
      executeSql(w.ground.db, 'update file set duration_ms = $2 where file_id = $1', [id, ms])
    await last(longest.id, 18_000_999)
    await last(longer.id, 18_001_000)
    expect((await done(w, longest.id)).status).toBe(1)
    expect(await refusalOf(done(w, longer.id))).toMatchObject({ status: -8, body: { err_code: '-8' } })
    const { membership, generate } = await w.as()
    expect((await generate.status({})).data_transsumm.files_trans).toEqual([{ file_id: longer.id, status: -8 }])
    const uses = (await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')
    expect(uses.map(({ file_id }) => file_id)).toEqual([longest.id])
  })

  it('returns -100101 with the name of the file when the speech model is missing', async () => {
    const speech = openSpeechEngine({ modelsDir: '/nowhere' })
    await using w = await world({ speech })
    const { id } = await w.file()
    const refusal = await refusalOf(done(w, id))
    expect(refusal.status).toBe(-100_101)
    expect(refusal.message).toContain('.onnx')
  })

  it('returns -100101 for a language that the engine does not support', async () => {
    await using w = await world()
    const { generate } = await w.as()
    const { id } = await w.file()
    await generate.transsumm({ params: { id }, body: { info: '{"language":"tlh"}' } })
    await w.settle()
    expect(await refusalOf(generate.transsumm({ params: { id }, body: {} }))).toMatchObject({ status: -100_101 })
  })
})

describe('cancel', () => {
  it('stops the task, which stays cancelled', async () => {
    await using w = await world()
    const { generate, files } = await w.as()
    const { id } = await w.file({ name: 'hang on' })
    await generate.transsumm({ params: { id }, body: {} })
    await generate.cancel({ params: { id } })
    await w.settle()
    const [task] = (await generate.status({})).data_tasks
    expect(task).toMatchObject({ stage: 'cancelled', file_id: id })
    expect((await files.list({ query: {}, body: [id] })).data_file_list[0]?.trans_result).toBeNull()
  })

  it('succeeds when there is no active task', async () => {
    await using w = await world()
    const { generate } = await w.as()
    const { id } = await w.file()
    expect((await generate.cancel({ params: { id } })).status).toBe(0)
  })

  it('leaves no task behind when the recording is deleted', async () => {
    await using w = await world()
    const { generate, files } = await w.as()
    const { id } = await w.file({ name: 'hang on' })
    await generate.transsumm({ params: { id }, body: {} })
    await generate.cancel({ params: { id } })
    await files.remove({ query: {}, body: [id] })
    await w.settle()
    expect((await generate.status({})).data_tasks).toEqual([])
  })
})

describe('another account', () => {
  it('gets 404 for every route and an empty status', async () => {
    await using w = await world()
    const ben = await w.as('ben')
    const { id } = await w.file({ as: 'anna' })
    await done(w, id)
    const calls = [
      ben.generate.transsumm({ params: { id }, body: {} }),
      ben.generate.cancel({ params: { id } }),
      ben.transcription.heard({ params: { id }, query: {} }),
      ben.notes.queryNote({ headers: { 'file-id': id }, query: {} }),
    ]
    for (const refusal of await Promise.all(calls.map(refusalOf))) expect(refusal).toMatchObject({ httpStatus: 404 })
    expect((await ben.generate.status({})).data_tasks).toEqual([])
  })
})

describe('a language model', () => {
  it('is replaced by the extractive engine when it fails, and the summary says so', async () => {
    const llm = scripted([{ fail: 'server' }])
    await using w = await world({ llm })
    const { notes } = await w.as()
    const { id } = await w.file({ seconds: 30 })
    expect(await done(w, id)).toMatchObject({ status: 1 })
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id: id } })).data
    expect(note?.extra.form?.engine.kind).toBe('extractive')
    expect(llm.left).toBe(0)
  })

  it('creates the summary, whose lines cite existing segments', async () => {
    const reply = {
      headline: 'The budget',
      category: 'meeting',
      overview: { text: 'They settle it.', rests_on: ['1'] },
      points: [{ text: 'On Tuesday.', rests_on: ['1', '99'] }],
      actions: [],
    }
    const llm = scripted([{ reply }])
    await using w = await world({ llm })
    const { notes } = await w.as()
    const { id } = await w.file({ seconds: 30 })
    await done(w, id)
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id: id } })).data
    expect(note?.extra.form?.engine.kind).toBe('llm')
    expect(note?.extra.form?.points[0]).toMatchObject({ text: 'On Tuesday.', segments: ['1'], supported: true })
  })
})
