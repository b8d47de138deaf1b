import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { expectConsistentLibrary, readAllPages, seedRecordings } from '#test/server/library.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'
import { pruneOldDeletions } from './library.ts'

describe('library pages and changes', () => {
  it('returns every recording once, newest first, page by page, and then the changes', async () => {
    await using w = await testServer()
    const { files, folders } = await w.user()
    const emptyLibrary = (await files.page({ query: {} })).data
    expect(emptyLibrary).toMatchObject({ files: [], next: null, counts: { all: 0, trash: 0, by_folder: {} } })
    const created = []
    for (let n = 0; n < 5; n++) created.push(await w.uploadFile({ seconds: 2 }))
    const firstPage = (await files.page({ query: { limit: 2 } })).data
    expect(firstPage.files).toHaveLength(2)
    expect(firstPage.counts).toMatchObject({ all: 5, unorganized: 5, trash: 0, by_scene: { 101: 5 } })
    const seen = [...firstPage.files]
    for (let { next } = firstPage; next;) {
      const page = (await files.page({ query: { limit: 2, after: next } })).data
      seen.push(...page.files)
      next = page.next
    }
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(created.map(({ id }) => id)))
    expect(seen).toHaveLength(5)
    const [a, b, c] = created.map(({ id }) => id) as [string, string, string]
    const { data_filetag } = await folders.create({ body: { name: 'Work' } })
    await folders.move({ body: { file_id_list: [a], filetag_id: data_filetag.id } })
    await files.trash({ body: [b, c] })
    await files.remove({ query: {}, body: [c] })
    const { data } = await files.changes({ query: { since: firstPage.sync_token } })
    expect(data).toMatchObject({ starts_over: false, more: false, gone: [c] })
    expect(data.files.map(({ id, is_trash }) => [id, is_trash])).toEqual([
      [a, false],
      [b, true],
    ])
    expect(data.counts).toEqual({ all: 3, unorganized: 2, trash: 1, by_folder: { [data_filetag.id]: 1 }, by_scene: { 101: 3 } })
    expect((await files.changes({ query: { since: data.sync_token } })).data).toMatchObject({
      files: [],
      gone: [],
      sync_token: data.sync_token,
    })
    const sinceEmpty = (await files.changes({ query: { since: emptyLibrary.sync_token } })).data
    expect(sinceEmpty.files).toHaveLength(4)
  })

  it('misses no recording between two pages that starts in the same millisecond or microsecond', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 12)
    const moved = `update file set start_time = timestamptz '2026-03-02 10:00:00.123456Z' + (n / 2) * interval '1 microsecond'
      from unnest($1::text[]) with ordinality as its (id, n) where file_id = its.id`
    await executeSql(w.ctx.db, moved, [ids])
    for (const limit of [1, 2, 5]) {
      const seen = (await readAllPages(user, limit)).map(({ id }) => id)
      expect(seen).toHaveLength(12)
      expect(new Set(seen)).toEqual(new Set(ids))
    }
    await expectConsistentLibrary(user)
  })

  it('returns unchanged recordings once while others are added and deleted between pages', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 10)
    const firstPage = (await user.files.page({ query: { limit: 4 } })).data
    await user.files.remove({ query: {}, body: [ids[1]!, ids[3]!, ids[4]!] })
    await seedRecordings(w, user, 2)
    const secondPage = (await user.files.page({ query: { limit: 100, after: firstPage.next! } })).data
    expect(secondPage.files.map(({ id }) => id)).toEqual(ids.slice(5))
    const { data } = await user.files.changes({ query: { since: firstPage.sync_token } })
    expect(new Set(data.gone)).toEqual(new Set([ids[1], ids[3], ids[4]]))
    const all = new Map([...firstPage.files, ...secondPage.files, ...data.files].map((row) => [row.id, row]))
    for (const id of data.gone) all.delete(id)
    expect(new Set(all.keys())).toEqual(new Set((await readAllPages(user, 50)).map(({ id }) => id)))
  })

  it('returns the changes of one call in several replies', async () => {
    await using w = await testServer()
    const user = await w.user()
    await seedRecordings(w, user, 2100)
    const received = new Set<string>()
    let [since, replies] = ['none', 0]
    for (let more = true; more; replies++) {
      const { data } = await user.files.changes({ query: { since } })
      for (const { id } of data.files) received.add(id)
      ;({ more, sync_token: since } = data)
    }
    expect([received.size, replies]).toEqual([2100, 2])
    expect((await user.files.changes({ query: { since } })).data).toMatchObject({ files: [], more: false })
  })

  it('starts over for a token older than the stored deletions, and for no other', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 9)
    const syncToken = async () => (await user.files.page({ query: {} })).data.sync_token
    const before = await syncToken()
    await user.files.remove({ query: {}, body: ids.slice(0, 4) })
    const between = await syncToken()
    await user.files.remove({ query: {}, body: ids.slice(4, 6) })
    await user.files.trash({ body: [ids[8]!] })
    const since = async (token: string) => (await user.files.changes({ query: { since: token } })).data
    await pruneOldDeletions(w.ctx, 6)
    expect(new Set((await since(before)).gone)).toEqual(new Set(ids.slice(0, 6)))
    await pruneOldDeletions(w.ctx, 3)
    for (const token of [before, 'none'])
      expect(await since(token)).toMatchObject({ starts_over: true, files: [], gone: [], more: false })
    const received = await since(between)
    expect(received.starts_over).toBe(false)
    expect(new Set(received.gone)).toEqual(new Set(ids.slice(4, 6)))
    // The first deletion was reported in part, and the rest of it was partly pruned.
    expect(await since(`${between}.${ids[0]}`)).toMatchObject({ starts_over: true })
    await pruneOldDeletions(w.ctx, 0)
    expect((await since(between)).starts_over).toBe(true)
    expect(await since((await since(between)).sync_token)).toMatchObject({ starts_over: false, counts: { all: 2, trash: 1 } })
  })

  it('starts over for a foreign, invalid or future token, and starts at the first page for an invalid cursor', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    await seedRecordings(w, user, 3)
    await seedRecordings(w, otherUser, 1)
    const ownToken = (await user.files.page({ query: {} })).data.sync_token
    const [libraryId] = ownToken.split('.')
    const newUser = await w.user('cara')
    for (const [caller, since] of [
      [otherUser, ownToken],
      [newUser, ownToken],
      [user, `${libraryId}.99`],
      [user, `${libraryId}.-5.x`],
      [user, `${libraryId}.1e3`],
      [user, 'nonsense'],
      [user, ''],
    ] as const) {
      expect((await caller.files.changes({ query: { since } })).data).toMatchObject({ starts_over: true, files: [], gone: [] })
    }
    for (const after of ['nonsense', '', '1e300.x', '99999999999999999.x', '-9999999999999999.x', '.', '5']) {
      const { data } = await user.files.page({ query: { after } })
      expect([0, 3]).toContain(data.files.length)
    }
    expect((await newUser.files.changes({ query: { since: 'none' } })).data).toMatchObject({
      starts_over: false,
      sync_token: 'none',
    })
  })

  it('returns 401 without a session and 422 for an invalid query', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const anonymous = createClients(w.url, {}).files
    expect(await expectRefusal(anonymous.page({ query: {} }))).toMatchObject({ httpStatus: 401 })
    expect(await expectRefusal(anonymous.changes({ query: { since: 'none' } }))).toMatchObject({ httpStatus: 401 })
    for (const limit of [0, 2001, 1.5])
      expect(await expectRefusal(files.page({ query: { limit } }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(files.page({ query: { after: 'x'.repeat(201) } }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(files.changes({ query: { since: 'x'.repeat(201) } }))).toMatchObject({ httpStatus: 422 })
    expect(await expectRefusal(files.changes({ query: {} as { since: string } }))).toMatchObject({ httpStatus: 422 })
  })
})
