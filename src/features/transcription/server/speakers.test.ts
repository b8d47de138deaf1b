import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { SpeechError, type SpeechEngine } from '#platform/speech/speech.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'
import { lockFiles, saveResults } from '#features/files/server.ts'
import { listAllSpeakers } from './store.ts'

const readFile = async (server: TestServer, id: string) =>
  (await (await server.user()).files.list({ query: {}, body: [id] })).data_file_list[0]!

/** Uploads a recording of 24 s and transcribes it. */
async function transcribe(server: TestServer, name: string, info: object = {}) {
  const { generate } = await server.user()
  const { id } = await server.uploadFile({ seconds: 24, name })
  await generate.transsumm({ params: { id }, body: { info: JSON.stringify(info) } })
  await server.waitForJobs()
  return readFile(server, id)
}

const speakersOf = (file: { trans_result: readonly { speaker: string }[] | null }) => [
  ...new Set((file.trans_result ?? []).map(({ speaker }) => speaker)),
]

describe('speakers of a transcript (B§3, B§7)', () => {
  it('are separated after the transcription, and their voices are stored', async () => {
    await using server = await testServer()
    const user = await server.user()
    const file = await transcribe(server, 'speakers 3')
    expect(speakersOf(file)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3'])
    expect(file.trans_result!.every(({ speaker, original_speaker }) => speaker === original_speaker)).toBe(true)
    expect(file.extra_data.tranConfig).toMatchObject({ diarization: 1, language: 'en' })
    const { data_user } = await user.me.me({})
    expect((await listAllSpeakers(server.ctx, data_user.id)).map(({ file_id }) => file_id)).toEqual([file.id, file.id, file.id])
    const { voices } = (await user.transcription.voices({ params: { id: file.id } })).data
    expect(voices.map(({ speaker, seconds, embedding }) => [speaker, seconds, embedding.length])).toEqual([
      ['Speaker 1', 8, 256],
      ['Speaker 2', 8, 256],
      ['Speaker 3', 8, 256],
    ])
  })

  it('are at most as many as the client expects', async () => {
    await using server = await testServer()
    await server.user()
    expect(speakersOf(await transcribe(server, 'speakers 3', { diarization: 1, speakers: 2 }))).toEqual([
      'Speaker 1',
      'Speaker 2',
    ])
  })

  it('are not separated when the request or the settings say no', async () => {
    await using server = await testServer()
    const { me } = await server.user()
    const refused = await transcribe(server, 'speakers 3', { diarization: 0 })
    expect(speakersOf(refused)).toEqual([''])
    expect(refused.extra_data.tranConfig).toMatchObject({ diarization: 0 })
    await me.changeSettings({ body: { separate_speakers: false } })
    expect(speakersOf(await transcribe(server, 'speakers 3'))).toEqual([''])
    expect(speakersOf(await transcribe(server, 'speakers 3', { diarization: 1 }))).toHaveLength(3)
  })

  it('are missing when separating them fails, but the transcript is saved', async () => {
    await using server = await testServer()
    await server.user()
    const file = await transcribe(server, 'speakers fail')
    expect(file.trans_result!.length).toBeGreaterThan(0)
    const { transcription } = await server.user()
    expect((await transcription.voices({ params: { id: file.id } })).data.voices).toEqual([])
    expect(file.extra_data.tranConfig).toMatchObject({ diarization: 0 })
  })
})

describe('separating speakers again', () => {
  it('keeps the words and the names given by the user', async () => {
    await using server = await testServer()
    const { files, generate } = await server.user()
    const before = await transcribe(server, 'speakers 3')
    const renamed = before.trans_result!.map((row) => ({ ...row, speaker: row.speaker === 'Speaker 2' ? 'Lena' : row.speaker }))
    await files.change({ params: { id: before.id }, body: { trans_result: renamed } })
    await generate.separateSpeakers({ params: { id: before.id }, body: { speakers: 2 } })
    await server.waitForJobs()
    const after = await readFile(server, before.id)
    expect(speakersOf(after)).toHaveLength(2)
    expect(speakersOf(after)).toContain('Lena')
    const textOf = (file: typeof before) => file.trans_result!.map(({ content }) => content).join(' ')
    expect(textOf(after)).toBe(textOf(before))
  })

  it('uses no minutes and is not in the history', async () => {
    await using server = await testServer()
    const { generate, membership } = await server.user()
    const { id } = await transcribe(server, 'speakers 2')
    const countUses = async () => (await membership.transactions({ query: {} })).data.total
    const uses = await countUses()
    await generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    await server.waitForJobs()
    expect(await countUses()).toBe(uses)
    expect((await generate.history({ query: {} })).data.total).toBe(1)
    expect((await generate.status({})).data_tasks[0]).toMatchObject({ stage: 'done', status: 1 })
  })

  it('refuses without a transcript, and while the recording is processed', async () => {
    const speech = scriptedSpeech({ chooseOutcome: () => 'hang' })
    await using server = await testServer({ speech })
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    const separate = () => expectRefusal(generate.separateSpeakers({ params: { id }, body: { speakers: null } }))
    expect(await separate()).toMatchObject({ status: -7 })
    await generate.transsumm({ params: { id }, body: {} })
    expect(await separate()).toMatchObject({ status: -2 })
    await generate.cancel({ params: { id } })
    await server.waitForJobs()
  })

  it('refuses recordings of more than three hours (B§5, B§9), which are transcribed without speakers', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    const { id } = await transcribe(server, 'speakers 2')
    const setDuration = (seconds: number) =>
      executeSql(server.ctx.db, 'update file set duration_ms = $1 where file_id = $2', [seconds * 1000, id])
    await setDuration(10_801)
    expect(await expectRefusal(generate.separateSpeakers({ params: { id }, body: { speakers: null } }))).toMatchObject({
      status: -14,
    })
    const restart = { is_reload: 1, operate_type: 'reTranscribe' as const }
    const request = (info: object) => generate.transsumm({ params: { id }, body: { ...restart, info: JSON.stringify(info) } })
    expect(await expectRefusal(request({ diarization: 1 }))).toMatchObject({ status: -14 })
    await request({})
    await server.waitForJobs()
    expect(speakersOf(await readFile(server, id))).toEqual([''])
    await setDuration(10_800)
    await generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    await server.waitForJobs()
    expect(speakersOf(await readFile(server, id))).toHaveLength(2)
  })

  it('fails with a code of its own, and the transcript stays', async () => {
    let isBroken = false
    const scripted = scriptedSpeech()
    const speech: SpeechEngine = {
      ...scripted,
      diarize: async (pcm, options) => {
        if (isBroken) throw new SpeechError('model-missing', 'The speech model file head.onnx is missing.')
        return scripted.diarize(pcm, { ...options, label: 'speakers 2' })
      },
    }
    await using server = await testServer({ speech })
    const { generate } = await server.user()
    const { id } = await transcribe(server, 'Monday')
    isBroken = true
    server.clock.advance(1000)
    await generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    await server.waitForJobs()
    expect((await generate.status({})).data_tasks[0]).toMatchObject({ stage: 'failed', status: -1001 })
    expect(speakersOf(await readFile(server, id))).toHaveLength(2)
  })

  it('never touches a recording of another account', async () => {
    await using server = await testServer()
    await server.user()
    const { id } = await transcribe(server, 'speakers 2')
    const other = await server.user('ben')
    expect(await expectRefusal(other.transcription.voices({ params: { id } }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(other.generate.separateSpeakers({ params: { id }, body: { speakers: null } }))).toMatchObject({
      httpStatus: 404,
    })
  })
})

describe('extra data of a recording', () => {
  it('keeps what a client writes while a transcript is saved', async () => {
    const [transcribed, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const scripted = scriptedSpeech()
    const speech: SpeechEngine = {
      ...scripted,
      transcribe: async (...args) => {
        const result = await scripted.transcribe(...args)
        transcribed.resolve()
        await gate.promise
        return result
      },
    }
    await using server = await testServer({ speech })
    const { generate, me } = await server.user()
    const { id } = await server.uploadFile()
    const userId = (await me.me({})).data_user.id
    await generate.transsumm({ params: { id }, body: { info: JSON.stringify({ diarization: 0 }) } })
    await transcribed.promise
    const countWaiting = () =>
      executeSql(
        server.ctx.db,
        "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for update'",
        [],
      )
    await server.ctx.transaction(async (tx) => {
      await lockFiles(tx, userId, [id])
      gate.resolve()
      await expect.poll(async () => (await countWaiting()).rows.length).toBeGreaterThan(0)
      await saveResults(tx, userId, id, { extra_data: { tranConfig: { theirs: 'mine' } } })
    })
    await server.waitForJobs()
    expect((await readFile(server, id)).extra_data.tranConfig).toMatchObject({ theirs: 'mine', language: 'en' })
  })
})
