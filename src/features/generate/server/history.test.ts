import { describe, expect, it } from 'vitest'
import { scripted } from '#platform/llm/scripted.ts'
import type { Settings } from '#features/me/contract.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

async function transcribe(w: World, id: string, body = {}) {
  const { generate } = await w.as()
  await generate.transsumm({ params: { id }, body })
  await w.settle()
}

const choose = async (w: World, settings: Partial<Settings>) => (await w.as()).me.changeSettings({ body: settings })

async function noteOf(w: World, id: string) {
  const { notes } = await w.as()
  const [note] = (await notes.queryNote({ headers: { 'file-id': id }, query: {} })).data
  return note?.extra.form
}

describe('the transcription history (A§7)', () => {
  it('is paged, newest first, with the result of each', async () => {
    await using w = await world()
    const { generate } = await w.as()
    const first = await w.file({ name: 'First', seconds: 12 })
    await transcribe(w, first.id)
    const begun = w.clock.now().getTime() / 1000
    w.clock.pass(60_000)
    const silent = await w.file({ name: 'silent night', seconds: 5 })
    await transcribe(w, silent.id)
    const { data } = await generate.history({ query: {} })
    expect(data.total).toBe(2)
    expect(data.list).toMatchObject([
      { file_id: silent.id, filename: 'silent night', stage: 'failed', status: -7, finished_at: begun + 60 },
      { file_id: first.id, filename: 'First', duration: 12_000, language: 'en', stage: 'done', status: 1, made_at: begun },
    ])
    const page = await generate.history({ query: { skip: 1, limit: 1 } })
    expect(page.data).toMatchObject({ total: 2, list: [{ file_id: first.id }] })
  })

  it('shows no end time for an active transcription', async () => {
    await using w = await world({ working: false })
    const { generate } = await w.as()
    const { id } = await w.file()
    await generate.transsumm({ params: { id }, body: { info: '{"language":"de-1"}' } })
    const { data } = await generate.history({ query: {} })
    expect(data.list).toMatchObject([{ file_id: id, stage: 'queued', status: 0, language: 'de', finished_at: null }])
  })

  it('loses the entries of a permanently deleted recording', async () => {
    await using w = await world()
    const { generate, files } = await w.as()
    const { id } = await w.file()
    await transcribe(w, id)
    await files.remove({ query: {}, body: [id] })
    expect((await generate.history({ query: {} })).data).toEqual({ total: 0, list: [] })
  })

  it('returns 422 for more than 200 per page and 401 without a session', async () => {
    await using w = await world()
    const { generate } = await w.as()
    expect(await refusalOf(generate.history({ query: { limit: 201 } }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(clientsOf(w.url, {}).generate.history({ query: {} }))).toMatchObject({ httpStatus: 401 })
  })

  it('does not contain entries of another account', async () => {
    await using w = await world()
    const ben = await w.as('ben')
    const { id } = await w.file({ as: 'anna' })
    await (await w.as('anna')).generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    expect((await ben.generate.history({ query: {} })).data.total).toBe(0)
  })
})

describe('settings that affect a task', () => {
  it('uses the spoken language only when the request names none', async () => {
    await using w = await world({ working: false })
    const { generate } = await w.as()
    await choose(w, { trans_language: 'fr' })
    const [asIs, named, auto] = [await w.file(), await w.file(), await w.file()]
    await generate.transsumm({ params: { id: asIs.id }, body: {} })
    await generate.transsumm({ params: { id: named.id }, body: { info: '{"language":"de"}' } })
    await generate.transsumm({ params: { id: auto.id }, body: { info: '{"language":"auto"}' } })
    const { list } = (await generate.history({ query: {} })).data
    const languageOf = (id: string) => list.find((task) => task.file_id === id)?.language
    expect([asIs.id, named.id, auto.id].map(languageOf)).toEqual(['fr', 'de', null])
  })

  it('passes the summary language to the language model', async () => {
    const overview = { text: 'Tout est dit.', rests_on: ['1'] }
    const llm = scripted([{ reply: { headline: 'Le budget', category: 'meeting', overview, points: [], actions: [] } }])
    await using w = await world({ llm })
    await choose(w, { summary_language: 'fr' })
    const { id } = await w.file({ seconds: 30 })
    await transcribe(w, id)
    expect(llm.calls[0]?.instructions).toContain('Write in French')
    expect(await noteOf(w, id)).toMatchObject({ language: 'fr', engine: { kind: 'llm' } })
  })

  it('keeps an extractive summary in the language of the recording', async () => {
    await using w = await world()
    await choose(w, { summary_language: 'fr' })
    const { id } = await w.file({ seconds: 30 })
    await transcribe(w, id)
    expect(await noteOf(w, id)).toMatchObject({ language: 'en', engine: { kind: 'extractive' } })
  })
})
