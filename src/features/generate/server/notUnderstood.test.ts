import { describe, expect, it } from 'vitest'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

async function transcribeAndRead(server: TestServer, fileId: string) {
  const { generate } = await server.user()
  await generate.transsumm({ params: { id: fileId }, body: {} })
  await server.waitForJobs()
  return generate.transsumm({ params: { id: fileId }, body: {} })
}

async function readNote(server: TestServer, fileId: string) {
  const { notes } = await server.user()
  return (await notes.queryNote({ headers: {}, query: { file_id: fileId } })).data[0]
}

describe('speech that was not understood', () => {
  it('is one segment at its position, also across two windows and after a restart', async () => {
    let deathCount = 0
    const speech = scriptedSpeech({
      chooseOutcome: (_label, position) => (position === 20_000 && deathCount++ === 0 ? 'die' : 'transcribe'),
    })
    await using server = await testServer({ speech })
    const { id } = await server.uploadFile({ name: 'not understood 7-13', seconds: 25 })
    const { data_result } = await transcribeAndRead(server, id)
    expect(deathCount).toBeGreaterThan(1)
    const notUnderstood = data_result?.filter((segment) => segment.not_understood)
    expect(notUnderstood).toMatchObject([
      { start_time: 7000, end_time: 13_000, content: '[not understood 0:07-0:13]', words: [] },
    ])
    const starts = data_result?.map((segment) => segment.start_time) ?? []
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(data_result?.map((segment) => segment.id)).toEqual(starts.map((_, n) => String(n + 1)))
  })

  it('is returned while the transcription is still running', async () => {
    const speech = scriptedSpeech({ chooseOutcome: (_label, position) => (position >= 20_000 ? 'hang' : 'transcribe') })
    await using server = await testServer({ speech })
    const { generate, transcription } = await server.user()
    const { id } = await server.uploadFile({ name: 'not understood 7-13', seconds: 45 })
    await generate.transsumm({ params: { id }, body: {} })
    await expect
      .poll(async () => (await generate.status({})).data_tasks[0]?.segments_transcribed, { timeout: 10_000 })
      .toBeGreaterThan(0)
    const all = await transcription.liveSegments({ params: { id }, query: {} })
    expect(all.data.segments.map((segment) => segment.not_understood ?? false)).toContain(true)
    const rest = await transcription.liveSegments({ params: { id }, query: { from: 1 } })
    expect(rest.data.segments).toEqual(all.data.segments.slice(1))
    await generate.cancel({ params: { id } })
  })

  it('is neither quoted nor cited in the summary, but lowers its coverage', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ name: 'not understood 20-50', seconds: 100 })
    const { data_result } = await transcribeAndRead(server, id)
    const note = await readNote(server, id)
    const notUnderstood = data_result?.find((segment) => segment.not_understood)
    expect(note?.note_content).not.toContain('understood')
    const lines = note?.extra.form?.sections.flatMap(({ points }) => points) ?? []
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.flatMap(({ segments }) => segments)).not.toContain(notUnderstood?.id)
    expect(note?.extra.form?.coverage.share).toBeGreaterThan(0.65)
    expect(note?.extra.form?.coverage.share).toBeLessThan(0.72)
  })

  it('is not sent to a language model', async () => {
    const reply = {
      headline: 'The budget',
      category: 'meeting',
      overview: { text: 'So.', rests_on: ['1'] },
      points: [],
      actions: [],
    }
    const llm = createScriptedLlm([{ reply }])
    await using server = await testServer({ llm })
    const { id } = await server.uploadFile({ name: 'not understood 4-9', seconds: 30 })
    await transcribeAndRead(server, id)
    expect(llm.calls[0]?.prompt).toContain('We meet')
    expect(llm.calls[0]?.prompt).not.toContain('not understood')
    expect((await readNote(server, id))?.extra.form?.coverage.share).toBeLessThan(0.9)
  })

  it('is saved when no word was recognised, with code -7 and without using minutes (B§8)', async () => {
    await using server = await testServer()
    const { membership, files } = await server.user()
    const { id } = await server.uploadFile({ name: 'not understood 0-12', seconds: 12 })
    expect(await transcribeAndRead(server, id)).toMatchObject({
      status: -7,
      err_code: '-7',
      data_result: [{ start_time: 0, end_time: 12_000, not_understood: true }],
    })
    expect((await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')).toEqual([])
    expect((await files.list({ query: {}, body: [id] })).data_file_list[0]).toMatchObject({ is_summary: false, ai_content: '' })
  })

  it('is preserved when a client saves the transcript', async () => {
    await using server = await testServer()
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'not understood 4-7', seconds: 12 })
    const { data_result } = await transcribeAndRead(server, id)
    const { data_file } = await files.change({ params: { id }, body: { trans_result: data_result } })
    expect(data_file.trans_result).toEqual(data_result)
  })
})
