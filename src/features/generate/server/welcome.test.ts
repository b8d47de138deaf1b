import { describe, expect, it } from 'vitest'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'
import { welcomeTitle } from './welcomeTitle.ts'

describe('the welcome file (A§4)', () => {
  it('is made when the app asks for it, and transcribed by this server', async () => {
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

  it('is made once an account: asked again, -5 (old user), also when it was deleted since', async () => {
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

  it('is made once by ten calls at the same moment', async () => {
    await using w = await world({ welcome: true, working: false })
    const { files, generate } = await w.as()
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => generate.welcome({ body: { lang: 'fr' } })))
    expect(calls.filter((call) => call.status === 'fulfilled')).toHaveLength(1)
    const refused = calls.flatMap((call) => (call.status === 'rejected' ? [(call.reason as { status: number }).status] : []))
    expect(new Set(refused)).toEqual(new Set([-5]))
    expect((await files.simple({ query: {} })).data_file_list).toMatchObject([{ filename: 'Le Conte de deux cités' }])
    expect((await generate.status({})).data_tasks).toHaveLength(1)
  })

  it('is made by the next call when the server died before it was', async () => {
    await using w = await world({ welcome: true, working: false })
    const { files, generate, id } = await w.as()
    // A call that was killed before its step leaves bytes at most, and they are put anew.
    await w.ground.blobs.put(`sound/${id}/welcome`, Buffer.from('half of it'))
    const { data } = await generate.welcome({ body: { lang: 'en' } })
    const { temp_url } = await files.tempUrl({ params: { id: data.file_id }, query: {} })
    expect((await (await fetch(temp_url)).arrayBuffer()).byteLength).toBeGreaterThan(100_000)
  })

  it('is refused with -5 where there is none (WELCOME=off), and strangers with 401', async () => {
    await using w = await world()
    const { generate } = await w.as()
    expect(await refusalOf(generate.welcome({ body: { lang: 'en_US' } }))).toMatchObject({ status: -5 })
    expect(await refusalOf(clientsOf(w.url, {}).generate.welcome({ body: { lang: 'en' } }))).toMatchObject({ httpStatus: 401 })
  })

  it('of a second account is a recording of its own', async () => {
    await using w = await world({ welcome: true, working: false })
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const { data } = await anna.generate.welcome({ body: { lang: 'en' } })
    await ben.generate.welcome({ body: { lang: 'de' } })
    expect((await ben.files.simple({ query: {} })).data_file_list).toMatchObject([
      { filename: 'Eine Geschichte aus zwei Städten' },
    ])
    expect(await refusalOf(ben.files.tempUrl({ params: { id: data.file_id }, query: {} }))).toMatchObject({ httpStatus: 404 })
  })

  it('costs no minutes', async () => {
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

describe('its title', () => {
  it.each([
    ['es_ES', 'Historia de dos ciudades'],
    ['zh-TW', '雙城記'],
    ['zh', '双城记'],
    ['ja', '二都物語'],
    ['nl', 'A Tale of Two Cities'],
    ['__proto__', 'A Tale of Two Cities'],
    ['', 'A Tale of Two Cities'],
  ])('in %s is %s', (lang, title) => {
    expect(welcomeTitle(lang)).toBe(title)
  })
})
