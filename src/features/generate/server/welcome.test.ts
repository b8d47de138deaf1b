import { describe, expect, it } from 'vitest'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'
import { welcomeTitle } from './welcome.ts'

describe('the welcome file (A§4)', () => {
  it('is created on request and transcribed by this server', async () => {
    await using w = await world({ welcome: true })
    const { files, generate } = await w.as()
    await w.settle()
    expect((await files.simple({ query: {} })).data_file_list).toEqual([])
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    await w.settle()
    const { data_file_list } = await files.simple({ query: {} })
    expect(data_file_list).toMatchObject([
      { id: data.file_id, session_id: data.session_id, filename: 'A Tale of Two Cities', scene: 1000, is_trans: true },
    ])
    expect(data_file_list[0]?.is_summary).toBe(true)
  })

  it('is created once per account, and later requests return -5 even after it was deleted', async () => {
    await using w = await world({ welcome: true })
    const { files, generate } = await w.as()
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    const again = () => refusalOf(generate.welcome({ body: { lang: 'en_US' } }))
    expect(await again()).toMatchObject({ status: -5, message: 'This account has had the sample recording already.' })
    await w.settle()
    await files.remove({ query: {}, body: [data.file_id] })
    await w.settle()
    expect(await again()).toMatchObject({ status: -5 })
    expect((await files.simple({ query: {} })).data_file_total).toBe(0)
  })

  it('is created once by ten simultaneous requests', async () => {
    await using w = await world({ welcome: true, working: false })
    const { files, generate } = await w.as()
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => generate.welcome({ body: { lang: 'fr' } })))
    expect(calls.filter((call) => call.status === 'fulfilled')).toHaveLength(1)
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [(call.reason as { status: number }).status] : []))
    expect(new Set(refused)).toEqual(new Set([-5]))
    expect((await files.simple({ query: {} })).data_file_list).toMatchObject([{ filename: 'Le Conte de deux cités' }])
    expect((await generate.status({})).data_tasks).toHaveLength(1)
  })

  it('is created by the next request when the server died before', async () => {
    await using w = await world({ welcome: true, working: false })
    const { files, generate, id } = await w.as()
    // A call that is killed before its transaction leaves at most a blob, which the next call overwrites.
    await w.ground.blobs.put(`sound/${id}/welcome`, Buffer.from('half of it'))
    const { data } = await generate.welcome({ body: { lang: 'en' } })
    const { temp_url } = await files.tempUrl({ params: { id: data.file_id }, query: {} })
    expect((await (await fetch(temp_url)).arrayBuffer()).byteLength).toBeGreaterThan(100_000)
  })

  it('returns -5 when it is disabled (WELCOME=off) and 401 without a session', async () => {
    await using w = await world()
    const { generate } = await w.as()
    expect(await refusalOf(generate.welcome({ body: { lang: 'en_US' } }))).toMatchObject({ status: -5 })
    expect(await refusalOf(clientsOf(w.url, {}).generate.welcome({ body: { lang: 'en' } }))).toMatchObject({ httpStatus: 401 })
  })

  it('is a separate recording in another account', async () => {
    await using w = await world({ welcome: true, working: false })
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const { data } = await anna.generate.welcome({ body: { lang: 'en' } })
    await ben.generate.welcome({ body: { lang: 'de' } })
    expect((await ben.files.simple({ query: {} })).data_file_list).toMatchObject([
      { filename: 'Eine Geschichte aus zwei Städten' },
    ])
    expect(await refusalOf(ben.files.tempUrl({ params: { id: data.file_id }, query: {} }))).toMatchObject({ httpStatus: 404 })
  })

  it('uses no minutes', async () => {
    await using w = await world({ welcome: true })
    const { generate, membership } = await w.as()
    await generate.welcome({ body: { lang: 'en' } })
    await w.settle()
    const uses = async () =>
      (await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use').map(({ seconds }) => seconds)
    expect(await uses()).toEqual([])
    const { id } = await w.file({ seconds: 12.2 })
    await generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    expect(await uses()).toEqual([13])
  })
})

describe('the title of the welcome file', () => {
  it.each([
    ['es_ES', 'Historia de dos ciudades'],
    ['zh-TW', '雙城記'],
    ['zh', '双城记'],
    ['ja', '二都物語'],
    ['nl', 'A Tale of Two Cities'],
    ['__proto__', 'A Tale of Two Cities'],
    ['', 'A Tale of Two Cities'],
  ])('in language %j is %s', (lang, title) => {
    expect(welcomeTitle(lang)).toBe(title)
  })
})
