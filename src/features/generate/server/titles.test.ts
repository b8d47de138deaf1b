import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { File } from '#features/files/contract.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { executeSql } from '#platform/db/db.ts'
import { createScriptedLlm, type ScriptedStep } from '#platform/llm/scriptedLlm.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const MIGRATION = 'src/features/files/server/migrations/0050-generated-titles.sql'

const summaryWith = (headline: string): ScriptedStep => ({
  reply: { headline, category: 'meeting', overview: { text: 'They met.', rests_on: [1] }, points: [], actions: [] },
})

/** Returns a server whose language model writes these headlines, one for each summary. */
const serverWithHeadlines = (...headlines: string[]) => testServer({ llm: createScriptedLlm(headlines.map(summaryWith)) })

async function readRecording(server: TestServer, id: string): Promise<File> {
  const { files } = await server.user()
  return (await files.list({ query: {}, body: [id] })).data_file_list[0]!
}

/** Transcribes, or transcribes again. Returns the recording afterwards. */
async function transcribe(server: TestServer, id: string): Promise<File> {
  const { generate } = await server.user()
  await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
  await server.waitForJobs()
  return readRecording(server, id)
}

describe('the title of an unnamed recording', () => {
  it('is the headline of its summary, and the recording says what it was called before', async () => {
    await using server = await serverWithHeadlines('“Budget for the new printer”.')
    const { id } = await server.uploadFile({ name: 'REC001' })
    expect(await readRecording(server, id)).toMatchObject({ filename: 'REC001', original_filename: null })
    expect(await transcribe(server, id)).toMatchObject({
      filename: 'Budget for the new printer',
      original_filename: 'REC001',
    })
  })

  it('reaches open pages with the next changes of the library', async () => {
    await using server = await serverWithHeadlines('Budget for the new printer')
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'Aufnahme 3' })
    const since = (await files.page({ query: {} })).data.sync_token
    await transcribe(server, id)
    const changes = (await files.changes({ query: { since } })).data
    expect(changes.files).toMatchObject([{ id, filename: 'Budget for the new printer', is_summary: true }])
  })

  it('is a sentence or phrases of the transcript without a language model', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ name: '20261125_154800', seconds: 12 })
    expect(await transcribe(server, id)).toMatchObject({
      filename: 'Anna writes the minutes and Ben calls the printer',
      original_filename: '20261125_154800',
    })
  })

  it.each([
    ['longer than 80 characters', `${'Budget '.repeat(20)}and more`, 'Budget '.repeat(11).trim()],
    ['on several lines with hidden characters', ' Budget\n\u202e for 2027 ', 'Budget for 2027'],
    ['in Japanese, longer than 80 characters', '予'.repeat(100), '予'.repeat(80)],
  ])('is cleaned like a typed one: %s', async (_, headline, filename) => {
    await using server = await serverWithHeadlines(headline)
    const { id } = await server.uploadFile({ name: 'audio' })
    expect((await transcribe(server, id)).filename).toBe(filename)
  })

  it.each(['', ' \u200b', 'Untitled', 'Recording 2026-11-25'])('stays when the headline says nothing: "%s"', async (headline) => {
    await using server = await serverWithHeadlines(headline)
    const { id } = await server.uploadFile({ name: 'audio' })
    expect(await transcribe(server, id)).toMatchObject({ filename: 'audio', original_filename: null })
  })

  it('stays when only a few words were said', async () => {
    await using server = await serverWithHeadlines('A meeting on Tuesday')
    const { id } = await server.uploadFile({ name: 'audio', seconds: 2 })
    expect(await transcribe(server, id)).toMatchObject({ filename: 'audio', is_summary: true })
  })

  it('does not change with another summary', async () => {
    await using server = await serverWithHeadlines('First headline', 'Second headline')
    const { id } = await server.uploadFile({ name: 'REC001' })
    await transcribe(server, id)
    expect(await transcribe(server, id)).toMatchObject({ filename: 'First headline', original_filename: 'REC001' })
  })
})

describe('a name given by a person', () => {
  it('stays when it was given with the upload', async () => {
    await using server = await serverWithHeadlines('Headline')
    const { id } = await server.uploadFile({ name: 'Interview 3' })
    expect(await transcribe(server, id)).toMatchObject({ filename: 'Interview 3', original_filename: null })
  })

  it('stays when it was given while the recording was transcribed', async () => {
    let rename = async () => {}
    const llm = createScriptedLlm([summaryWith('Headline')])
    const generate: Llm['generate'] = (request) => rename().then(() => llm.generate(request))
    await using server = await testServer({ llm: { id: llm.id, contextTokens: null, generate } })
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'REC001' })
    rename = async () => void (await files.change({ params: { id }, body: { filename: 'REC002' } }))
    expect(await transcribe(server, id)).toMatchObject({ filename: 'REC002', original_filename: null, is_summary: true })
  })

  it('replaces a generated title for good', async () => {
    await using server = await serverWithHeadlines('First headline', 'Second headline')
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'REC001' })
    await transcribe(server, id)
    await files.change({ params: { id }, body: { filename: 'Printer' } })
    expect(await transcribe(server, id)).toMatchObject({ filename: 'Printer', original_filename: null })
    expect(await expectRefusal(files.restoreTitle({ params: { id } }))).toMatchObject({ status: -4135 })
  })

  it('is not what a program sends that saves results under the same title', async () => {
    await using server = await serverWithHeadlines('Headline')
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'REC001' })
    await files.change({ params: { id }, body: { filename: 'REC001', support_mul_summ: true } })
    expect(await transcribe(server, id)).toMatchObject({ filename: 'Headline', original_filename: 'REC001' })
  })

  it('is every title from before the migration', async () => {
    await using server = await testServer({ dedicated: true })
    const { id } = await server.uploadFile({ name: 'REC001' })
    await executeSql(server.ctx.db, 'alter table file drop column title_source, drop column original_title')
    await executeSql(server.ctx.db, await readFile(MIGRATION, 'utf8'))
    expect(await transcribe(server, id)).toMatchObject({ filename: 'REC001', original_filename: null, is_summary: true })
  })

  it('is the title of the sample, in every language', async () => {
    await using server = await testServer({ welcome: true })
    const { files, generate } = await server.user()
    const { data } = await generate.welcome({ body: { lang: 'fr' } })
    await server.waitForJobs()
    const [file] = (await files.list({ query: {}, body: [data.file_id] })).data_file_list
    expect(file).toMatchObject({ filename: 'Le Conte de deux cités', original_filename: null })
  })
})

describe('restoring the original title', () => {
  it('returns the recording with it, which counts as named from then on', async () => {
    await using server = await serverWithHeadlines('First headline', 'Second headline')
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'REC001' })
    await transcribe(server, id)
    const since = (await files.page({ query: {} })).data.sync_token
    const { data_file } = await files.restoreTitle({ params: { id } })
    expect(data_file).toMatchObject({ id, filename: 'REC001', original_filename: null, is_summary: true })
    expect((await files.changes({ query: { since } })).data.files).toMatchObject([{ id, filename: 'REC001' }])
    expect(await transcribe(server, id)).toMatchObject({ filename: 'REC001', original_filename: null })
  })

  it('is refused when the title is not generated, also the second time', async () => {
    await using server = await serverWithHeadlines('Headline')
    const { files } = await server.user()
    const { id } = await server.uploadFile({ name: 'REC001' })
    expect(await expectRefusal(files.restoreTitle({ params: { id } }))).toMatchObject({ status: -4135 })
    await transcribe(server, id)
    await files.restoreTitle({ params: { id } })
    expect(await expectRefusal(files.restoreTitle({ params: { id } }))).toMatchObject({ status: -4135 })
  })

  it('does not exist for another account', async () => {
    await using server = await serverWithHeadlines('Headline')
    const { id } = await server.uploadFile({ name: 'REC001' })
    await transcribe(server, id)
    const other = await server.user('ben')
    expect(await expectRefusal(other.files.restoreTitle({ params: { id } }))).toMatchObject({ httpStatus: 404 })
    expect(await readRecording(server, id)).toMatchObject({ filename: 'Headline', original_filename: 'REC001' })
  })
})
