import { describe, expect, it } from 'vitest'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const MARKS = [
  { mark_content: 'Ask about the printer', timestamp: 4200 },
  { mark_content: 'The minutes are late', timestamp: null },
]

async function openRecording(server: TestServer) {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 60 })
  const start = async (body: Parameters<typeof user.generate.transsumm>[0]['body']) => {
    await user.generate.transsumm({ params: { id }, body })
    await server.waitForJobs()
    server.clock.advance(60_000)
    return user.generate.transsumm({ params: { id }, body: {} })
  }
  const readNotes = async () => (await user.notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
  const readFile = async () => (await user.files.list({ query: {}, body: [id] })).data_file_list[0]!
  return { ...user, user, id, start, readNotes, readFile }
}

const SUMMARY = {
  headline: 'The printer',
  category: 'meeting',
  overview: { text: 'They talk about the printer.', rests_on: [1] },
  points: [{ text: 'Ben calls the printer.', rests_on: [1] }],
}

describe('the notes of the speaker that came with a recording (B§7 mark_title, mark_memo)', () => {
  it('stay with its summary and are given to the language model', async () => {
    const llm = createScriptedLlm([{ reply: SUMMARY }])
    await using server = await testServer({ llm })
    const { start, readNotes } = await openRecording(server)
    await start({ mark_title: 'Editorial meeting', mark_memo: JSON.stringify(MARKS) })
    expect(await readNotes()).toMatchObject([{ mark_title: 'Editorial meeting', mark_memo: MARKS }])
    const { prompt, instructions } = llm.calls[0]!
    expect(prompt).toContain('<own_notes>\nEditorial meeting\n0:04 Ask about the printer\nThe minutes are late\n</own_notes>')
    expect(instructions).toContain('Between <own_notes> and </own_notes>')
  })

  it('are those of the recording for a further note, until the request brings others', async () => {
    await using server = await testServer()
    const { id, start, readNotes, generate } = await openRecording(server)
    await start({ mark_memo: MARKS })
    const template = { summ_type: 'MEETING', summ_type_type: 'system' }
    const { data } = await generate.sumNewNote({ params: { id }, body: { ...template, post_id: 'p-1' } })
    expect(data.mark_memo).toEqual(MARKS)
    await server.waitForJobs()
    const retry = { ori_note_id: data.note_id, ori_note_type: 'sum_multi_note' as const, ori_post_id: 'p-1' }
    await generate.retrySumNote({ params: { id }, body: { ...retry, mark_memo: 'Only this.', post_id: 'p-2' } })
    const [summary, note] = await readNotes()
    expect(summary!.mark_memo).toEqual(MARKS)
    expect(note!.mark_memo).toEqual([{ mark_content: 'Only this.', timestamp: null }])
  })

  it('stay when the recording is transcribed again without a word of them', async () => {
    const llm = createScriptedLlm([{ reply: SUMMARY }, { reply: SUMMARY }])
    await using server = await testServer({ llm })
    const { start, readNotes } = await openRecording(server)
    await start({ mark_title: 'Editorial meeting' })
    await start({ is_reload: 1, operate_type: 'reTranscribe' })
    expect((await readNotes())[0]!.mark_title).toBe('Editorial meeting')
    expect(llm.calls[1]!.prompt).toContain('<own_notes>\nEditorial meeting\n</own_notes>')
  })

  it.each([
    ['nothing', undefined, []],
    ['texts in a list', ['Call Anna', null], [{ mark_content: 'Call Anna', timestamp: null }]],
    ['a time as text', [{ mark_content: 'z', timestamp: '1500' }], [{ mark_content: 'z', timestamp: 1500 }]],
    ['more than are kept', Array(600).fill('x'), Array(500).fill({ mark_content: 'x', timestamp: null })],
    ['a text', ' Call Anna ', [{ mark_content: 'Call Anna', timestamp: null }]],
    ['one mark', MARKS[0], [MARKS[0]]],
    [
      'marks of another kind',
      [{ note: 'x' }, { mark_content: ' ', timestamp: 1 }, { mark_content: 'y', timestamp: -1 }],
      [{ mark_content: 'y', timestamp: null }],
    ],
    ['an emoji at the end of its room', `${'x'.repeat(1999)}😀`, [{ mark_content: 'x'.repeat(1999), timestamp: null }]],
    ['JSON with NUL', '["a\\u0000b"]', [{ mark_content: 'ab', timestamp: null }]],
    ['JSON that is no list', '{"mark_content":"z","timestamp":1.6}', [{ mark_content: 'z', timestamp: 2 }]],
  ])('are read from %s', async (_name, mark_memo, expected) => {
    await using server = await testServer()
    const { start, readNotes } = await openRecording(server)
    await start({ mark_memo })
    expect((await readNotes())[0]!.mark_memo).toEqual(expected)
  })
})

describe('the other fields of the requests (B§7)', () => {
  it('are answered back: ppc_status with its note', async () => {
    await using server = await testServer()
    const { id, start, generate, readNotes } = await openRecording(server)
    await start({})
    const body = { summ_type: 'MEETING', summ_type_type: 'system', post_id: 'p-1', ppc_status: 3 }
    expect((await generate.sumNewNote({ params: { id }, body })).data.ppc_status).toBe(3)
    await server.waitForJobs()
    expect((await readNotes()).map(({ ppc_status }) => ppc_status)).toEqual([0, 3])
  })

  it('name the note of a retry: a note of another type is not found', async () => {
    await using server = await testServer()
    const { id, start, generate, readNotes } = await openRecording(server)
    await start({})
    const [summary] = await readNotes()
    const retry = (ori_note_type: 'auto_sum_note' | 'sum_multi_note', post_id: string) =>
      generate.retrySumNote({ params: { id }, body: { ori_note_id: summary!.note_id, ori_note_type, post_id } })
    expect(await expectRefusal(retry('sum_multi_note', 'p-1'))).toMatchObject({ httpStatus: 404 })
    expect((await retry('auto_sum_note', 'p-2')).data).toMatchObject({ note_id: summary!.note_id, task_status: 0 })
  })

  it('can give `info` as an object, and what was chosen stays in tranConfig', async () => {
    await using server = await testServer()
    const { start, readFile } = await openRecording(server)
    const info = { language: 'en', diarization: 0, llm: 'auto', support_mul_summ: true }
    await start({ is_reload: 0, summ_type: 'MEETING', summ_type_type: 'system', info, support_mul_summ: true })
    const { extra_data } = await readFile()
    expect(extra_data.tranConfig).toEqual({ language: 'en', diarization: 0, type: 'MEETING', type_type: 'system', llm: 'auto' })
    expect(extra_data.aiContentFrom).toMatchObject({ info: extra_data.aiContentHeader?.['headline'], location: '' })
    expect(extra_data.aiContentFrom?.['date_time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  })

  it('keep a summary whose speakers are more than aiContentFrom has room for, and cut no character in half', async () => {
    await using server = await testServer()
    const { id, user, start, readFile } = await openRecording(server)
    const speakers = ['x', ...Array.from({ length: 45 }, (_, n) => `${n + 10}${'😀'.repeat(48)}`)]
    const trans_result = speakers.map((speaker, n) => ({
      id: String(n),
      speaker,
      content: 'Ben calls the printer about the late minutes.',
      language: 'en',
      start_time: n * 1000,
      end_time: n * 1000 + 900,
    }))
    await start({})
    await user.files.change({ params: { id }, body: { trans_result } })
    await user.generate.chatllm({ params: { id }, body: {} })
    await server.waitForJobs()
    const attendees = (await readFile()).extra_data.aiContentFrom?.['attendees']
    expect(attendees).toBe(speakers.join(', ').slice(0, 3999))
  })

  it('say which model wrote the summary', async () => {
    const llm = createScriptedLlm([{ reply: SUMMARY }])
    await using server = await testServer({ llm })
    const { start, readFile } = await openRecording(server)
    await start({ info: JSON.stringify({ llm: 'scripted' }) })
    const { tranConfig } = (await readFile()).extra_data
    expect(tranConfig).toMatchObject({ type: 'AUTO-SELECT', type_type: 'system', llm: 'scripted' })
  })
})

describe('data_link (B§3)', () => {
  it('of a note and of a transcript is the page of the recording', async () => {
    await using server = await testServer()
    const { id, start, readNotes, user } = await openRecording(server)
    await start({})
    const page = `${server.config.publicUrl}/file/${id}`
    expect((await readNotes()).map(({ data_link }) => data_link)).toEqual([page])
    const sources = (await user.editing.querySource({ headers: { 'file-id': id }, query: {} })).data
    expect(new Set(sources.map(({ data_link }) => data_link))).toEqual(new Set([page]))
  })
})

describe('a summary of chosen dimensions (B§7 /summary/multi/config)', () => {
  it('has these and no others, and each is an item of the multi-summary', async () => {
    const decisions = [{ text: 'They settle the budget.', rests_on: [1] }]
    const llm = createScriptedLlm([{ reply: { ...SUMMARY, decisions } }])
    await using server = await testServer({ llm })
    const { start, readNotes, languageModels, files, id } = await openRecording(server)
    const { dimensions } = (await languageModels.dimensions({ query: { language: 'en' } })).data
    expect(dimensions.map(({ dimension }) => dimension)).toContain('points')
    const done = await start({ info: { dimensions: ['decisions', 'overview'] } })
    const [note] = await readNotes()
    expect(note!.extra.form).toMatchObject({ dimensions: ['overview', 'decisions'] })
    expect(note!.extra.form!.sections.map(({ kind }) => kind)).toEqual(['overview', 'decisions'])
    const items = JSON.parse(done.data_result_summ_mul!) as { original_category: string; ai_content: string }[]
    expect(items.map(({ original_category }) => original_category)).toEqual(['overview', 'decisions'])
    expect(items[0]!.ai_content).toMatch(/^## /)
    // Written back by a client, it changes nothing; with one item changed, the others stay.
    await files.change({ params: { id }, body: { ai_content: done.data_result_summ_mul! } })
    expect(await readNotes()).toEqual([note])
    const edited = items.map((item, index) => (index === 0 ? { ...item, ai_content: '## Mine\n\nShort.' } : item))
    await files.change({ params: { id }, body: { ai_content: JSON.stringify(edited) } })
    const [changed] = await readNotes()
    expect(changed!.note_content).toContain(`## Mine\n\nShort.\n\n${items[1]!.ai_content.trim()}`)
    expect(changed!.summary_id).toBe(note!.summary_id)
  })

  it('has all of them when those that are named do not exist', async () => {
    await using server = await testServer()
    const { start, readNotes } = await openRecording(server)
    await start({ info: { dimensions: ['mood'] } })
    expect((await readNotes())[0]!.extra.form).not.toHaveProperty('dimensions')
  })
})
