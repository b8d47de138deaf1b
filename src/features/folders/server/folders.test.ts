import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

describe('folders (B§3, B§5, B§7)', () => {
  it('creates a folder with the first preset colour by default', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { data_filetag } = await folders.create({ body: { name: '  Interviews ' } })
    expect(data_filetag).toMatchObject({ name: 'Interviews', color: '#191919', icon: 'folder' })
    const { data_filetag_list, data_filetag_total } = await folders.list({})
    expect(data_filetag_list).toEqual([data_filetag])
    expect(data_filetag_total).toBe(1)
  })

  it('refuses a taken folder name with status -2 (B§8)', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    await folders.create({ body: { name: 'Interviews' } })
    const error = await expectRefusal(folders.create({ body: { name: 'Interviews' } }))
    expect(isRefused(error, folders.create, 'nameTaken')).toBe(true)
    expect(error).toMatchObject({ status: -2, httpStatus: 200, refusal: 'nameTaken' })
  })

  it('refuses more than 2,000 folders of an account with status -6, also concurrently', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { data_filetag: first } = await user.folders.create({ body: { name: 'First' } })
    await executeSql(
      w.ctx.db,
      `insert into folder (user_id, folder_id, name, color, icon, created_at)
       select user_id, 'f' || n, 'Folder ' || n, color, icon, created_at from folder, generate_series(2, 1998) n`,
    )
    const names = ['a', 'b', 'c', 'd', 'e']
    const created = await Promise.allSettled(names.map((name) => user.folders.create({ body: { name } })))
    expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const error = await expectRefusal(user.folders.create({ body: { name: 'One more' } }))
    expect(isRefused(error, user.folders.create, 'tooMany')).toBe(true)
    expect(error).toMatchObject({ status: -6, httpStatus: 200, message: 'An account can have 2,000 folders at most.' })
    const duplicate = await expectRefusal(user.folders.create({ body: { name: 'First' } }))
    expect(isRefused(duplicate, user.folders.create, 'nameTaken')).toBe(true)
    await otherUser.folders.create({ body: { name: 'One more' } })
    await user.folders.remove({ params: { id: first.id } })
    await user.folders.create({ body: { name: 'One more' } })
    expect((await user.folders.list({})).data_filetag_total).toBe(2000)
  })

  it('allows two accounts to have folders of the same name', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    await user.folders.create({ body: { name: 'Work' } })
    await otherUser.folders.create({ body: { name: 'Work' } })
    expect((await otherUser.folders.list({})).data_filetag_list).toHaveLength(1)
  })

  it('creates one folder for twenty concurrent calls with the same name', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => folders.create({ body: { name: 'Work' } })))
    expect(results.filter((response) => response.status === 'fulfilled')).toHaveLength(1)
    expect((await folders.list({})).data_filetag_list).toHaveLength(1)
  })

  it.each([
    ['', 'A folder needs a name.'],
    ['   ', 'A folder needs a name.'],
    ['x'.repeat(255), 'A name has 254 characters at most.'],
  ])('refuses the name %j with %s (B§5)', async (name, says) => {
    await using w = await testServer()
    const { folders } = await w.user()
    expect(await expectRefusal(folders.create({ body: { name } }))).toMatchObject({
      httpStatus: 422,
      status: -422,
      message: says,
    })
  })

  it('accepts a name of 254 characters', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { data_filetag } = await folders.create({ body: { name: 'x'.repeat(254) } })
    expect(data_filetag.name).toHaveLength(254)
  })

  it('changes name, colour and icon', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { data_filetag: created } = await folders.create({ body: { name: 'Work' } })
    const { data_filetag: changed } = await folders.change({
      params: { id: created.id },
      body: { name: 'Play', color: '#c149eb', icon: 'music' },
    })
    expect(changed).toEqual({ id: created.id, name: 'Play', color: '#c149eb', icon: 'music' })
  })

  it('refuses to rename to another folder of the user with status -2', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    await folders.create({ body: { name: 'Work' } })
    const { data_filetag: play } = await folders.create({ body: { name: 'Play' } })
    const error = await expectRefusal(folders.change({ params: { id: play.id }, body: { name: 'Work' } }))
    expect(isRefused(error, folders.change, 'nameTaken')).toBe(true)
  })

  it('moves recordings into a folder and out again', async () => {
    await using w = await testServer()
    const { folders, files } = await w.user()
    const file = await w.uploadFile()
    const { data_filetag: work } = await folders.create({ body: { name: 'Work' } })
    await folders.move({ body: { file_id_list: [file.id], filetag_id: work.id } })
    expect((await files.simple({ query: {} })).data_file_list[0]?.filetag_id_list).toEqual([work.id])
    await folders.move({ body: { file_id_list: [file.id], filetag_id: '' } })
    expect((await files.simple({ query: {} })).data_file_list[0]?.filetag_id_list).toEqual([])
  })

  it('leaves the recordings of a deleted folder unorganized (B§4)', async () => {
    await using w = await testServer()
    const { folders, files } = await w.user()
    const file = await w.uploadFile()
    const { data_filetag: work } = await folders.create({ body: { name: 'Work' } })
    await folders.move({ body: { file_id_list: [file.id], filetag_id: work.id } })
    await folders.remove({ params: { id: work.id } })
    expect((await files.simple({ query: {} })).data_file_list[0]).toMatchObject({ id: file.id, filetag_id_list: [] })
    expect((await folders.list({})).data_filetag_list).toEqual([])
  })

  it('returns 404 for every folder id of another user', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { data_filetag: ownFolder } = await user.folders.create({ body: { name: 'Hers' } })
    const otherUsersFile = await w.uploadFile({ user: 'ben' })
    const params = { id: ownFolder.id }
    expect(await expectRefusal(otherUser.folders.change({ params, body: { name: 'Mine' } }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(otherUser.folders.remove({ params }))).toMatchObject({ httpStatus: 404 })
    expect(
      await expectRefusal(otherUser.folders.move({ body: { file_id_list: [otherUsersFile.id], filetag_id: ownFolder.id } })),
    ).toMatchObject({
      httpStatus: 404,
    })
    expect((await otherUser.folders.list({})).data_filetag_list).toEqual([])
    expect((await user.folders.list({})).data_filetag_list).toEqual([ownFolder])
  })

  it('moves all or none: one recording of another user refuses the whole call', async () => {
    await using w = await testServer()
    const user = await w.user('anna')
    const [ownFolder, otherUsersFile] = [await w.uploadFile({ user: 'anna' }), await w.uploadFile({ user: 'ben' })]
    const { data_filetag: work } = await user.folders.create({ body: { name: 'Work' } })
    const move = user.folders.move({ body: { file_id_list: [ownFolder.id, otherUsersFile.id], filetag_id: work.id } })
    expect(await expectRefusal(move)).toMatchObject({ httpStatus: 404 })
    expect((await user.files.simple({ query: {} })).data_file_list[0]?.filetag_id_list).toEqual([])
  })

  it('returns 401 without a session for every call', async () => {
    await using w = await testServer()
    const response = await fetch(`${w.url}/api/filetag/`)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ detail: 'Not authenticated' })
    const { folders } = createClients(w.url, { token: 'unknown' })
    const params = { id: 'x' }
    const calls = [
      folders.list({}),
      folders.create({ body: { name: '' } }),
      folders.change({ params, body: { name: '' } }),
      folders.remove({ params }),
      folders.move({ body: { file_id_list: [] } }),
    ]
    for (const refusal of await Promise.all(calls.map(expectRefusal)))
      expect(refusal).toMatchObject({ httpStatus: 401, status: -401 })
  })

  it.each([
    ['a colour with a name', { color: 'red' }, 'A colour is # and six hexadecimal digits.'],
    ['a colour that is more than one', { color: '#191919;x' }, 'A colour is # and six hexadecimal digits.'],
    ['an icon that is a path', { icon: '../icon' }, 'An icon is a name of up to 40 letters, digits, _ and -.'],
    ['an icon without a name', { icon: '' }, 'An icon is a name of up to 40 letters, digits, _ and -.'],
  ])('returns 422 for %s on create and change', async (_what, fields, says) => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { id } = (await folders.create({ body: { name: 'Work' } })).data_filetag
    const refusal = { httpStatus: 422, status: -422, message: says }
    expect(await expectRefusal(folders.create({ body: { name: 'Play', ...fields } }))).toMatchObject(refusal)
    expect(await expectRefusal(folders.change({ params: { id }, body: fields }))).toMatchObject(refusal)
    expect((await folders.list({})).data_filetag_list).toMatchObject([{ id, name: 'Work', color: '#191919', icon: 'folder' }])
  })

  it('refuses an empty move, an invalid list and an unknown folder', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    for (const body of [
      { file_id_list: [] },
      { file_id_list: id },
      { file_id_list: [1] },
      { file_id_list: [id], filetag_id: 7 },
      {},
    ]) {
      expect(await expectRefusal(folders.move({ body: body as { file_id_list: string[] } }))).toMatchObject({ httpStatus: 422 })
    }
    expect(await expectRefusal(folders.move({ body: { file_id_list: [id], filetag_id: 'no folder' } }))).toMatchObject({
      httpStatus: 404,
    })
    expect(await expectRefusal(folders.move({ body: { file_id_list: [id, 'no recording'] } }))).toMatchObject({ httpStatus: 404 })
    const params = { id: 'no folder' }
    expect(await expectRefusal(folders.change({ params, body: {} }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(folders.remove({ params }))).toMatchObject({ httpStatus: 404 })
  })

  it('moves a repeated recording once, and keeps a folder when nothing changes', async () => {
    await using w = await testServer()
    const { folders, files } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    const { data_filetag: work } = await folders.create({ body: { name: 'Work' } })
    await folders.move({ body: { file_id_list: [id, id], filetag_id: work.id } })
    expect((await files.page({ query: {} })).data.counts.by_folder).toEqual({ [work.id]: 1 })
    expect((await folders.change({ params: { id: work.id }, body: {} })).data_filetag).toEqual(work)
    expect((await folders.change({ params: { id: work.id }, body: { name: 'Work' } })).data_filetag).toEqual(work)
  })
})
