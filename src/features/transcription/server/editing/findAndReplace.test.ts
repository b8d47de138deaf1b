import { describe, expect, it } from 'vitest'
import { ComputeLimitError } from '#platform/compute/compute.ts'
import type { OpenCompute } from '#platform/compute/createCompute.ts'
import { executeSql } from '#platform/db/db.ts'
import { hours } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'

async function uploadTranscript(server: TestServer, name: string, contents: readonly string[], folders: string[] = []) {
  const { files } = await server.user()
  const { id } = await server.uploadFile({ name, folders, seconds: 60 })
  const trans_result = contents.map((content, n) => ({ start_time: n * 1000, end_time: n * 1000 + 900, content }))
  await files.change({ params: { id }, body: { trans_result } })
  return id
}

async function openLibrary() {
  const server = await testServer()
  const user = await server.user()
  const { data_filetag: folder } = await user.folders.create({ body: { name: 'Uganda' } })
  const interview = await uploadTranscript(
    server,
    'Interview',
    ["The road to Casey's closed.", 'Caseys are not casey’s.', "casey's"],
    [folder.id],
  )
  const visit = await uploadTranscript(server, 'Field visit', ["Casey's again, Casey's"], [folder.id])
  const call = await uploadTranscript(server, 'Call', ["casey's road", 'nothing here'])
  const find = async (body: object) => (await user.editing.findText({ body: { find: "Casey's", ...body } })).data
  const readTexts = async (id: string) =>
    (await user.files.list({ query: {}, body: [id] })).data_file_list[0]!.trans_result!.map(({ content }) => content)
  return { server, ...user, folder, interview, visit, call, find, readTexts }
}

describe('find and replace', () => {
  it('counts the matches in a recording, a folder and the library, and shows lines', async () => {
    const { server, find, interview, folder } = await openLibrary()
    await using _ = server
    expect(await find({ file_id: interview, match_case: true })).toEqual({
      files: [
        {
          file_id: interview,
          filename: 'Interview',
          count: 1,
          lines: [{ start_time: 0, before: 'The road to ', match: "Casey's", after: ' closed.' }],
        },
      ],
      total: 1,
      next: null,
    })
    const inFolder = (await find({ folder_id: folder.id })).files.map(({ filename, count }) => `${filename} ${count}`)
    expect(inFolder.toSorted()).toEqual(['Field visit 2', 'Interview 2'])
    expect(await find({ after: 'f'.repeat(32) })).toMatchObject({ files: [], total: 0 })
    expect(await find({})).toMatchObject({ total: 5, next: null })
    expect((await find({ find: 'Casey', whole_word: true, file_id: interview })).total).toBe(3)
    expect((await find({ find: 'Casey', file_id: interview })).total).toBe(4)
  })

  it('finds text literally: pattern characters have no meaning', async () => {
    const { server, find, interview, call } = await openLibrary()
    await using _ = server
    expect((await find({ find: '.*' })).total).toBe(0)
    expect((await find({ find: 'closed.', file_id: interview })).total).toBe(1)
    expect((await find({ find: 'casey’s  ', file_id: call })).total).toBe(0)
  })

  it('replaces in several recordings, with one undo step for each', async () => {
    const { server, editing, interview, visit, call, readTexts } = await openLibrary()
    await using _ = server
    const body = { find: "Casey's", replace: '$& Kasese', file_ids: [call, visit, interview], match_case: true }
    const { data } = await editing.replaceText({ body })
    expect(data.map(({ file_id, count }) => [file_id, count])).toEqual([
      [visit, 2],
      [interview, 1],
    ])
    expect(await readTexts(visit)).toEqual(['$& Kasese again, $& Kasese'])
    expect(await readTexts(call)).toEqual(["casey's road", 'nothing here'])
    await editing.undoEdit({ params: { id: visit }, body: {} })
    expect(await readTexts(visit)).toEqual(["Casey's again, Casey's"])
    expect((await readTexts(interview))[0]).toBe('The road to $& Kasese closed.')
  })

  it('replaces in all recordings or in none', async () => {
    const { server, editing, interview, visit, readTexts } = await openLibrary()
    await using _ = server
    const replace = (more: object) =>
      expectRefusal(editing.replaceText({ body: { find: 'casey', replace: 'x', file_ids: [interview, visit], ...more } }))
    expect(await replace({ file_ids: [interview, '0'.repeat(32)] })).toMatchObject({ httpStatus: 404 })
    const manyLetters = { find: 'e', replace: 'e'.repeat(500) }
    await editing.replaceText({ body: { ...manyLetters, file_ids: [visit] } })
    await editing.replaceText({ body: { find: 'e', replace: 'ee', file_ids: [visit] } })
    expect(await replace({ find: 'e', replace: 'e'.repeat(100) })).toMatchObject({ status: -4132 })
    expect((await readTexts(interview))[0]).toBe("The road to Casey's closed.")
  })

  it('leaves out recordings in the trash', async () => {
    const { server, files, find, visit } = await openLibrary()
    await using _ = server
    await files.trash({ body: [visit] })
    expect((await find({})).total).toBe(3)
  })

  it('searches a transcript of a million characters in a thread', async () => {
    // A thread pool in which every task times out.
    const compute: OpenCompute = { run: () => Promise.reject(new ComputeLimitError('time')), close: () => Promise.resolve() }
    await using server = await testServer({ compute, dedicated: true })
    const { editing, files } = await server.user()
    const short = await uploadTranscript(server, 'Short', ['a'.repeat(1000)])
    const { id: long } = await server.uploadFile({ name: 'Long', seconds: 1 })
    await executeSql(server.ctx.db, 'update file set duration_ms = $2 where file_id = $1', [long, hours(5)])
    const trans_result = Array.from({ length: 130 }, (_, n) => ({
      start_time: n * 1000,
      end_time: n * 1000 + 900,
      content: 'a'.repeat(10_000),
    }))
    await files.change({ params: { id: long }, body: { trans_result } })
    const find = (file_id: string) => editing.findText({ body: { find: 'a', file_id } })
    expect((await find(short)).data.total).toBe(1000)
    expect(await expectRefusal(find(long))).toMatchObject({ httpStatus: 422 })
    const replace = editing.replaceText({ body: { find: 'a', replace: 'b', file_ids: [long] } })
    expect(await expectRefusal(replace)).toMatchObject({ httpStatus: 422 })
  })
})
