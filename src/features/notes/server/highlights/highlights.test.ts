import { describe, expect, it } from 'vitest'
import { newId } from '#shared/newId.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'
import { MAX_HIGHLIGHTS } from '../../contract.ts'
import { insertHighlight } from './storeHighlights.ts'

const passage = { start_time: 12_000, end_time: 15_500, text: 'The vans leave at six.', comment: '' }

async function openRecording() {
  const server = await testServer()
  const user = await server.user()
  const { id } = await server.uploadFile()
  return { ...user, server, id }
}

describe('highlights (B§3: notes of type high_light)', () => {
  it('are listed in the order of their times, and changed and removed', async () => {
    const { server, notes, id } = await openRecording()
    await using _ = server
    const [later, earlier] = [newId(new Date()), newId(new Date())]
    await notes.addHighlight({ params: { id }, body: { id: later, ...passage } })
    await notes.addHighlight({ params: { id }, body: { id: earlier, ...passage, start_time: 800, end_time: 900, text: '' } })
    expect((await notes.highlights({ params: { id } })).data.map((highlight) => highlight.id)).toEqual([earlier, later])
    await notes.changeHighlight({ params: { id, highlight_id: later }, body: { comment: ' Which vans? ' } })
    await notes.removeHighlight({ params: { id, highlight_id: earlier } })
    expect((await notes.highlights({ params: { id } })).data).toMatchObject([{ ...passage, id: later, comment: 'Which vans?' }])
  })

  it('are added once when a request is repeated', async () => {
    const { server, notes, id } = await openRecording()
    await using _ = server
    const body = { id: newId(new Date()), ...passage }
    const { data } = await notes.addHighlight({ params: { id }, body })
    expect((await notes.addHighlight({ params: { id }, body })).data).toEqual(data)
    expect((await notes.highlights({ params: { id } })).data).toHaveLength(1)
  })

  it('form one note of the recording, in the format of other programs', async () => {
    const { server, notes, id } = await openRecording()
    await using _ = server
    expect((await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data).toEqual([])
    await notes.addHighlight({ params: { id }, body: { id: newId(new Date()), ...passage, comment: 'Ask *why*.' } })
    const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
    expect(note).toMatchObject({
      note_type: 'high_light',
      note_content: '> [0:12](#t=12000) The vans leave at six.\n\nAsk *why*.',
    })
    expect(JSON.parse(note!.data_content)).toEqual([{ mark_content: 'The vans leave at six.\nAsk *why*.', timestamp: 12_000 }])
  })

  it('refuse a passage that ends before it begins', async () => {
    const { server, notes, id } = await openRecording()
    await using _ = server
    const body = { id: newId(new Date()), ...passage, end_time: 11_999 }
    expect(await expectRefusal(notes.addHighlight({ params: { id }, body }))).toMatchObject({ status: -3 })
    expect((await notes.highlights({ params: { id } })).data).toEqual([])
  })

  it('are limited to 2,000 a recording', async () => {
    const { server, notes, id, me } = await openRecording()
    await using _ = server
    const { data_user } = await me.me({})
    const key = { user_id: data_user.id, file_id: id }
    for (let n = 0; n < MAX_HIGHLIGHTS; n++)
      await insertHighlight(server.ctx, {
        ...key,
        highlight_id: String(n),
        start_ms: n,
        end_ms: n,
        text: '',
        comment: '',
        created_at: new Date(),
      })
    const body = { id: newId(new Date()), ...passage }
    expect(await expectRefusal(notes.addHighlight({ params: { id }, body }))).toMatchObject({ status: -2 })
  })

  it('belong to their owner alone, and are deleted with the recording', async () => {
    const { server, notes, files, id } = await openRecording()
    await using _ = server
    const highlight_id = newId(new Date())
    await notes.addHighlight({ params: { id }, body: { id: highlight_id, ...passage } })
    const { notes: foreign } = await server.user('ben')
    const attempts: (() => Promise<unknown>)[] = [
      () => foreign.highlights({ params: { id } }),
      () => foreign.addHighlight({ params: { id }, body: { id: newId(new Date()), ...passage } }),
      () => foreign.changeHighlight({ params: { id, highlight_id }, body: { comment: 'mine' } }),
      () => foreign.removeHighlight({ params: { id, highlight_id } }),
    ]
    for (const attempt of attempts) expect(await expectRefusal(attempt())).toMatchObject({ httpStatus: 404 })
    expect((await notes.highlights({ params: { id } })).data).toMatchObject([{ comment: '' }])
    await files.trash({ body: [id] })
    await files.remove({ query: {}, body: [id] })
    expect(await expectRefusal(notes.highlights({ params: { id } }))).toMatchObject({ httpStatus: 404 })
  })
})
