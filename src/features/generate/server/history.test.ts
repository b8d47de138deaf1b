import { describe, expect, it } from 'vitest'
import imported from '#test/fixtures/languages/imported.json' with { type: 'json' }
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import type { Settings } from '#features/profile/contract.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

async function transcribe(server: TestServer, id: string, body = {}) {
  const { generate } = await server.user()
  await generate.transsumm({ params: { id }, body })
  await server.waitForJobs()
}

const saveSettings = async (server: TestServer, settings: Partial<Settings>) =>
  (await server.user()).me.changeSettings({ body: settings })

async function readSummaryForm(server: TestServer, id: string) {
  const { notes } = await server.user()
  const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
  return note?.extra.form
}

describe('the transcription history (A§7)', () => {
  it('is paged, newest first, with the result of each', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    const first = await server.uploadFile({ name: 'First', seconds: 12 })
    await transcribe(server, first.id)
    const startedAt = server.clock.now().getTime() / 1000
    server.clock.advance(60_000)
    const silent = await server.uploadFile({ name: 'silent night', seconds: 5 })
    await transcribe(server, silent.id)
    const { data } = await generate.history({ query: {} })
    expect(data.total).toBe(2)
    expect(data.list).toMatchObject([
      { file_id: silent.id, filename: 'silent night', stage: 'failed', status: -7, finished_at: startedAt + 60 },
      { file_id: first.id, filename: 'First', duration: 12_000, language: 'en', stage: 'done', status: 1, made_at: startedAt },
    ])
    const page = await generate.history({ query: { skip: 1, limit: 1 } })
    expect(page.data).toMatchObject({ total: 2, list: [{ file_id: first.id }] })
  })

  it('shows no end time for an active transcription', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    const { id } = await server.uploadFile()
    await generate.transsumm({ params: { id }, body: { info: '{"language":"de-1"}' } })
    const { data } = await generate.history({ query: {} })
    expect(data.list).toMatchObject([{ file_id: id, stage: 'queued', status: 0, language: 'de', finished_at: null }])
  })

  it('loses the entries of a permanently deleted recording', async () => {
    await using server = await testServer()
    const { generate, files } = await server.user()
    const { id } = await server.uploadFile()
    await transcribe(server, id)
    await files.remove({ query: {}, body: [id] })
    expect((await generate.history({ query: {} })).data).toEqual({ total: 0, list: [] })
  })

  it('returns 422 for more than 200 per page and 401 without a session', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    expect(await expectRefusal(generate.history({ query: { limit: 201 } }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(createClients(server.url, {}).generate.history({ query: {} }))).toMatchObject({ httpStatus: 401 })
  })

  it('does not contain entries of another account', async () => {
    await using server = await testServer()
    const otherUser = await server.user('ben')
    const { id } = await server.uploadFile({ user: 'anna' })
    await (await server.user('anna')).generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect((await otherUser.generate.history({ query: {} })).data.total).toBe(0)
  })
})

describe('settings that affect a task', () => {
  it('uses the spoken language only when the request names none', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    await saveSettings(server, { trans_language: 'fr' })
    const [unspecified, named, auto] = [await server.uploadFile(), await server.uploadFile(), await server.uploadFile()]
    await generate.transsumm({ params: { id: unspecified.id }, body: {} })
    await generate.transsumm({ params: { id: named.id }, body: { info: '{"language":"de"}' } })
    await generate.transsumm({ params: { id: auto.id }, body: { info: '{"language":"auto"}' } })
    const { list } = (await generate.history({ query: {} })).data
    const languageOf = (id: string) => list.find((task) => task.file_id === id)?.language
    expect([unspecified.id, named.id, auto.id].map(languageOf)).toEqual(['fr', 'de', null])
  })

  it('passes the summary language to the language model', async () => {
    const overview = { text: 'Tout est dit.', rests_on: ['1'] }
    const llm = createScriptedLlm([{ reply: { headline: 'Le budget', category: 'meeting', overview, points: [], actions: [] } }])
    await using server = await testServer({ llm })
    await saveSettings(server, { summary_language: 'fr' })
    const { id } = await server.uploadFile({ seconds: 30 })
    await transcribe(server, id)
    expect(llm.calls[0]?.instructions).toContain('Write in French')
    expect(await readSummaryForm(server, id)).toMatchObject({ language: 'fr', engine: { kind: 'llm' } })
  })

  it('writes about an imported transcript in the language of its text', async () => {
    const points = [{ text: 'Ja.', rests_on: ['1'] }]
    const reply = { headline: 'Die Klinik', category: 'meeting', overview: points, points, actions: [] }
    const llm = createScriptedLlm([{ reply }])
    await using server = await testServer({ llm })
    const { files, generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 30 })
    const segment = { id: 's1', start_time: 0, end_time: 9000, content: imported.de, speaker: 'Tom' }
    await files.change({ params: { id }, body: { trans_result: [segment] } })
    await generate.chatllm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(llm.calls[0]?.instructions).toContain('Write in German')
    expect(await readSummaryForm(server, id)).toMatchObject({ language: 'de', sections: [{ heading: 'Überblick' }, {}] })
  })

  it('keeps an extractive summary in the language of the recording', async () => {
    await using server = await testServer()
    await saveSettings(server, { summary_language: 'fr' })
    const { id } = await server.uploadFile({ seconds: 30 })
    await transcribe(server, id)
    expect(await readSummaryForm(server, id)).toMatchObject({ language: 'en', engine: { kind: 'extractive' } })
  })
})

describe('the history of the minutes (A§7)', () => {
  it('names the recording, with its id until it is permanently deleted', async () => {
    await using server = await testServer()
    const { files, membership } = await server.user()
    const other = await server.user('ben')
    const [talk, kept] = [await server.uploadFile({ name: 'Talk' }), await server.uploadFile({ name: 'Kept' })]
    const foreign = await server.uploadFile({ name: 'Ben', user: 'ben' })
    await transcribe(server, talk.id)
    server.clock.advance(1000)
    await transcribe(server, kept.id)
    await other.generate.transsumm({ params: { id: foreign.id }, body: {} })
    await server.waitForJobs()
    const listUses = async ({ membership: calls }: typeof other) =>
      (await calls.transactions({ query: {} })).data.list.map(({ file_id, file_name }) => [file_id, file_name])
    const user = await server.user()
    expect(await listUses(user)).toEqual([
      [kept.id, 'Kept'],
      [talk.id, 'Talk'],
    ])
    // The name is the one that the recording has now.
    await files.change({ params: { id: kept.id }, body: { filename: 'Kept, renamed' } })
    expect(await listUses(user)).toContainEqual([kept.id, 'Kept, renamed'])
    await files.trash({ body: [talk.id] })
    expect(await listUses(user)).toContainEqual([talk.id, 'Talk'])
    await files.remove({ query: {}, body: [talk.id] })
    await server.waitForJobs()
    expect(await listUses(user)).toEqual([
      [kept.id, 'Kept, renamed'],
      [null, 'Talk'],
    ])
    expect(await listUses(other)).toEqual([[foreign.id, 'Ben']])
    expect((await membership.transactions({ query: {} })).data.list[1]).toMatchObject({ kind: 'use', seconds: 12 })
  })
})
