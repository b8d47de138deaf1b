import { describe, expect, it } from 'vitest'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'
import type { EditOperation } from '../../contract/edits.ts'

/** Transcribes a recording of 24 s with two speakers. */
async function openTranscript(server: TestServer) {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 24, name: 'speakers 2' })
  await user.generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  const read = async () => (await user.files.list({ query: {}, body: [id] })).data_file_list[0]!.trans_result!
  const edit = async (base_version: number, ...operations: EditOperation[]) =>
    (await user.edits.updateSource({ body: { file_id: id, base_version, operations } })).data
  const step = async (base_version: number, direction: 'undo' | 'redo') =>
    (await user.edits.undoEdit({ params: { id }, body: { base_version, direction } })).data
  const transcribeAgain = async () => {
    server.clock.advance(1000)
    await user.generate.transsumm({ params: { id }, body: { is_reload: 1, operate_type: 'reTranscribe' } })
    await server.waitForJobs()
  }
  return { ...user, id, read, edit, step, transcribeAgain }
}

const setText = (segment: string, content: string): EditOperation => ({ kind: 'setText', segment, content })

describe('editing a transcript (B§7 update_source_info)', () => {
  it('applies operations, and undoes and redoes them down to the version of the machine', async () => {
    await using server = await testServer()
    const { edits, id, read, edit, step } = await openTranscript(server)
    const machine = await read()
    expect((await edits.editState({ params: { id } })).data).toMatchObject({ version: 0, can_undo: false })
    await edit(0, setText('1', 'We met on Monday'), { kind: 'renameSpeaker', from: 'Speaker 2', to: 'Lena' })
    const second = await edit(1, { kind: 'delete', segments: ['2'] })
    expect(second).toEqual({ version: 2, can_undo: true, can_redo: false, unapplied: [] })
    expect((await read()).map(({ id: segment }) => segment)).not.toContain('2')
    expect(await step(2, 'undo')).toMatchObject({ version: 3, can_undo: true, can_redo: true })
    expect((await read())[0]!.content).toBe('We met on Monday')
    expect((await read()).map(({ speaker }) => speaker)).toContain('Lena')
    expect(await step(3, 'undo')).toMatchObject({ can_undo: false, can_redo: true })
    expect(await read()).toEqual(machine)
    expect((await edits.machineVersion({ params: { id } })).data.segments).toEqual(machine)
    await step(4, 'redo')
    expect((await read())[0]!.content).toBe('We met on Monday')
    expect(await edit(5, setText('1', 'We met'))).toMatchObject({ can_redo: false })
    expect(await expectRefusal(step(6, 'redo'))).toMatchObject({ status: -11 })
  })

  it('merges the edits of two tabs, and refuses one that changes the same text', async () => {
    await using server = await testServer()
    const { read, edit } = await openTranscript(server)
    await edit(0, setText('1', 'One'))
    expect(await edit(0, setText('2', 'Two'))).toMatchObject({ version: 2 })
    expect((await read()).slice(0, 2).map(({ content }) => content)).toEqual(['One', 'Two'])
    expect(await expectRefusal(edit(0, setText('1', 'Uno')))).toMatchObject({ status: -9 })
    expect(await expectRefusal(edit(9, setText('3', 'Three')))).toMatchObject({ status: -9 })
    expect((await read())[0]!.content).toBe('One')
  })

  it('is in the history, newest first, page by page', async () => {
    await using server = await testServer()
    const { edits, id, read, edit, step } = await openTranscript(server)
    const [first] = await read()
    const words = first!.content.split(' ')
    await edit(0, setText('1', [...words.slice(0, -1), 'printer'].join(' ')))
    await edit(1, { kind: 'renameSpeaker', from: 'Speaker 1', to: 'Lena' })
    await step(2, 'undo')
    const { data } = await edits.editHistory({ params: { id }, query: {} })
    expect(data).toMatchObject([
      {
        number: 2,
        source: 'page',
        undone: true,
        kinds: ['renameSpeaker'],
        renamed: [{ from: 'Speaker 1', to: 'Lena' }],
        changes: [],
      },
      {
        number: 1,
        undone: false,
        current: true,
        kinds: ['setText'],
        changes: [{ time: 0, before: words.at(-1), after: 'printer' }],
      },
    ])
    expect((await edits.editHistory({ params: { id }, query: { before: 2, limit: 1 } })).data).toEqual([data[1]])
  })

  it('takes a whole transcript of another program as one edit, by either call', async () => {
    await using server = await testServer()
    const { edits, files, id, read, step } = await openTranscript(server)
    const machine = await read()
    const other = [{ start_time: 0, end_time: 900, content: 'Other words', speaker: null, original_speaker: null }]
    await files.change({ params: { id }, body: { trans_result: other } })
    expect(await read()).toMatchObject([{ id: '1', content: 'Other words', speaker: '' }])
    await edits.updateSource({ body: { file_id: id, trans_result: [{ ...other[0]!, content: 'Again other words' }] } })
    expect((await edits.editHistory({ params: { id }, query: {} })).data).toMatchObject([
      { source: 'patch' },
      { source: 'patch' },
    ])
    await step(2, 'undo')
    expect(await read()).toMatchObject([{ content: 'Other words' }])
    await step(3, 'undo')
    expect(await read()).toEqual(machine)
  })

  it('gives the transcript as a source (B§7 query_source)', async () => {
    await using server = await testServer()
    const { edits, id, read, edit } = await openTranscript(server)
    await edit(0, setText('1', 'One'))
    const { data } = await edits.querySource({ headers: { 'file-id': id }, query: {} })
    expect(data).toMatchObject([{ data_id: `source_transaction:${id}`, data_type: 'transaction', data_title: 'speakers 2' }])
    expect(JSON.parse(data[0]!.data_content)).toEqual(await read())
    const empty = await server.uploadFile({ seconds: 5 })
    expect((await edits.querySource({ headers: {}, query: { file_id: empty.id } })).data).toEqual([])
  })

  it('refuses a recording without a transcript', async () => {
    await using server = await testServer()
    const { edits } = await server.user()
    const { id } = await server.uploadFile()
    const body = { file_id: id, base_version: 0, operations: [setText('1', 'x')] }
    expect(await expectRefusal(edits.updateSource({ body }))).toMatchObject({ status: -7 })
  })

  it('belongs to the owner alone', async () => {
    await using server = await testServer()
    const { id, read, edit } = await openTranscript(server)
    await edit(0, setText('1', 'One'))
    const { edits } = await server.user('ben')
    const attempts = [
      () => edits.updateSource({ body: { file_id: id, operations: [setText('1', 'Mine')] } }),
      () => edits.updateSource({ body: { file_id: id, trans_result: [] } }),
      () => edits.querySource({ headers: { 'file-id': id }, query: {} }),
      () => edits.editState({ params: { id } }),
      () => edits.machineVersion({ params: { id } }),
      () => edits.undoEdit({ params: { id }, body: { base_version: 1 } }),
      () => edits.editHistory({ params: { id }, query: {} }),
    ]
    for (const attempt of attempts) expect(await expectRefusal(attempt())).toMatchObject({ httpStatus: 404 })
    expect((await read())[0]!.content).toBe('One')
  })
})

describe('edits when a recording is transcribed again', () => {
  it('are kept where the text is the same, and can be undone', async () => {
    await using server = await testServer()
    const { edits, id, read, edit, step, transcribeAgain } = await openTranscript(server)
    const machine = await read()
    const corrected = machine[0]!.content.replace('budget.', 'matter.')
    await edit(0, setText('1', corrected), { kind: 'renameSpeaker', from: 'Speaker 2', to: 'Lena' })
    await transcribeAgain()
    expect((await read())[0]!.content).toBe(corrected)
    expect((await read()).map(({ speaker }) => speaker)).toContain('Lena')
    const { data: history } = await edits.editHistory({ params: { id }, query: {} })
    expect(history).toMatchObject([
      { source: 'kept', current: true },
      { source: 'page', current: false },
    ])
    await step(2, 'undo')
    expect(await read()).toEqual(machine)
  })

  it('are listed when the machine says something else', async () => {
    let script: string[] | undefined
    const speech: SpeechEngine = {
      ...scriptedSpeech(),
      transcribe: (...args) => scriptedSpeech(script ? { script } : {}).transcribe(...args),
    }
    await using server = await testServer({ speech })
    const { edits, id, read, edit, transcribeAgain } = await openTranscript(server)
    const [first] = await read()
    await edit(0, setText('1', first!.content.replace('budget.', 'matter.')))
    script = 'Nothing of this was said before by anyone here today.'.split(' ')
    await transcribeAgain()
    expect((await edits.editState({ params: { id } })).data).toMatchObject({
      version: 2,
      can_undo: false,
      unapplied: [{ before: 'budget.', after: 'matter.' }],
    })
    expect((await read())[0]!.content).toContain('Nothing of this')
  })

  it('stay when the speakers are told apart again, which can be undone', async () => {
    await using server = await testServer()
    const { generate, id, read, edit, step } = await openTranscript(server)
    await edit(0, setText('1', 'One'))
    const before = await read()
    server.clock.advance(1000)
    await generate.separateSpeakers({ params: { id }, body: { speakers: 1 } })
    await server.waitForJobs()
    expect((await read())[0]).toMatchObject({ content: expect.stringMatching(/^One /), speaker: '' })
    await step(2, 'undo')
    expect(await read()).toEqual(before)
  })
})
