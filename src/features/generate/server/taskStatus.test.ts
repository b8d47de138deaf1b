import { describe, expect, it } from 'vitest'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const LITERAL_BODY = { is_reload: 0, support_mul_summ: true }

async function openRecording(server: TestServer, name: string) {
  const { generate, files } = await server.user()
  const { id } = await server.uploadFile({ name, seconds: 25 })
  const transsumm = (body: Parameters<typeof generate.transsumm>[0]['body'] = LITERAL_BODY) =>
    generate.transsumm({ params: { id }, body })
  const readLists = async () => (await generate.status({})).data_transsumm
  return { generate, files, id, transsumm, readLists }
}

describe('the lists of the status (B§3, B§4)', () => {
  it('say 1 for a finished transcription and for a finished summary', async () => {
    await using server = await testServer()
    const { id, transsumm, readLists } = await openRecording(server, 'weekly')
    await transsumm()
    await server.waitForJobs()
    expect(await readLists()).toEqual({ files_trans: [{ file_id: id, status: 1 }], files_summ: [{ file_id: id, status: 1 }] })
  })

  it('have one item per recording: a retry that runs stands without the failure before it', async () => {
    let isBroken = true
    const speech = scriptedSpeech({ chooseOutcome: () => (isBroken ? 'die' : 'hang') })
    await using server = await testServer({ speech })
    const { id, generate, transsumm, readLists } = await openRecording(server, 'weekly')
    await transsumm()
    await server.waitForJobs()
    expect(await readLists()).toEqual({ files_trans: [{ file_id: id, status: -6 }], files_summ: [] })
    isBroken = false
    server.clock.advance(60_000)
    await transsumm({ is_reload: 1 })
    expect(await readLists()).toEqual({ files_trans: [{ file_id: id, status: 0 }], files_summ: [] })
    const { data_processing, data_tasks } = await generate.status({})
    expect([data_processing, data_tasks.length]).toEqual([[id], 1])
  })

  it('leave out a cancelled task at once', async () => {
    await using server = await testServer()
    const { id, generate, transsumm, readLists } = await openRecording(server, 'hang on')
    await transsumm()
    await generate.cancel({ params: { id } })
    expect(await readLists()).toEqual({ files_trans: [], files_summ: [] })
    expect((await generate.status({})).data_processing).toEqual([])
  })
})

describe('a request that is repeated after a cancel (B§4)', () => {
  it('does not start the task again, and says that it was interrupted', async () => {
    await using server = await testServer()
    const { id, generate, transsumm } = await openRecording(server, 'hang on')
    const { task_id_info } = await transsumm()
    await generate.cancel({ params: { id } })
    for (const body of [LITERAL_BODY, {}, { operate_type: 'query' as const }])
      expect(await transsumm(body)).toMatchObject({ status: -5, err_code: '-5', msg: 'cancelled', task_id_info })
    expect((await generate.status({})).data_tasks).toMatchObject([{ file_id: id, stage: 'cancelled' }])
  })

  it('says so of the summary when the transcript is there, which comes with it', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id, generate, files } = await openRecording(server, 'weekly')
    const segment = { start_time: 0, end_time: 9000, speaker: 'Ann', content: 'We meet in the harbour at nine.' }
    await files.change({ params: { id }, body: { trans_result: [segment] } })
    const summarise = () => generate.chatllm({ params: { id }, body: { post_id: 'p1' } })
    await summarise()
    await generate.cancel({ params: { id } })
    expect(await summarise()).toMatchObject({ status: -3, msg: 'cancelled', data_result: [{ content: segment.content }] })
  })

  it('leaves a complete recording complete when its transcription or separation was started again and cancelled', async () => {
    await using server = await testServer()
    const { id, generate, transsumm } = await openRecording(server, 'weekly')
    await transsumm()
    await server.waitForJobs()
    const stop = async () => {
      await generate.cancel({ params: { id } })
      server.clock.advance(1000)
      return transsumm()
    }
    server.clock.advance(1000)
    await generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    expect(await stop()).toMatchObject({ status: 1, err_code: '' })
    await transsumm({ is_reload: 1, operate_type: 'reTranscribe' })
    expect(await stop()).toMatchObject({ status: 1, err_code: '' })
  })

  it.each([{ is_reload: 1 }, { is_reload: 0, operate_type: 'new' as const }])('starts it again for %j', async (body) => {
    await using server = await testServer()
    const { id, generate, transsumm } = await openRecording(server, 'hang on')
    await transsumm()
    await generate.cancel({ params: { id } })
    server.clock.advance(1000)
    expect(await transsumm(body)).toMatchObject({ status: 0 })
  })
})
