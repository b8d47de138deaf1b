import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { type User, createClients } from '#test/server/user.ts'

type Created = Awaited<ReturnType<User['generate']['sumNewNote']>>

/** Creates a recording with transcript and summary. */
async function createSummarized(server: TestServer): Promise<{ user: User; id: string }> {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 25 })
  await user.generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  server.clock.advance(60_000)
  return { user, id }
}

const addNote = ({ generate }: User, id: string, body = {}): Promise<Created> =>
  generate.sumNewNote({
    params: { id },
    body: { summ_type: 'MEETING', summ_type_type: 'system', tab_name: 'Minutes', post_id: 'p-1', ...body },
  })

const readNotes = async ({ notes }: User, id: string) => (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data

const readTotal = async ({ membership }: User) => (await membership.transactions({ query: {} })).data.total

describe('a further note (B§3, B§7)', () => {
  it('is written from another template beside the summary and uses no minutes', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const entriesBefore = await readTotal(user)
    const { data } = await addNote(user, id)
    expect(data).toMatchObject({ task_status: 0, note_type: 'sum_multi_note', note_tab_name: 'Minutes', data_post_id: 'p-1' })
    expect((await user.generate.status({})).data_processing_sum_new_note).toEqual([id])
    await server.waitForJobs()
    const [summary, note] = await readNotes(user, id)
    expect(summary).toMatchObject({ note_type: 'auto_sum_note', task_status: 1 })
    expect(note).toMatchObject({ note_id: data.note_id, task_status: 1, error_code: '', template: { id: 'MEETING' } })
    expect(note!.note_content).not.toBe('')
    expect((await user.generate.status({})).data_complete_sum_new_note).toEqual([id])
    expect(await readTotal(user)).toBe(entriesBefore)
    // Further notes are not tasks of the recording.
    const { data_tasks } = await user.generate.status({})
    expect(data_tasks).toHaveLength(1)
  })

  it('lists a task that another note lists too once at home, with the name that its owner has now', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const say = (n: number, speaker: string, content: string) => ({
      id: String(n),
      start_time: n * 10_000,
      end_time: n * 10_000 + 9000,
      speaker,
      content,
      language: 'en',
    })
    const trans_result = [
      say(1, 'Speaker 1', 'Let us talk about the budget of the clinics for the coming year.'),
      say(2, 'Speaker 3', 'I will send the budget of the clinics to the ministry by Friday.'),
      say(3, 'Speaker 2', 'The drivers sign their contracts in February, that is settled.'),
    ]
    await user.files.change({ params: { id }, body: { trans_result } })
    await addNote(user, id)
    await addNote(user, id, { post_id: 'p-2' })
    await server.waitForJobs()
    const listed = async () => {
      await server.waitForJobs()
      const { list } = (await user.notes.openTodos({ query: { limit: 20 } })).data
      return list.filter(({ text }) => text.includes('ministry'))
    }
    expect(await listed()).toMatchObject([{ owner: 'Speaker 3' }])
    const operations = [{ kind: 'rename_speaker' as const, from: 'Speaker 3', to: 'Lena Brandt' }]
    await user.editing.updateSource({ body: { file_id: id, operations } })
    const [todo] = await listed()
    expect(todo?.owner).toBe('Lena Brandt')
    const notes = (await readNotes(user, id)).filter(({ note_type }) => note_type === 'sum_multi_note')
    for (const { note_content } of notes) expect(note_content).toMatch(/ministry by Friday.*Lena Brandt/)
    await user.notes.changeTodo({ params: { id, note_id: todo!.note_id }, body: { point_id: todo!.point_id, done: true } })
    expect(await listed()).toEqual([])
  })

  it('is added once for the same post_id, and twice for two', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const [first, repeated] = await Promise.all([addNote(user, id), addNote(user, id)])
    expect(repeated.data.note_id).toBe(first.data.note_id)
    await addNote(user, id, { post_id: 'p-2' })
    await server.waitForJobs()
    expect(await readNotes(user, id)).toHaveLength(3)
  })

  it('is in the results of the recording, as data_note_result and in the list of summaries', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    await addNote(user, id)
    await server.waitForJobs()
    const results = await user.generate.transsumm({ params: { id }, body: {} })
    expect(results.data_note_result).toMatchObject([{ note_tab_name: 'Minutes' }])
    expect(JSON.parse(results.data_result_summ_mul!)).toHaveLength(2)
  })

  it('needs a template, a transcript and a recording of the caller', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    expect(await expectRefusal(addNote(user, id))).toMatchObject({ status: -7 })
    await user.generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(await expectRefusal(addNote(user, id, { summ_type: 'AUTO-SELECT' }))).toMatchObject({ status: -4 })
    expect(await expectRefusal(addNote(await server.user('ben'), id))).toMatchObject({ httpStatus: 404 })
    const anonymous = createClients(server.url, {}).generate.sumNewNote({ params: { id }, body: {} })
    expect(await expectRefusal(anonymous)).toMatchObject({ httpStatus: 401 })
  })

  it('is refused when there are fifty', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    for (let n = 0; n < 50; n++) await addNote(user, id, { post_id: String(n) })
    expect(await expectRefusal(addNote(user, id, { post_id: 'one too many' }))).toMatchObject({ status: -3 })
  })

  it('is removed when it is stopped before its first text', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    const { data } = await addNote(user, id)
    expect(await user.generate.cancelNote({ params: { id, note_id: data.note_id } })).toMatchObject({ status: 0 })
    expect(await readNotes(user, id)).toEqual([])
    expect((await user.generate.status({})).data_processing_sum_new_note).toEqual([])
  })
})

const SEGMENT = {
  id: 's1',
  start_time: 0,
  end_time: 9000,
  content: 'We will send the budget by Friday.',
  speaker: 'Anna',
  original_speaker: 'Anna',
}

describe('a note that is written again (B§4 retry)', () => {
  it('keeps its id and its text as a version', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const { data } = await addNote(user, id)
    await server.waitForJobs()
    const [, before] = await readNotes(user, id)
    const body = { ori_note_id: data.note_id, ori_note_type: 'sum_multi_note' as const, ori_post_id: 'p-1', post_id: 'p-2' }
    const retried = await user.generate.retrySumNote({ params: { id }, body })
    expect(retried.data).toMatchObject({ note_id: data.note_id, task_status: 0, note_content: before!.note_content })
    await server.waitForJobs()
    const [, after] = await readNotes(user, id)
    expect(after).toMatchObject({ note_id: data.note_id, task_status: 1, version_count: 1 })
    const params = { id, note_id: data.note_id }
    const versions = (await user.notes.noteVersions({ params })).data
    expect(versions.map(({ is_current }) => is_current)).toEqual([true, false])
    const [, old] = versions
    const { data: oldText } = await user.notes.noteVersion({ params: { ...params, version_id: old!.version_id } })
    expect(oldText.result.markdown).toBe(before!.note_content)
  })

  it('is refused while it is written, and repeated with the same post_id', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    const { data } = await addNote(user, id)
    const retry = (post_id: string) =>
      user.generate.retrySumNote({ params: { id }, body: { ori_note_id: data.note_id, post_id } })
    expect(await expectRefusal(retry('p-2'))).toMatchObject({ status: -2 })
    expect((await retry('p-1')).data).toMatchObject({ note_id: data.note_id, task_status: 0 })
  })

  it('is written again once for a request that is repeated, which is how clients poll', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const { data } = await addNote(user, id)
    await server.waitForJobs()
    const body = { ori_note_id: data.note_id, ori_post_id: 'p-1', post_id: 'r-1' }
    for (const expected of [0, 1, 1]) {
      server.clock.advance(1000)
      expect((await user.generate.retrySumNote({ params: { id }, body })).data.task_status).toBe(expected)
      await server.waitForJobs()
    }
    expect((await readNotes(user, id))[1]).toMatchObject({ version_count: 1 })
  })

  it('keeps its text when it is stopped', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const { data } = await addNote(user, id)
    await server.waitForJobs()
    await executeSql(server.ctx.db, 'update note set status = 0 where note_id = $1', [data.note_id])
    await user.generate.cancelNote({ params: { id, note_id: data.note_id } })
    const [, note] = await readNotes(user, id)
    expect(note).toMatchObject({ task_status: 1 })
    expect(note!.note_content).not.toBe('')
  })
})

describe('the summary that is created again (B§7 chatllm)', () => {
  it('uses no minutes, keeps the old one as a version, and can be taken back', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const [before] = await readNotes(user, id)
    const entriesBefore = await readTotal(user)
    const edited = `${before!.note_content}\nA line of my own.\n`
    const body = { file_id: id, note_id: before!.note_id, note_content: edited, base_version_id: before!.version_id }
    await user.notes.updateNote({ body })
    const started = await user.generate.chatllm({ params: { id }, body: { post_id: 's-1' } })
    expect(started.status).toBe(0)
    expect((await user.generate.status({})).data_processing_chatllm).toEqual([id])
    await server.waitForJobs()
    const again = await user.generate.chatllm({ params: { id }, body: { post_id: 's-1' } })
    expect(again.status).toBe(1)
    expect(again.data_result_summ).not.toContain('A line of my own.')
    expect(await readTotal(user)).toBe(entriesBefore)
    const [after] = await readNotes(user, id)
    expect(after).toMatchObject({ note_id: before!.note_id, version_count: 2 })
    const params = { id, note_id: before!.note_id }
    const versions = (await user.notes.noteVersions({ params })).data
    expect(versions.map(({ origin }) => origin)).toEqual(['generated', 'edited', 'generated'])
    await user.notes.useVersion({ params: { ...params, version_id: versions[1]!.version_id } })
    const [file] = (await user.files.list({ query: {}, body: [id] })).data_file_list
    expect(file!.ai_content).toBe(edited)
    const [restored] = await readNotes(user, id)
    expect(restored).toMatchObject({ note_content: edited, version_count: 3 })
  })

  it('is refused without a transcript and while the recording is processed, and is 404 for another account', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    const start = (who: User) => who.generate.chatllm({ params: { id }, body: { post_id: 'x' } })
    expect(await expectRefusal(start(user))).toMatchObject({ status: -7 })
    await user.generate.transsumm({ params: { id }, body: {} })
    expect(await expectRefusal(start(user))).toMatchObject({ status: -2 })
    expect(await expectRefusal(start(await server.user('ben')))).toMatchObject({ httpStatus: 404 })
  })
})

describe('the text of a note', () => {
  it('is edited; edits within ten minutes make one version, and an edit of an older version is refused', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const [note] = await readNotes(user, id)
    const edit = (note_content: string, base_version_id?: string) =>
      user.notes.updateNote({ body: { file_id: id, note_id: note!.note_id, note_content, base_version_id } })
    const first = await edit('# Mine', note!.version_id)
    const second = await edit('# Mine, longer', first.data.version_id)
    expect(second.data).toMatchObject({ note_content: '# Mine, longer', version_count: 1, extra: { form: null } })
    expect(await expectRefusal(edit('# Theirs', first.data.version_id))).toMatchObject({ status: -9 })
    server.clock.advance(11 * 60_000)
    expect((await edit('# Later', second.data.version_id)).data).toMatchObject({ version_count: 2 })
    const [file] = (await user.files.list({ query: {}, body: [id] })).data_file_list
    expect(file!.ai_content).toBe('# Later')
  })

  it('of a further note has its own tab name and can be deleted; the summary cannot', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const { data } = await addNote(user, id)
    await server.waitForJobs()
    const renamed = await user.notes.updateNote({ body: { file_id: id, note_id: data.note_id, note_tab_name: 'Board' } })
    expect(renamed.data.note_tab_name).toBe('Board')
    const [summary] = await readNotes(user, id)
    const remove = (note_id: string) => user.notes.deleteNote({ body: { file_id: id, note_id } })
    expect(await expectRefusal(remove(summary!.note_id))).toMatchObject({ status: -3 })
    await remove(data.note_id)
    expect(await readNotes(user, id)).toHaveLength(1)
    expect(await expectRefusal(remove(data.note_id))).toMatchObject({ httpStatus: 404 })
  })

  it('is 404 for another account on every route, and 401 without a session', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const { data } = await addNote(user, id)
    await server.waitForJobs()
    const calls = ({ notes, generate }: Pick<User, 'notes' | 'generate'>) => {
      const params = { id, note_id: data.note_id }
      const version = { ...params, version_id: data.version_id || 'v' }
      return [
        notes.queryNote({ headers: { 'file-id': id }, query: {} }),
        notes.updateNote({ body: { file_id: id, note_id: data.note_id, note_content: 'x' } }),
        notes.deleteNote({ body: { file_id: id, note_id: data.note_id } }),
        notes.restoreNote({ params }),
        notes.noteVersions({ params }),
        notes.noteVersion({ params: version }),
        notes.useVersion({ params: version }),
        notes.changeTodo({ params, body: { point_id: 'p1', done: true } }),
        generate.retrySumNote({ params: { id }, body: { ori_note_id: data.note_id } }),
        generate.cancelNote({ params }),
        generate.tryTemplate({ body: { file_id: id, template_id: 'MEETING', type: 'system' } }),
      ]
    }
    const other = await server.user('ben')
    for (const refusal of await Promise.all(calls(other).map(expectRefusal))) expect(refusal.httpStatus).toBe(404)
    const anonymous = createClients(server.url, {})
    for (const refusal of await Promise.all(calls(anonymous).map(expectRefusal))) expect(refusal.httpStatus).toBe(401)
    expect((await readNotes(user, id))[1]).toMatchObject({ note_id: data.note_id, task_status: 1 })
  })
})

describe('the open tasks of all recordings', () => {
  it('are listed with their recording, leave the list when they are ticked, and with a recording in the trash', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const [note] = await readNotes(user, id)
    const note_content = '# Mine\n\n- [ ] Send the budget [0:03](#t=3000)\n- [ ] Find a boat\n'
    await user.notes.updateNote({ body: { file_id: id, note_id: note!.note_id, note_content } })
    const list = async (who = user) => (await who.notes.openTodos({ query: {} })).data
    expect(await list()).toMatchObject({
      total: 2,
      list: [
        { file_id: id, text: 'Send the budget', start_time: 3000, point_id: 't1' },
        { text: 'Find a boat', start_time: null },
      ],
    })
    expect(await list(await server.user('ben'))).toEqual({ total: 0, list: [] })
    const params = { id, note_id: note!.note_id }
    await user.notes.changeTodo({ params, body: { point_id: 't1', done: true } })
    expect(await list()).toMatchObject({ total: 1, list: [{ point_id: 't2' }] })
    const [file] = (await user.files.list({ query: {}, body: [id] })).data_file_list
    expect(file!.ai_content).toContain('- [x] Send the budget')
    expect(await expectRefusal(user.notes.changeTodo({ params, body: { point_id: 't9', done: true } }))).toMatchObject({
      httpStatus: 404,
    })
    await user.files.trash({ body: [id] })
    expect(await list()).toEqual({ total: 0, list: [] })
  })
})

describe('a note with more tasks than one statement takes', () => {
  it('keeps them all, and lists the first with those of other recordings', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    const [note] = await readNotes(user, id)
    const note_content = Array.from({ length: 60_000 }, () => '- [ ] a').join('\n')
    await user.notes.updateNote({ body: { file_id: id, note_id: note!.note_id, note_content } })
    expect((await readNotes(user, id))[0]!.note_content).toBe(note_content)
    expect((await user.notes.openTodos({ query: {} })).data).toMatchObject({
      total: 2000,
      list: expect.arrayContaining([expect.objectContaining({ text: 'a' })]),
    })
  })
})

describe('a template that is tried on a recording', () => {
  it('returns the text and saves nothing', async () => {
    await using server = await testServer()
    const { user, id } = await createSummarized(server)
    await setMembershipTier(server, user.id, 'pro')
    const before = await readNotes(user, id)
    const entriesBefore = await readTotal(user)
    const content = '# Decisions\nWhat was decided.\n# Open\nWhat is open.'
    const { data } = await user.generate.tryTemplate({ body: { file_id: id, name: 'Mine', content } })
    expect(data?.markdown).not.toBe('')
    expect(await readNotes(user, id)).toEqual(before)
    expect(await readTotal(user)).toBe(entriesBefore)
    expect(await expectRefusal(user.generate.tryTemplate({ body: { file_id: id } }))).toMatchObject({ status: -4 })
  })
})
