import { describe, expect, it } from 'vitest'
import { scripted } from '#platform/llm/scripted.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'

async function done(w: World, fileId: string) {
  const { generate } = await w.as()
  await generate.transsumm({ params: { id: fileId }, body: {} })
  await w.settle()
  return generate.transsumm({ params: { id: fileId }, body: {} })
}

async function noteOf(w: World, fileId: string) {
  const { notes } = await w.as()
  return (await notes.queryNote({ headers: {}, query: { file_id: fileId } })).data[0]
}

describe('speech that was not understood', () => {
  it('is one segment at its position, also across two windows and after a restart', async () => {
    let deaths = 0
    const speech = scriptedSpeech({ fate: (_label, at) => (at === 20_000 && deaths++ === 0 ? 'die' : 'hear') })
    await using w = await world({ speech })
    const { id } = await w.file({ name: 'not understood 7-13', seconds: 25 })
    const { data_result } = await done(w, id)
    expect(deaths).toBeGreaterThan(1)
    const missed = data_result?.filter((segment) => segment.not_understood)
    expect(missed).toMatchObject([{ start_time: 7000, end_time: 13_000, content: '[not understood 0:07-0:13]', words: [] }])
    const starts = data_result?.map((segment) => segment.start_time) ?? []
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(data_result?.map((segment) => segment.id)).toEqual(starts.map((_, n) => String(n + 1)))
  })

  it('is returned while the transcription is still running', async () => {
    const speech = scriptedSpeech({ fate: (_label, at) => (at >= 20_000 ? 'hang' : 'hear') })
    await using w = await world({ speech })
    const { generate, transcription } = await w.as()
    const { id } = await w.file({ name: 'not understood 7-13', seconds: 45 })
    await generate.transsumm({ params: { id }, body: {} })
    await expect.poll(async () => (await generate.status({})).data_tasks[0]?.heard, { timeout: 10_000 }).toBeGreaterThan(0)
    const all = await transcription.heard({ params: { id }, query: {} })
    expect(all.data.segments.map((segment) => segment.not_understood ?? false)).toContain(true)
    const rest = await transcription.heard({ params: { id }, query: { from: 1 } })
    expect(rest.data.segments).toEqual(all.data.segments.slice(1))
    await generate.cancel({ params: { id } })
  })

  it('is neither quoted nor cited in the summary, but lowers its coverage', async () => {
    await using w = await world()
    const { id } = await w.file({ name: 'not understood 20-50', seconds: 100 })
    const { data_result } = await done(w, id)
    const note = await noteOf(w, id)
    const missed = data_result?.find((segment) => segment.not_understood)
    expect(note?.note_content).not.toContain('understood')
    const lines = [...(note?.extra.form?.points ?? []), ...(note?.extra.form?.actions ?? [])]
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.flatMap(({ segments }) => segments)).not.toContain(missed?.id)
    expect(note?.extra.form?.coverage.share).toBeGreaterThan(0.65)
    expect(note?.extra.form?.coverage.share).toBeLessThan(0.72)
  })

  it('is not sent to a language model', async () => {
    const reply = {
      headline: 'The budget',
      category: 'meeting',
      overview: { text: 'So.', rests_on: ['1'] },
      points: [],
      actions: [],
    }
    const llm = scripted([{ reply }])
    await using w = await world({ llm })
    const { id } = await w.file({ name: 'not understood 4-9', seconds: 30 })
    await done(w, id)
    expect(llm.calls[0]?.prompt).toContain('We meet')
    expect(llm.calls[0]?.prompt).not.toContain('not understood')
    expect((await noteOf(w, id))?.extra.form?.coverage.share).toBeLessThan(0.9)
  })

  it('is saved when no word was recognised, with code -7 and without using minutes (B§8)', async () => {
    await using w = await world()
    const { membership, files } = await w.as()
    const { id } = await w.file({ name: 'not understood 0-12', seconds: 12 })
    expect(await refusalOf(done(w, id))).toMatchObject({
      status: -7,
      body: { err_code: '-7', data_result: [{ start_time: 0, end_time: 12_000, not_understood: true }] },
    })
    expect((await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use')).toEqual([])
    expect((await files.list({ query: {}, body: [id] })).data_file_list[0]).toMatchObject({ is_summary: false, ai_content: '' })
  })

  it('is preserved when a client saves the transcript', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file({ name: 'not understood 4-7', seconds: 12 })
    const { data_result } = await done(w, id)
    const { data_file } = await files.change({ params: { id }, body: { trans_result: data_result } })
    expect(data_file.trans_result).toEqual(data_result)
  })
})
