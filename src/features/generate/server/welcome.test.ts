import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'
import { welcomeTitle } from './welcome.ts'

describe('the welcome file (A§4)', () => {
  it('is created on request and transcribed by this server', async () => {
    await using server = await testServer({ welcome: true })
    const { files, generate } = await server.user()
    await server.waitForJobs()
    expect((await files.simple({ query: {} })).data_file_list).toEqual([])
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    await server.waitForJobs()
    const { data_file_list } = await files.simple({ query: {} })
    expect(data_file_list).toMatchObject([
      { id: data.file_id, session_id: data.session_id, filename: 'A Tale of Two Cities', scene: 1000, is_trans: true },
    ])
    expect(data_file_list[0]?.is_summary).toBe(true)
  })

  it('uses no minutes, and the history says so', async () => {
    await using server = await testServer({ welcome: true })
    const { generate, membership } = await server.user()
    const { id } = await server.uploadFile()
    await generate.transsumm({ params: { id }, body: {} })
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    await server.waitForJobs()
    const tasks = (await generate.history({ query: {} })).data.list.map(({ file_id, uses_minutes }) => [file_id, uses_minutes])
    expect(Object.fromEntries(tasks)).toEqual({ [id]: true, [data.file_id]: false })
    expect((await membership.transactions({ query: {} })).data.list.map(({ file_id }) => file_id)).toEqual([id])
  })

  it('is created once per account, and later requests return -5 even after it was deleted', async () => {
    await using server = await testServer({ welcome: true })
    const { files, generate } = await server.user()
    const { data } = await generate.welcome({ body: { lang: 'en_US' } })
    const requestAgain = () => expectRefusal(generate.welcome({ body: { lang: 'en_US' } }))
    expect(await requestAgain()).toMatchObject({ status: -5, message: 'This account has already received the sample recording.' })
    await server.waitForJobs()
    await files.remove({ query: {}, body: [data.file_id] })
    await server.waitForJobs()
    expect(await requestAgain()).toMatchObject({ status: -5 })
    expect((await files.simple({ query: {} })).data_file_total).toBe(0)
  })

  it('is created once by ten simultaneous requests', async () => {
    await using server = await testServer({ welcome: true, runsJobs: false })
    const { files, generate } = await server.user()
    const calls = await Promise.allSettled(Array.from({ length: 10 }, () => generate.welcome({ body: { lang: 'fr' } })))
    expect(calls.filter((call) => call.status === 'fulfilled')).toHaveLength(1)
    const refusedStatuses = calls.flatMap((call) =>
      call.status === 'rejected' ? [(call.reason as { status: number }).status] : [],
    )
    expect(new Set(refusedStatuses)).toEqual(new Set([-5]))
    expect((await files.simple({ query: {} })).data_file_list).toMatchObject([{ filename: 'Le Conte de deux cités' }])
    expect((await generate.status({})).data_tasks).toHaveLength(1)
  })

  it('is created by the next request when the server died before', async () => {
    await using server = await testServer({ welcome: true, runsJobs: false })
    const { files, generate, id } = await server.user()
    // A call that is killed before its transaction leaves at most a blob, which the next call overwrites.
    await server.ctx.blobs.put(`sound/${id}/welcome`, Buffer.from('half of it'))
    const { data } = await generate.welcome({ body: { lang: 'en' } })
    const { temp_url } = await files.tempUrl({ params: { id: data.file_id }, query: {} })
    expect((await (await fetch(temp_url)).arrayBuffer()).byteLength).toBeGreaterThan(100_000)
  })

  it('returns -5 when it is disabled (WELCOME=off) and 401 without a session', async () => {
    await using server = await testServer()
    const { generate } = await server.user()
    expect(await expectRefusal(generate.welcome({ body: { lang: 'en_US' } }))).toMatchObject({ status: -5 })
    expect(await expectRefusal(createClients(server.url, {}).generate.welcome({ body: { lang: 'en' } }))).toMatchObject({
      httpStatus: 401,
    })
  })

  it('is a separate recording in another account', async () => {
    await using server = await testServer({ welcome: true, runsJobs: false })
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    const { data } = await user.generate.welcome({ body: { lang: 'en' } })
    await otherUser.generate.welcome({ body: { lang: 'de' } })
    expect((await otherUser.files.simple({ query: {} })).data_file_list).toMatchObject([
      { filename: 'Eine Geschichte aus zwei Städten' },
    ])
    expect(await expectRefusal(otherUser.files.tempUrl({ params: { id: data.file_id }, query: {} }))).toMatchObject({
      httpStatus: 404,
    })
  })

  it('uses no minutes', async () => {
    await using server = await testServer({ welcome: true })
    const { generate, membership } = await server.user()
    await generate.welcome({ body: { lang: 'en' } })
    await server.waitForJobs()
    const readUsedSeconds = async () =>
      (await membership.transactions({ query: {} })).data.list.filter(({ kind }) => kind === 'use').map(({ seconds }) => seconds)
    expect(await readUsedSeconds()).toEqual([])
    const { id } = await server.uploadFile({ seconds: 12.2 })
    await generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(await readUsedSeconds()).toEqual([13])
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
