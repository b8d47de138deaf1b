import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { type User, createClients } from '#test/server/user.ts'
import { minutes } from '#shared/units.ts'
import { deleteRemovedNotes } from './removedNotes.ts'

const SEGMENT = {
  id: 's1',
  start_time: 0,
  end_time: 9000,
  content: 'We will send the budget by Friday.',
  speaker: 'Anna',
  original_speaker: 'Anna',
}

const addNote = async ({ generate }: User, id: string, postId: string) =>
  (await generate.sumNewNote({ params: { id }, body: { summ_type: 'MEETING', summ_type_type: 'system', post_id: postId } })).data

/** Creates a recording with a note that has a task and an earlier version. */
async function createNote(server: TestServer) {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 25 })
  await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
  const { note_id } = await addNote(user, id, 'p-1')
  await server.waitForJobs()
  const key = { file_id: id, note_id }
  await user.notes.updateNote({ body: { ...key, note_content: '- [ ] Send the budget\n' } })
  return { user, id, key, params: { id, note_id } }
}

const readNotes = async ({ notes }: User, id: string) => (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
const countTodos = async ({ notes }: User) => (await notes.openTodos({ query: {} })).data.total
const countBytes = async ({ files }: User) => (await files.stat({ query: {} })).data_stat.storage.text_bytes

describe('a removed note (B§7 del_note_info)', () => {
  it('is hidden with its tasks, and restored unchanged', async () => {
    await using server = await testServer()
    const { user, id, key, params } = await createNote(server)
    const [before] = await readNotes(user, id)
    expect(before).toMatchObject({ version_count: 1, note_content: '- [ ] Send the budget\n' })
    await user.notes.deleteNote({ body: key })
    expect([await readNotes(user, id), await countTodos(user)]).toEqual([[], 0])
    for (const call of [
      () => user.notes.noteVersions({ params }),
      () => user.notes.updateNote({ body: { ...key, note_content: 'x' } }),
      () => user.notes.deleteNote({ body: key }),
    ])
      expect(await expectRefusal(call())).toMatchObject({ httpStatus: 404 })
    expect((await user.notes.restoreNote({ params })).data).toEqual(before)
    expect([await readNotes(user, id), await countTodos(user)]).toEqual([[before], 1])
    // A repeated request changes nothing.
    expect((await user.notes.restoreNote({ params })).data).toEqual(before)
  })

  it('is deleted an hour later, and then no longer counts as text', async () => {
    await using server = await testServer()
    const { user, id, key, params } = await createNote(server)
    const bytes = await countBytes(user)
    await user.notes.deleteNote({ body: key })
    server.clock.advance(minutes(59))
    await deleteRemovedNotes(server.ctx)
    expect(await countBytes(user)).toBe(bytes)
    server.clock.advance(minutes(1))
    await deleteRemovedNotes(server.ctx)
    expect(await countBytes(user)).toBeLessThan(bytes)
    expect(await expectRefusal(user.notes.restoreNote({ params }))).toMatchObject({ httpStatus: 404 })
    expect(await readNotes(user, id)).toEqual([])
  })

  it('is no longer generated when it is restored', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    const { note_id } = await addNote(user, id, 'p-1')
    await user.notes.deleteNote({ body: { file_id: id, note_id } })
    expect((await user.notes.restoreNote({ params: { id, note_id } })).data).toMatchObject({ task_status: -3, error_code: '-3' })
  })

  it('is replaced by a new note of the same request', async () => {
    await using server = await testServer()
    const { user, id, key, params } = await createNote(server)
    await user.notes.deleteNote({ body: key })
    const { note_id } = await addNote(user, id, 'p-1')
    expect(note_id).not.toBe(key.note_id)
    expect(await expectRefusal(user.notes.restoreNote({ params }))).toMatchObject({ httpStatus: 404 })
    expect((await readNotes(user, id)).map((note) => note.note_id)).toEqual([note_id])
  })

  it('is not restored when the recording already has fifty notes', async () => {
    await using server = await testServer({ runsJobs: false })
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 25 })
    await user.files.change({ params: { id }, body: { trans_result: [SEGMENT] } })
    const { note_id } = await addNote(user, id, 'first')
    await user.notes.deleteNote({ body: { file_id: id, note_id } })
    for (let n = 0; n < 50; n++) await addNote(user, id, String(n))
    expect(await expectRefusal(user.notes.restoreNote({ params: { id, note_id } }))).toMatchObject({ status: -3 })
    expect(await readNotes(user, id)).toHaveLength(50)
  })

  it('can be restored by its owner only', async () => {
    await using server = await testServer()
    const { user, id, key, params } = await createNote(server)
    await user.notes.deleteNote({ body: key })
    const other = await server.user('ben')
    expect(await expectRefusal(other.notes.restoreNote({ params }))).toMatchObject({ httpStatus: 404 })
    const anonymous = createClients(server.url, {})
    expect(await expectRefusal(anonymous.notes.restoreNote({ params }))).toMatchObject({ httpStatus: 401 })
    expect(await readNotes(user, id)).toEqual([])
  })
})
