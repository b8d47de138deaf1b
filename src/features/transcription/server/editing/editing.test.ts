import { describe, expect, it } from 'vitest'
import type { File, Segment } from '#features/files/contract.ts'
import { executeSql } from '#platform/db/db.ts'
import { newId } from '#shared/newId.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'
import { MAX_HISTORY, type EditOperation, type TranscriptChange } from '../../contract.ts'

/** A transcript of another program: three segments with words of one second. */
const TEXTS = ['The vans leave at six.', "And if the road to Casey's closes again?", 'Then it is thirty-four.']
const TRANSCRIPT: Segment[] = TEXTS.map((content, index) => {
  const start_time = index * 10_000
  const words = content
    .split(' ')
    .map((text, n): [number, number, string, number] => [start_time + n * 1000, start_time + (n + 1) * 1000, text, 0.9])
  const speaker = index === 1 ? 'Speaker 2' : 'Speaker 1'
  const end_time = words.at(-1)![1]
  return { id: String(index + 1), start_time, end_time, content, speaker, original_speaker: speaker, language: 'en', words }
})

async function openTranscript(server: TestServer, name = 'anna') {
  const user = await server.user(name)
  const { id } = await server.uploadFile({ user: name, seconds: 40 })
  await user.files.change({ params: { id }, body: { trans_result: TRANSCRIPT } })
  const readFile = async (): Promise<File> => (await user.files.list({ query: {}, body: [id] })).data_file_list[0]!
  const readTexts = async () => (await readFile()).trans_result!.map(({ content }) => content)
  const edit = async (operations: EditOperation[], more: object = {}): Promise<TranscriptChange> =>
    (await user.editing.updateSource({ body: { file_id: id, operations, ...more } })).data
  const refuseEdit = (operations: EditOperation[], more: object = {}) =>
    expectRefusal(user.editing.updateSource({ body: { file_id: id, operations, ...more } }))
  const history = async () => (await user.editing.editHistory({ params: { id }, query: {} })).data
  return { ...user, fileId: id, readFile, readTexts, edit, refuseEdit, history }
}

const setText = (segment: string, content: string): EditOperation => ({ kind: 'set_text', segment, content })

describe('edits of a transcript (B§7)', () => {
  it('change the text, keep the times of unchanged words, and keep the recognised text', async () => {
    await using server = await testServer()
    const { edit, readFile } = await openTranscript(server)
    const change = await edit([setText('2', 'And if the road to Kasese closes again?')])
    expect(change).toMatchObject({ version: 2, removed: [], order: null, can_undo: true, can_redo: false })
    const { trans_result, extra_data } = await readFile()
    expect(trans_result![1]).toEqual({
      ...TRANSCRIPT[1],
      content: 'And if the road to Kasese closes again?',
      original_content: TEXTS[1],
      words: TRANSCRIPT[1]!.words!.with(5, [15_000, 16_000, 'Kasese', 1]),
    })
    expect(change.changed).toEqual([trans_result![1]])
    expect(extra_data.transcript_version).toBe(2)
  })

  it('return the transcript only in a version that the client does not have', async () => {
    await using server = await testServer()
    const { edit, files, fileId } = await openTranscript(server)
    const { version } = await edit([setText('2', 'And if the road to Kasese closes again?')])
    const list = async (transcript_version: number) =>
      (await files.list({ query: { transcript_version }, body: [fileId] })).data_file_list[0]!
    expect(await list(version)).toMatchObject({ trans_result: null, extra_data: { transcript_version: version } })
    await edit([{ kind: 'revert', segment: '2' }])
    expect((await list(version)).trans_result).toHaveLength(TRANSCRIPT.length)
  })

  it('are undone one by one and redone, back to the original text', async () => {
    await using server = await testServer()
    const { edit, editing, fileId: id, readFile, readTexts, history } = await openTranscript(server)
    const before = (await readFile()).trans_result
    await edit([{ kind: 'split', segment: '2', at: 15 }])
    await edit([{ kind: 'merge', segment: '1' }])
    await edit([{ kind: 'rename_speaker', from: 'Speaker 2', to: 'Lena' }])
    const after = (await readFile()).trans_result
    expect(after!.map(({ content, speaker }) => `${speaker}: ${content}`)).toEqual([
      'Speaker 1: The vans leave at six. And if the road',
      "Lena: to Casey's closes again?",
      'Speaker 1: Then it is thirty-four.',
    ])
    const undo = () => editing.undoEdit({ params: { id }, body: {} })
    await undo()
    const { data } = await undo()
    expect(data.order).toEqual(['1', '2', '2.1', '3'])
    await undo()
    expect((await readFile()).trans_result).toEqual(before)
    expect(await expectRefusal(undo())).toMatchObject({ status: -4040 })
    for (let n = 0; n < 3; n++) await editing.redoEdit({ params: { id }, body: {} })
    expect((await readFile()).trans_result).toEqual(after)
    expect(await expectRefusal(editing.redoEdit({ params: { id }, body: {} }))).toMatchObject({ status: -4040 })
    expect((await history()).edits.map(({ kind }) => kind)).toEqual(['rename_speaker', 'merge', 'split'])
    await undo()
    await edit([setText('3', 'It always has.')])
    expect(await history()).toMatchObject({ can_undo: true, can_redo: false })
    expect((await readTexts()).at(-1)).toBe('It always has.')
  })

  it('can be undone in the middle; later edits stay', async () => {
    await using server = await testServer()
    const { edit, editing, fileId: id, readTexts } = await openTranscript(server)
    const { edit_id } = await edit([setText('1', 'The vans leave at seven.')])
    await edit([setText('3', 'It always has.')])
    await editing.undoEdit({ params: { id }, body: { edit_id } })
    expect(await readTexts()).toEqual([TEXTS[0], TEXTS[1], 'It always has.'])
    const unknown = editing.undoEdit({ params: { id }, body: { edit_id: newId(new Date()) } })
    expect(await expectRefusal(unknown)).toMatchObject({ status: -4040 })
  })

  it('of two pages are merged when they change different segments, and refused by name when they change the same one', async () => {
    await using server = await testServer()
    const { edit, refuseEdit, readTexts } = await openTranscript(server)
    const { version } = await edit([setText('1', 'The vans leave at seven.')])
    await edit([setText('3', 'It always has.')], { base_version: version - 1 })
    expect(await refuseEdit([setText('1', 'The vans leave at eight.')], { base_version: version - 1 })).toMatchObject({
      status: -4090,
      body: { data: { version: version + 1 } },
    })
    expect(await refuseEdit([{ kind: 'merge', segment: '2' }], { base_version: version })).toMatchObject({ status: -4090 })
    await edit([{ kind: 'rename_speaker', from: 'Speaker 1', to: 'Dr. Okafor' }], { base_version: 0 + version })
    expect(await readTexts()).toEqual(['The vans leave at seven.', TEXTS[1], 'It always has.'])
  })

  it('are applied once when a request is repeated', async () => {
    await using server = await testServer()
    const { edit, history } = await openTranscript(server)
    const edit_id = newId(new Date())
    const first = await edit([{ kind: 'split', segment: '1', at: 9 }], { edit_id })
    const second = await edit([{ kind: 'split', segment: '1', at: 9 }], { edit_id })
    expect(second).toMatchObject({ version: first.version, changed: first.changed, order: ['1', '1.1', '2', '3'] })
    expect((await history()).edits).toHaveLength(1)
  })

  it('of missing segments change nothing', async () => {
    await using server = await testServer()
    const { edit, history, readFile } = await openTranscript(server)
    const before = await readFile()
    expect(await edit([setText('99', 'x'), { kind: 'merge', segment: '3' }])).toMatchObject({ edit_id: '', changed: [] })
    expect(await readFile()).toEqual(before)
    expect((await history()).edits).toEqual([])
  })

  it('are listed with who, when, and what, page by page', async () => {
    await using server = await testServer()
    const { edit, editing, fileId: id } = await openTranscript(server)
    const { version } = await edit([setText('2', 'And if the road to Kasese closes again?')], { client: 'web' })
    await edit([{ kind: 'delete', segments: ['1'] }])
    const page = async (query: object) => (await editing.editHistory({ params: { id }, query })).data
    const first = await page({ limit: 1 })
    expect(first.edits).toMatchObject([{ kind: 'delete', count: 1, change: { start_time: 0, before: TEXTS[0], after: '' } }])
    const second = await page({ limit: 1, before: first.next })
    expect(second.edits).toEqual([
      {
        edit_id: expect.any(String),
        version,
        made_time: Math.floor(server.clock.now().getTime() / 1000),
        source: 'person',
        client: 'web',
        kind: 'set_text',
        count: 1,
        segment: '2',
        change: { start_time: 10_000, before: "Casey's", after: 'Kasese' },
        is_undone: false,
        unapplied: [],
      },
    ])
    expect((await page({ limit: 1, before: second.next })).edits).toEqual([])
    expect((await editing.machineTranscript({ params: { id } })).data.segments).toEqual(TRANSCRIPT)
  })

  it('are refused without a transcript, when the text becomes too long, and with nothing to do', async () => {
    await using server = await testServer()
    const { editing, refuseEdit, fileId } = await openTranscript(server)
    const { id } = await server.uploadFile({ name: 'Other' })
    const update = (body: object) => expectRefusal(editing.updateSource({ body: { file_id: fileId, ...body } }))
    expect(await update({ file_id: id, operations: [setText('1', 'x')] })).toMatchObject({ status: -7 })
    expect(await refuseEdit([setText('2', 'long '.repeat(18_000))])).toMatchObject({ status: -4132 })
    expect(await update({})).toMatchObject({ httpStatus: 422 })
    expect(await update({ data_content: '{"no": "list"}' })).toMatchObject({ httpStatus: 422 })
    expect(await update({ trans_result: TRANSCRIPT, operations: [setText('1', 'x')] })).toMatchObject({ httpStatus: 422 })
  })

  it('that make a text grow without limit are refused before it is created', async () => {
    await using server = await testServer()
    const { refuseEdit, readTexts } = await openTranscript(server)
    const before = await readTexts()
    const replace = (find: string, replacement: string) => ({
      kind: 'replace_all' as const,
      find,
      replace: replacement,
      match_case: false,
      whole_word: false,
    })
    const doubled = Array.from({ length: 500 }, () => replace('e', 'e e'))
    expect(await refuseEdit(doubled)).toMatchObject({ status: -4132 })
    expect(await refuseEdit([replace('e', 'e'.repeat(500)), replace('e', 'e'.repeat(500))])).toMatchObject({ status: -4132 })
    expect(await readTexts()).toEqual(before)
  })

  it('of hundreds at once, and undoing them, run in a thread', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ seconds: 12 })
    const { editing, files } = await server.user()
    const content = 'the vans leave at six '.repeat(900).trim()
    const segment = { id: '1', start_time: 0, end_time: 12_000, content, speaker: 'A', original_speaker: 'A' }
    await files.change({ params: { id }, body: { trans_result: [segment] } })
    const read = async () => (await files.list({ query: {}, body: [id] })).data_file_list[0]!.trans_result![0]!.content
    const operations = Array.from({ length: 100 }, (_, n) => ({
      kind: 'replace_all' as const,
      find: n % 2 ? 'seven' : 'six',
      replace: n % 2 ? 'six' : 'seven',
      match_case: false,
      whole_word: true,
    }))
    const last = { ...operations[0]!, replace: 'eight' }
    await editing.updateSource({ body: { file_id: id, operations: [...operations, last] } })
    expect(await read()).toBe(content.replaceAll('six', 'eight'))
    await editing.undoEdit({ params: { id }, body: {} })
    expect(await read()).toBe(content)
    await editing.redoEdit({ params: { id }, body: {} })
    expect(await read()).toBe(content.replaceAll('six', 'eight'))
  })

  it('are refused when their history is full, also for a program', async () => {
    await using server = await testServer()
    const { fileId, editing, refuseEdit } = await openTranscript(server)
    const { files } = await server.user()
    await editing.updateSource({ body: { file_id: fileId, operations: [setText('1', 'First')] } })
    await executeSql(server.ctx.db, 'update transcript_edit set bytes = $1', [MAX_HISTORY])
    expect(await refuseEdit([setText('1', 'Second')])).toMatchObject({ status: -4133 })
    const patch = files.change({ params: { id: fileId }, body: { filename: 'Other', trans_result: TRANSCRIPT } })
    expect(await expectRefusal(patch)).toMatchObject({ status: -4136 })
    const [file] = (await files.list({ query: {}, body: [fileId] })).data_file_list
    expect([file!.filename === 'Other', file!.trans_result![0]!.content]).toEqual([false, 'First'])
  })

  it('are listed for one segment, and are all reverted by restoring its recognised text, which can be undone', async () => {
    await using server = await testServer()
    const { edit, editing, fileId: id, readFile } = await openTranscript(server)
    await edit([setText('1', 'The vans leave at seven.')])
    await edit([{ kind: 'split', segment: '2', at: 15, new_id: '2.a' }])
    await edit([{ kind: 'delete', segments: ['3'] }])
    await edit([{ kind: 'rename_speaker', from: 'Speaker 2', to: 'Lena' }])
    const kindsOf = async (segment: string) =>
      (await editing.editHistory({ params: { id }, query: { segment } })).data.edits.map(({ kind }) => kind)
    expect(await kindsOf('1')).toEqual(['set_text'])
    expect(await kindsOf('2.a')).toEqual(['rename_speaker', 'split'])
    expect(await kindsOf('none')).toEqual([])
    const { trans_result: edited } = await readFile()
    const { suggested_terms, changed, order } = await edit([{ kind: 'restore' }])
    expect((await readFile()).trans_result).toEqual(TRANSCRIPT)
    expect({ suggested_terms, changed: changed.map((segment) => segment.id), order }).toEqual({
      suggested_terms: [],
      changed: ['1', '2', '3'],
      order: ['1', '2', '3'],
    })
    expect(await kindsOf('3')).toEqual(['restore', 'delete'])
    expect((await edit([{ kind: 'restore' }])).edit_id).toBe('')
    await editing.undoEdit({ params: { id }, body: {} })
    expect((await readFile()).trans_result).toEqual(edited)
  })

  it('suggest the names that were corrected for the word list, until it has them', async () => {
    await using server = await testServer({ settings: { PLAN: 'pro' } })
    const { edit, wordList } = await openTranscript(server)
    const kasese = setText('2', 'And if the road to Kasese closes again?')
    const { suggested_terms } = await edit([kasese, setText('1', 'The vans left at six.')])
    expect(suggested_terms).toEqual([{ term: 'Kasese', sounds_like: "Casey's" }])
    await wordList.addTerm({ body: { term: 'Kasese', sounds_like: ["Casey's"], is_learnt: true } })
    expect((await edit([setText('2', TEXTS[1]!)])).suggested_terms).toEqual([])
    expect((await edit([kasese])).suggested_terms).toEqual([])
  })

  it('count as text of the recording, and are deleted with it', async () => {
    await using server = await testServer()
    const { edit, files, fileId } = await openTranscript(server)
    const countText = async () =>
      Number(
        (await executeSql<{ n: string }>(server.ctx.db, 'select text_bytes as n from file where file_id = $1', [fileId])).rows[0]!
          .n,
      )
    const before = await countText()
    await edit([setText('1', 'The vans leave at seven.')])
    expect(await countText()).toBeGreaterThan(before + 100)
    await files.trash({ body: [fileId] })
    await files.remove({ query: {}, body: [fileId] })
    expect((await executeSql(server.ctx.db, 'select 1 from transcript_edit', [])).rows).toEqual([])
  })
})

describe('a transcript written by another program', () => {
  it('is one edit, and keeps the words that the program does not know', async () => {
    await using server = await testServer()
    const { files, fileId: id, readFile, history, editing } = await openTranscript(server)
    const plain = TRANSCRIPT.map(({ start_time, end_time, speaker }, index) => {
      const content = index === 0 ? 'The vans leave at seven.' : TEXTS[index]!
      return { start_time, end_time, speaker, content }
    })
    await files.change({ params: { id }, body: { trans_result: plain } })
    const after = (await readFile()).trans_result!
    expect(after.slice(1)).toEqual(TRANSCRIPT.slice(1))
    expect(after[0]!.words!.map(([start, , text]) => [start, text]).at(-1)).toEqual([4000, 'seven.'])
    expect((await history()).edits).toMatchObject([{ source: 'program', kind: 'replace_transcript', count: 1 }])
    await editing.undoEdit({ params: { id }, body: {} })
    expect((await readFile()).trans_result).toEqual(TRANSCRIPT)
  })

  it('changes nothing when it is the current one', async () => {
    await using server = await testServer()
    const { files, fileId: id, readFile, history } = await openTranscript(server)
    const plain = TRANSCRIPT.map((segment) => ({ ...segment, words: undefined }))
    await files.change({ params: { id }, body: { trans_result: plain, extra_data: { transcript_version: 99, mine: 1 } } })
    const { trans_result, extra_data } = await readFile()
    expect(trans_result).toEqual(TRANSCRIPT)
    expect(extra_data).toMatchObject({ transcript_version: 1, mine: 1 })
    expect((await history()).edits).toEqual([])
  })

  it('counts as renaming speakers when nothing else differs', async () => {
    await using server = await testServer()
    const { editing, fileId, readFile, history } = await openTranscript(server)
    const renamed = TRANSCRIPT.map((segment) => ({ ...segment, speaker: segment.speaker.replace('Speaker 2', 'Lena') }))
    const { data } = await editing.updateSource({
      body: { file_id: fileId, data_content: JSON.stringify(renamed), client: 'plugin' },
    })
    expect(data.changed).toMatchObject([{ id: '2', speaker: 'Lena' }])
    expect((await readFile()).trans_result).toEqual(renamed)
    expect((await history()).edits).toMatchObject([{ kind: 'rename_speaker', client: 'plugin', source: 'program' }])
  })

  it('can be read with its version (query_source)', async () => {
    await using server = await testServer()
    const { editing, edit, fileId } = await openTranscript(server)
    await edit([setText('1', 'The vans leave at seven.')])
    const { data } = await editing.querySource({ headers: { 'file-id': fileId }, query: {} })
    expect(data).toMatchObject([{ data_id: `source_transaction:${fileId.slice(0, 8)}:${fileId}`, extra: { version: 2 } }])
    expect((JSON.parse(data[0]!.data_content) as Segment[])[0]!.content).toBe('The vans leave at seven.')
    expect(await expectRefusal(editing.querySource({ headers: {}, query: {} }))).toMatchObject({ httpStatus: 404 })
  })
})

describe('a second account', () => {
  it('can neither edit nor read a transcript, its history and its recognised text', async () => {
    await using server = await testServer()
    const { edit, fileId: id, readFile } = await openTranscript(server)
    await edit([setText('1', 'The vans leave at seven.')])
    const before = await readFile()
    const { editing } = await server.user('ben')
    const calls = [
      () => editing.updateSource({ body: { file_id: id, operations: [setText('1', 'x')] } }),
      () => editing.updateSource({ body: { file_id: id, trans_result: [] } }),
      () => editing.undoEdit({ params: { id }, body: {} }),
      () => editing.redoEdit({ params: { id }, body: {} }),
      () => editing.editHistory({ params: { id }, query: {} }),
      () => editing.machineTranscript({ params: { id } }),
      () => editing.querySource({ headers: { 'file-id': id }, query: {} }),
      () => editing.findText({ body: { find: 'vans', file_id: id } }),
      () => editing.replaceText({ body: { find: 'vans', replace: 'cars', file_ids: [id] } }),
    ]
    for (const call of calls) expect(await expectRefusal(call())).toMatchObject({ httpStatus: 404 })
    expect(await readFile()).toEqual(before)
  })
})
