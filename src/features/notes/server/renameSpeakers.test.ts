import { describe, expect, it } from 'vitest'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { testServer, type TestServer } from '#test/server/testServer.ts'

const SUMMARY = {
  headline: 'Speaker 2 pays',
  category: 'meeting',
  overview: { text: 'Speaker 1 and Sprecher 2 meet; Speaker 21 does not.', rests_on: ['1'] },
  points: [{ text: 'Speaker 2 pays.', rests_on: ['2'] }],
  actions: [],
}

const createLlm = () => createScriptedLlm([{ reply: SUMMARY }])

/** Transcribes and summarizes a recording of two speakers. */
async function summarize(server: TestServer) {
  const { generate, editing, files, notes, me } = await server.user()
  await me.changeSettings({ body: { summary_language: 'de' } })
  const { id } = await server.uploadFile({ seconds: 24, name: 'speakers 2' })
  await generate.transsumm({ params: { id }, body: {} })
  await server.waitForJobs()
  const read = async () => {
    await server.waitForJobs()
    const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
    const [note] = (await notes.queryNote({ headers: {}, query: { file_id: id } })).data
    const form = note!.extra.form!
    const pointsOf = (kind: string) => form.sections.find((section) => section.kind === kind)?.points ?? []
    return { content: file!.ai_content, form, points: pointsOf('points'), overview: pointsOf('overview')[0], note: note! }
  }
  const rename = async (...names: [from: string, to: string][]) => {
    const operations = names.map(([from, to]) => ({ kind: 'rename_speaker' as const, from, to }))
    return (await editing.updateSource({ body: { file_id: id, operations } })).data.edit_id
  }
  const undo = (edit_id: string) => editing.undoEdit({ params: { id }, body: { edit_id } })
  const readNote = async () => {
    await server.waitForJobs()
    return (await notes.queryNote({ headers: {}, query: { file_id: id } })).data[0]!
  }
  return { id, read, readNote, rename, undo, files, notes, generate }
}

describe('names of speakers in a summary (B§4)', () => {
  it('follow the transcript, also when the change is undone', async () => {
    await using server = await testServer({ llm: createLlm() })
    const { read, rename, undo } = await summarize(server)
    const before = await read()
    expect(before.points[0]?.speaker).toBe('Speaker 2')
    const edit = await rename(['Speaker 2', 'Dr. [Ngozi] $& Okafor'])
    const { content, points, overview, note } = await read()
    expect(points[0]).toMatchObject({ text: 'Dr. [Ngozi] $& Okafor pays.', speaker: 'Dr. [Ngozi] $& Okafor' })
    expect(overview?.text).toBe('Speaker 1 and Dr. [Ngozi] $& Okafor meet; Speaker 21 does not.')
    expect(note.note_tab_name).toBe('Dr. [Ngozi] $& Okafor pays')
    expect(content).toBe(note.note_content)
    expect(content).toContain(String.raw`Dr. \[Ngozi\] $\& Okafor pays.`)
    expect(content).not.toMatch(/Speaker 2\b/)
    await undo(edit)
    expect((await read()).content).toBe(before.content)
  })

  it('can be swapped, and are replaced in a text saved by another program', async () => {
    await using server = await testServer({ llm: createLlm() })
    const { id, read, readNote, rename, files } = await summarize(server)
    const exchange = () => rename(['Speaker 1', 'x'], ['Speaker 2', 'Speaker 1'], ['x', 'Speaker 2'])
    await exchange()
    expect((await read()).points[0]?.text).toBe('Speaker 1 pays.')
    await files.change({ params: { id }, body: { ai_content: 'Mine: Speaker 1 invites Speaker 2.' } })
    await exchange()
    const { note_content } = await readNote()
    const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
    expect([file!.ai_content, note_content]).toEqual(Array(2).fill('Mine: Speaker 2 invites Speaker 1.'))
  })

  it('are also replaced in an edited summary, whose lines keep their passages', async () => {
    await using server = await testServer({ llm: createLlm() })
    const { id, rename, notes, readNote } = await summarize(server)
    const before = await readNote()
    const note_content = `${before.note_content}\nSpeaker 2 is mine.\n`
    await notes.updateNote({ body: { file_id: id, note_id: before.note_id, note_content } })
    await rename(['Speaker 2', 'Lena'])
    const { note_content: content, extra } = await readNote()
    expect(content).toContain('Lena is mine.')
    expect(extra.cited?.sections.flatMap(({ points }) => points.map(({ text }) => text))).toContain('Lena pays.')
  })

  it('are kept in quotes, and after the speakers were separated again', async () => {
    await using server = await testServer()
    const { id, read, rename, generate } = await summarize(server)
    const before = await read()
    await rename(['Speaker 1', 'Lena'])
    const renamed = await read()
    expect(renamed.content).toBe(before.content)
    expect(renamed.form.talk_time.map(({ speaker }) => speaker)).toContain('Lena')
    await generate.separateSpeakers({ params: { id }, body: { speakers: null } })
    await server.waitForJobs()
    await rename(['Lena', 'Grace'])
    expect((await read()).form).toEqual(renamed.form)
  })
})
