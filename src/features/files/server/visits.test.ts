import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

type User = Awaited<ReturnType<TestServer['user']>>

const readFile = async ({ files }: User, id: string) => (await files.list({ query: {}, body: [id] })).data_file_list[0]!

describe('visits of a recording', () => {
  it('keep the position of the player for all devices of the account', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { id } = await server.uploadFile({ seconds: 60 })
    expect(await readFile(user, id)).toMatchObject({ playback_position: 0 })
    await user.files.visit({ params: { id }, body: { position: 12_345 } })
    await user.files.visit({ params: { id }, body: {} })
    expect(await readFile(user, id)).toMatchObject({ playback_position: 12_345 })
    await user.files.visit({ params: { id }, body: { position: 0 } })
    expect(await readFile(user, id)).toMatchObject({ playback_position: 0 })
  })

  it('set when a recording was last opened, at most once a minute, and do not change when it was last edited', async () => {
    await using server = await testServer()
    const user = await server.user()
    const first = await server.uploadFile({ name: 'First' })
    const second = await server.uploadFile({ name: 'Second' })
    server.clock.advance(minutes(10))
    await user.files.visit({ params: { id: first.id }, body: {} })
    const opened = await readFile(user, first.id)
    expect(opened.opened_time).toBe(Math.floor(server.clock.now().getTime() / 1000))
    expect(opened.edit_time).toBe(first.edit_time)
    const recent = await user.files.simple({ query: { sort_by: 'opened_time' } })
    expect(recent.data_file_list.map(({ id }) => id)).toEqual([first.id, second.id])
    server.clock.advance(minutes(0.5))
    await user.files.visit({ params: { id: first.id }, body: {} })
    expect((await readFile(user, first.id)).opened_time).toBe(opened.opened_time)
  })

  it('reach other open pages with the next changes of the library', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { id } = await server.uploadFile({})
    const since = (await user.files.page({ query: {} })).data.sync_token
    server.clock.advance(minutes(2))
    await user.files.visit({ params: { id }, body: { position: 500 } })
    const { files } = (await user.files.changes({ query: { since } })).data
    expect(files).toMatchObject([{ id, opened_time: Math.floor(server.clock.now().getTime() / 1000) }])
  })

  it('mark a new summary as read, but not while the player only reports its position', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { id } = await server.uploadFile({ name: 'Interview' })
    const isNew = async () => (await user.files.page({ query: {} })).data.files.map((file) => file.is_summary_new)
    expect(await isNew()).toEqual([false])
    await user.generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    expect(await isNew()).toEqual([true])
    await user.files.visit({ params: { id }, body: { position: 500 } })
    expect(await isNew()).toEqual([true])
    await user.files.visit({ params: { id }, body: {} })
    expect(await isNew()).toEqual([false])
    expect(await readFile(user, id)).toMatchObject({ is_summary: true, is_summary_new: false })
  })

  it('are not needed to read a summary that the user wrote', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { id } = await server.uploadFile({})
    await user.files.change({ params: { id }, body: { ai_content: '# Mine' } })
    expect(await readFile(user, id)).toMatchObject({ is_summary: true, is_summary_new: false })
  })

  it('are refused for a recording of another user and for an invalid position', async () => {
    await using server = await testServer()
    const user = await server.user('anna')
    const { id } = await server.uploadFile({})
    const otherUser = await server.user('ben')
    expect(await expectRefusal(otherUser.files.visit({ params: { id }, body: { position: 1 } }))).toMatchObject({
      httpStatus: 404,
    })
    for (const position of [-1, 1.5, 2 ** 31])
      expect(await expectRefusal(user.files.visit({ params: { id }, body: { position } }))).toMatchObject({ httpStatus: 422 })
    expect(await readFile(user, id)).toMatchObject({ playback_position: 0 })
  })
})
