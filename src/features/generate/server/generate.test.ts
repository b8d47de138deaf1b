import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { openSpeechEngine } from '#platform/speech/engine.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { SpeechError } from '#platform/speech/speech.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

async function transcribeAndRead(server: TestServer, fileId: string) {
  const { generate } = await server.user()
  await generate.transsumm({ params: { id: fileId }, body: {} })
  await server.waitForJobs()
  return generate.transsumm({ params: { id: fileId }, body: {} })
}

describe('the generate flow (B§4)', () => {
  it('returns 0 when it starts and 1 with transcript and summary when it is done', async () => {
    await using server = await testServer()
    const { generate, files } = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    const started = await generate.transsumm({
      params: { id },
      body: {
        is_reload: 0,
        summ_type: 'AI-CHOICE',
        summ_type_type: 'system',
        info: '{"language":"auto"}',
        support_mul_summ: true,
      },
    })
    expect(started).toMatchObject({ status: 0, data_result: null, err_code: '' })
    await server.waitForJobs()
    const response = await generate.transsumm({ params: { id }, body: {} })
    expect(response).toMatchObject({ status: 1, auto_save: true, err_code: '' })
    expect(response.data_result?.length).toBeGreaterThan(0)
    const summary = JSON.parse(response.data_result_summ ?? '') as {
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
    await using server = await testServer()
    const { id } = await server.uploadFile({ seconds: 25 })
    const { data_result } = await transcribeAndRead(server, id)
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

  it('cites the start of a word in every point of the summary', async () => {
    await using server = await testServer()
    const { notes } = await server.user()
    const { id } = await server.uploadFile({ seconds: 60 })
    const { data_result } = await transcribeAndRead(server, id)
    const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    const starts = new Set(data_result?.flatMap(({ start_time, words = [] }) => [start_time, ...words.map(([start]) => start)]))
    const cited = [...(note?.note_content.matchAll(/#t=(\d+)/g) ?? [])].map((match) => Number(match[1]))
    expect(cited.length).toBeGreaterThan(0)
    for (const time of cited) expect(starts.has(time)).toBe(true)
  })

  it('starts only one task per recording for simultaneous requests', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    const responses = await Promise.all(Array.from({ length: 10 }, () => generate.transsumm({ params: { id }, body: {} })))
    expect(new Set(responses.map((response) => response.task_id_info['trans_task_id'])).size).toBe(1)
    const { data_tasks, data_transsumm } = await generate.status({})
    expect(data_tasks).toHaveLength(1)
    expect(data_transsumm.files_trans).toEqual([{ file_id: id, status: 0 }])
  })

  it('returns the seconds of audio being transcribed', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 12 })
    await generate.transsumm({ params: { id }, body: {} })
    expect(await generate.transStatus({})).toMatchObject({ status: 0, total_seconds: 12, remain_total: 12 })
  })

  it('restarts with is_reload', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    const first = await transcribeAndRead(server, id)
    server.clock.advance(60_000)
    const restarted = await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    expect(restarted.status).toBe(0)
    await server.waitForJobs()
    const second = await transcribeAndRead(server, id)
    expect(second.status).toBe(1)
    expect(second.task_id_info['trans_task_id']).not.toBe(first.task_id_info['trans_task_id'])
  })

  it('resumes after the last saved window when an attempt dies, without duplicates', async () => {
    let deathCount = 0
    const startPositions: number[] = []
    const speech = scriptedSpeech({
      chooseOutcome: (_label, position) => {
        startPositions.push(position)
        return position === 20_000 && deathCount++ === 0 ? 'die' : 'transcribe'
      },
    })
    await using server = await testServer({ speech })
    const { id } = await server.uploadFile({ seconds: 45 })
    const { data_result } = await transcribeAndRead(server, id)
    expect(deathCount).toBeGreaterThan(1)
    expect(startPositions.filter((position) => position === 0)).toHaveLength(1)
    const words = data_result?.flatMap((segment) => segment.words ?? []).map(([start]) => start)
    expect(words).toEqual([...new Set(words)])
    expect(words).toHaveLength(90)
  })
})

describe('failures return a code and a message (B§8)', () => {
  it('returns -7 when no speech was found', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ name: 'silent night' })
    expect(await transcribeAndRead(server, id)).toMatchObject({
      status: -7,
      err_code: '-7',
      data_result: [],
    })
  })

  it('uses no minutes for -7', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ name: 'silent night' })
    await transcribeAndRead(server, id)
    const { membership } = await server.user()
    expect((await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')).toEqual([])
  })

  it('returns -6 when the engine keeps failing and the minutes came back, and keeps the audio for a retry', async () => {
    let shouldFail = true
    const speech = scriptedSpeech({ chooseOutcome: () => (shouldFail ? 'die' : 'transcribe') })
    await using server = await testServer({ speech })
    const { generate, files } = await server.user()
    const { id } = await server.uploadFile()
    expect(await transcribeAndRead(server, id)).toMatchObject({ status: -6 })
    expect((await generate.status({})).data_transsumm.files_trans).toEqual([{ file_id: id, status: -6 }])
    expect((await fetch((await files.tempUrl({ params: { id }, query: {} })).temp_url)).status).toBe(200)
    shouldFail = false
    server.clock.advance(60_000)
    await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    await server.waitForJobs()
    expect((await generate.transsumm({ params: { id }, body: {} })).status).toBe(1)
  })

  it('returns -8 for more than five hours, but transcribes five hours and a fraction of a second (B§9)', async () => {
    await using server = await testServer()
    await setMembershipTier(server, (await server.user()).id, 'unlimited')
    const [longest, longer] = [await server.uploadFile({ name: 'longest' }), await server.uploadFile({ name: 'longer' })]
    const last = (id: string, ms: number) =>
      executeSql(server.ctx.db, 'update file set duration_ms = $2 where file_id = $1', [id, ms])
    await last(longest.id, 18_000_999)
    await last(longer.id, 18_001_000)
    expect((await transcribeAndRead(server, longest.id)).status).toBe(1)
    expect(await transcribeAndRead(server, longer.id)).toMatchObject({ status: -8, err_code: '-8' })
    const { membership, generate } = await server.user()
    expect((await generate.status({})).data_transsumm.files_trans).toContainEqual({ file_id: longer.id, status: -8 })
    const uses = (await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')
    expect(uses.map(({ file_id }) => file_id)).toEqual([longest.id])
  })

  it('returns -1002 with the name of the file when the speech model is missing', async () => {
    const speech = openSpeechEngine({ modelsDir: '/nowhere' })
    await using server = await testServer({ speech })
    const { id } = await server.uploadFile()
    const result = await transcribeAndRead(server, id)
    expect(result.status).toBe(-1002)
    expect(result.msg).toContain('.onnx')
  })

  it('returns -112 when the speech server refuses the request', async () => {
    const transcribe = () => Promise.reject(new SpeechError('refused', 'The speech server did not accept the key.'))
    await using server = await testServer({ speech: { ...scriptedSpeech(), transcribe } })
    const { id } = await server.uploadFile()
    const result = await transcribeAndRead(server, id)
    expect(result).toMatchObject({ status: -112, msg: 'The speech server did not accept the key.' })
  })

  it('returns -111 with the transcript when there are too few words for a summary', async () => {
    await using server = await testServer({ speech: scriptedSpeech({ script: ['Hello', 'there.'] }) })
    const { generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 1 })
    const result = await transcribeAndRead(server, id)
    expect(result).toMatchObject({ status: -111, data_result: [{ content: 'Hello there.' }], data_result_summ: null })
    expect((await generate.status({})).data_transsumm).toMatchObject({
      files_trans: [{ file_id: id, status: 1 }],
      files_summ: [{ file_id: id, status: -111 }],
    })
  })

  it('returns -100101 for a language that the engine does not support', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    await generate.transsumm({ params: { id }, body: { info: '{"language":"tlh"}' } })
    await server.waitForJobs()
    expect(await generate.transsumm({ params: { id }, body: {} })).toMatchObject({ status: -100_101 })
  })
})

describe('translation to English', () => {
  it('is done when a client asks for it in `info`, and again on a retry', async () => {
    let isBroken = true
    const speech = scriptedSpeech({ chooseOutcome: () => (isBroken ? 'die' : 'transcribe') })
    await using server = await testServer({ speech })
    const { generate, files } = await server.user()
    const { id } = await server.uploadFile()
    await generate.transsumm({ params: { id }, body: { info: '{"language":"de","translate":true}' } })
    await server.waitForJobs()
    isBroken = false
    await generate.transsumm({ params: { id }, body: { is_reload: 1, info: '{"language":"de"}' } })
    await server.waitForJobs()
    const readLanguage = async () =>
      (await files.list({ query: {}, body: [id] })).data_file_list[0]?.extra_data.tranConfig?.language
    expect(await readLanguage()).toBe('en')
    const body = { is_reload: 1, operate_type: 'reTranscribe' as const, info: '{"language":"de","translate":0}' }
    await generate.transsumm({ params: { id }, body })
    await server.waitForJobs()
    expect(await readLanguage()).toBe('de')
  })
})

describe('cancel', () => {
  it('stops the task, which stays cancelled', async () => {
    await using server = await testServer()
    const { generate, files } = await server.user()
    const { id } = await server.uploadFile({ name: 'hang on' })
    await generate.transsumm({ params: { id }, body: {} })
    await generate.cancel({ params: { id } })
    await server.waitForJobs()
    const [task] = (await generate.status({})).data_tasks
    expect(task).toMatchObject({ stage: 'cancelled', file_id: id })
    expect((await files.list({ query: {}, body: [id] })).data_file_list[0]?.trans_result).toBeNull()
  })

  it('succeeds when there is no active task', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    expect((await generate.cancel({ params: { id } })).status).toBe(0)
  })

  it('leaves no task behind when the recording is deleted', async () => {
    await using server = await testServer()
    const { generate, files } = await server.user()
    const { id } = await server.uploadFile({ name: 'hang on' })
    await generate.transsumm({ params: { id }, body: {} })
    await generate.cancel({ params: { id } })
    await files.remove({ query: {}, body: [id] })
    await server.waitForJobs()
    expect((await generate.status({})).data_tasks).toEqual([])
  })
})

describe('another account', () => {
  it('gets 404 for every route and an empty status', async () => {
    await using server = await testServer()
    const otherUser = await server.user('ben')
    const { id } = await server.uploadFile({ user: 'anna' })
    await transcribeAndRead(server, id)
    const calls = [
      otherUser.generate.transsumm({ params: { id }, body: {} }),
      otherUser.generate.cancel({ params: { id } }),
      otherUser.transcription.liveSegments({ params: { id }, query: {} }),
      otherUser.notes.queryNote({ headers: { 'file-id': id }, query: {} }),
    ]
    for (const refusal of await Promise.all(calls.map(expectRefusal))) expect(refusal).toMatchObject({ httpStatus: 404 })
    expect((await otherUser.generate.status({})).data_tasks).toEqual([])
  })
})

describe('a language model', () => {
  it('is replaced by the extractive engine when it fails, and the summary says so', async () => {
    const llm = createScriptedLlm([{ fail: 'server' }])
    await using server = await testServer({ llm })
    const { notes } = await server.user()
    const { id } = await server.uploadFile({ seconds: 30 })
    expect(await transcribeAndRead(server, id)).toMatchObject({ status: 1 })
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id: id } })).data
    expect(note?.extra.form?.engine.kind).toBe('extractive')
    expect(llm.remaining).toBe(0)
  })

  it('creates the summary, whose lines cite existing segments', async () => {
    const reply = {
      headline: 'The budget',
      category: 'meeting',
      overview: { text: 'They settle it.', rests_on: ['1'] },
      points: [{ text: 'On Tuesday.', rests_on: ['1', '99'] }],
      actions: [],
    }
    const llm = createScriptedLlm([{ reply }])
    await using server = await testServer({ llm })
    const { notes } = await server.user()
    const { id } = await server.uploadFile({ seconds: 30 })
    await transcribeAndRead(server, id)
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id: id } })).data
    expect(note?.extra.form?.engine.kind).toBe('llm')
    expect(note?.extra.form?.sections.find(({ kind }) => kind === 'points')?.points[0]).toMatchObject({
      text: 'On Tuesday.',
      segments: ['1'],
      supported: true,
    })
  })
})
