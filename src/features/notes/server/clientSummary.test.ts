import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

async function openSummarized(server: TestServer) {
  const { generate, files, notes } = await server.user()
  const { id } = await server.uploadFile({ seconds: 60 })
  await generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  const save = (ai_content: string) => files.change({ params: { id }, body: { ai_content, support_mul_summ: true } })
  const readTask = () => generate.transsumm({ params: { id }, body: {} })
  const readNotes = async () => (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
  const readFile = async () => (await files.list({ query: { support_mul_summ: true }, body: [id] })).data_file_list[0]!
  return { generate, notes, id, save, readTask, readNotes, readFile }
}

/** Returns the summary according to each call of B§7. */
async function readEverywhere({ readTask, readNotes, readFile }: Awaited<ReturnType<typeof openSummarized>>) {
  const { data_result_summ, data_result_summ_mul } = await readTask()
  const [summary] = await readNotes()
  return {
    task: (JSON.parse(data_result_summ!) as { markdown: string }).markdown,
    list: (JSON.parse(data_result_summ_mul!) as { ai_content: string }[]).map(({ ai_content }) => ai_content),
    note: summary!.data_content,
    file: (await readFile()).ai_content,
  }
}

describe('a summary that a client saves in a recording (B§4, B§7 PATCH /file/{id})', () => {
  it('is returned by every call afterwards, and the previous text becomes a version', async () => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    const before = await readEverywhere(opened)
    const mine = `${before.note}\n\nA line of my own.`
    await opened.save(mine)
    expect(await readEverywhere(opened)).toEqual({ task: mine, list: [mine], note: mine, file: mine })
    const [note] = await opened.readNotes()
    const versions = (await opened.notes.noteVersions({ params: { id: opened.id, note_id: note!.note_id } })).data
    expect(versions.map(({ origin }) => origin)).toEqual(['edited', 'generated'])
    expect(note!.extra.cited?.sections.length).toBeGreaterThan(0)
  })

  it.each([
    [
      'the JSON of the reply',
      (markdown: string) => JSON.stringify({ markdown, content: { markdown }, header: { headline: 'Mine' } }),
    ],
    [
      'a list of summaries',
      (markdown: string) => JSON.stringify([{ ai_content: markdown, category: 'Call', summary_id: 's-1' }]),
    ],
  ])('is understood as %s', async (_name, write) => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    await opened.save(write('# Mine'))
    expect(await readEverywhere(opened)).toEqual({ task: '# Mine', list: ['# Mine'], note: '# Mine', file: '# Mine' })
  })

  it('changes nothing when it is the result that the server returned', async () => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    const [before] = await opened.readNotes()
    const { data_result_summ, data_result_summ_mul } = await opened.readTask()
    for (const content of [data_result_summ!, data_result_summ_mul!, before!.note_content]) await opened.save(content)
    expect(await opened.readNotes()).toEqual([before])
    expect((await opened.readFile()).ai_content).toBe(before!.note_content)
  })

  it('adds the other summaries of a list as notes, once', async () => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    const [summary] = await opened.readNotes()
    const list = [{ ai_content: summary!.note_content }, { ai_content: '# For the board', category: 'Board' }]
    for (let times = 0; times < 2; times++) await opened.save(JSON.stringify(list))
    expect((await opened.readNotes()).map(({ note_content, note_tab_name }) => [note_content, note_tab_name])).toEqual([
      [summary!.note_content, summary!.note_tab_name],
      ['# For the board', 'Board'],
    ])
  })

  it('changes nothing when it is a result returned before an edit, and is an edit as plain Markdown', async () => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    const { data_result_summ } = await opened.readTask()
    const [before] = await opened.readNotes()
    await opened.notes.updateNote({ body: { file_id: opened.id, note_id: before!.note_id, note_content: '# By hand' } })
    await opened.save(data_result_summ!)
    expect((await opened.readNotes())[0]!.note_content).toBe('# By hand')
    await opened.save(before!.note_content)
    const [after] = await opened.readNotes()
    expect(after!.note_content).toBe(before!.note_content)
    // A manual edit made shortly before is a separate version.
    const params = { id: opened.id, note_id: before!.note_id }
    const versions = (await opened.notes.noteVersions({ params })).data
    const texts = await Promise.all(
      versions.map(({ version_id }) => opened.notes.noteVersion({ params: { ...params, version_id } })),
    )
    expect(texts.map(({ data }) => data.result.markdown)).toContain('# By hand')
  })

  it('edits the item of its summary_id, whole or a dimension, and adds no note again', async () => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    const [summary] = await opened.readNotes()
    const board = { ai_content: '# For the board', category: 'Board', summary_id: 's-2' }
    await opened.save(JSON.stringify([{ ai_content: summary!.note_content, summary_id: summary!.summary_id }, board, board]))
    for (const text of ['# Once', '# Twice']) {
      const [first] = JSON.parse((await opened.readTask()).data_result_summ_mul!) as object[]
      await opened.save(JSON.stringify([first, { ...board, ai_content: text }]))
    }
    expect((await opened.readNotes()).map(({ note_content }) => note_content)).toEqual([summary!.note_content, '# Twice'])
    const long = 'x'.repeat(100_000)
    await opened.save(JSON.stringify({ markdown: '# Long', header: { headline: long, category: long } }))
    const [cut] = await opened.readNotes()
    expect([cut!.note_title.length, cut!.extra.header.category.length]).toEqual([500, summary!.extra.header.category.length])
  })

  it('is refused as a whole when it has more summaries than a recording can have notes', async () => {
    await using server = await testServer()
    const opened = await openSummarized(server)
    const before = await opened.readNotes()
    for (const count of [60, 3000]) {
      const list = Array.from({ length: count }, (_, n) => ({ ai_content: `# ${n}` }))
      expect(await expectRefusal(opened.save(JSON.stringify(list)))).toMatchObject({ status: -4137 })
    }
    expect(await opened.readNotes()).toEqual(before)
  })

  it.each(['[{"ai_content":"a\\u0000b"}]', '[{"ai_content":"a\\ud800b"}]', '{"markdown":"x","header":{"headline":"\\ud83d"}}'])(
    'is kept without what a database cannot store: %s',
    async (content) => {
      await using server = await testServer()
      const opened = await openSummarized(server)
      await opened.save(content)
      expect((await opened.readNotes())[0]!.note_content).toMatch(/^(ab|a\ufffdb|x)$/)
    },
  )

  it('adds a summary to a recording without one, and stores other JSON unchanged', async () => {
    await using server = await testServer()
    const { files, notes } = await server.user()
    const { id } = await server.uploadFile()
    await files.change({ params: { id }, body: { ai_content: '{"mood":"good"}' } })
    const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    expect(note).toMatchObject({ note_type: 'auto_sum_note', note_content: '{"mood":"good"}', task_status: 1 })
    const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
    expect(file).toMatchObject({ ai_content: '{"mood":"good"}', is_summary: true })
  })
})

describe('the summaries of a recording in a list (B§7 POST /file/list?support_mul_summ=)', () => {
  it('are included only if the client supports several', async () => {
    await using server = await testServer()
    const { readNotes, readFile, save, id } = await openSummarized(server)
    const [summary] = await readNotes()
    await save(JSON.stringify([{ ai_content: summary!.note_content }, { ai_content: '# For the board', category: 'Board' }]))
    const { summary_list } = await readFile()
    expect(summary_list).toMatchObject([
      { ai_content: summary!.note_content, summary_id: summary!.summary_id },
      { ai_content: '# For the board', category: 'Board' },
    ])
    const { files } = await server.user()
    const [plain] = (await files.list({ query: { support_mul_summ: false }, body: [id] })).data_file_list
    expect(plain).not.toHaveProperty('summary_list')
  })
})

describe('the title of a note (B§7 update_note_info)', () => {
  it('can be changed, and a tab without its own name follows', async () => {
    await using server = await testServer()
    const { readNotes, notes, id, generate } = await openSummarized(server)
    const body = { summ_type: 'MEETING', summ_type_type: 'system', post_id: 'p-1' }
    const { note_id } = (await generate.sumNewNote({ params: { id }, body })).data
    await server.waitForJobs()
    const [summary, note] = await readNotes()
    const rename = (change: { note_title?: string; note_tab_name?: string }) =>
      notes.updateNote({ body: { file_id: id, note_id, note_type: 'sum_multi_note', ...change } })
    const title = 'What the harbour committee has decided about the new pier, in short'
    expect((await rename({ note_title: title })).data).toMatchObject({
      note_title: title,
      data_title: title,
      note_content: note!.note_content,
      note_tab_name: title.slice(0, 60).trim(),
    })
    await rename({ note_tab_name: 'Pier' })
    expect((await rename({ note_title: 'The pier' })).data).toMatchObject({ note_title: 'The pier', note_tab_name: 'Pier' })
    expect(await readNotes()).toMatchObject([{ note_title: summary!.note_title }, { note_title: 'The pier' }])
    expect((await rename({ note_title: '' })).data.note_title).toBe(note!.note_title)
  })
})
