import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { expectOneLibrary, readPages, seedLibrary } from '#test/world/library.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'
import { forgetOldDeletions } from './library.ts'

describe('library pages and changes', () => {
  it('returns every recording once, newest first, page by page, and then the changes', async () => {
    await using w = await world()
    const { files, folders } = await w.as()
    const none = (await files.page({ query: {} })).data
    expect(none).toMatchObject({ files: [], next: null, counts: { all: 0, trash: 0, by_folder: {} } })
    const made = []
    for (let n = 0; n < 5; n++) made.push(await w.file({ seconds: 2 }))
    const first = (await files.page({ query: { limit: 2 } })).data
    expect(first.files).toHaveLength(2)
    expect(first.counts).toMatchObject({ all: 5, unorganized: 5, trash: 0, by_scene: { 101: 5 } })
    const seen = [...first.files]
    for (let { next } = first; next;) {
      const page = (await files.page({ query: { limit: 2, after: next } })).data
      seen.push(...page.files)
      next = page.next
    }
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
    expect(seen).toHaveLength(5)
    const [a, b, c] = made.map(({ id }) => id) as [string, string, string]
    const { data_filetag } = await folders.create({ body: { name: 'Work' } })
    await folders.move({ body: { file_id_list: [a], filetag_id: data_filetag.id } })
    await files.trash({ body: [b, c] })
    await files.remove({ query: {}, body: [c] })
    const { data } = await files.changes({ query: { since: first.stamp } })
    expect(data).toMatchObject({ starts_over: false, more: false, gone: [c] })
    expect(data.files.map(({ id, is_trash }) => [id, is_trash])).toEqual([
      [a, false],
      [b, true],
    ])
    expect(data.counts).toEqual({ all: 3, unorganized: 2, trash: 1, by_folder: { [data_filetag.id]: 1 }, by_scene: { 101: 3 } })
    expect((await files.changes({ query: { since: data.stamp } })).data).toMatchObject({ files: [], gone: [], stamp: data.stamp })
    const sinceNone = (await files.changes({ query: { since: none.stamp } })).data
    expect(sinceNone.files).toHaveLength(4)
  })

  it('misses no recording between two pages that starts in the same millisecond or microsecond', async () => {
    await using w = await world()
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 12)
    const moved = `update file set start_time = timestamptz '2026-03-02 10:00:00.123456Z' + (n / 2) * interval '1 microsecond'
      from unnest($1::text[]) with ordinality as its (id, n) where file_id = its.id`
    await executeSql(w.ground.db, moved, [ids])
    for (const limit of [1, 2, 5]) {
      const seen = (await readPages(anna, limit)).map(({ id }) => id)
      expect(seen).toHaveLength(12)
      expect(new Set(seen)).toEqual(new Set(ids))
    }
    await expectOneLibrary(anna)
  })

  it('returns unchanged recordings once while others are added and deleted between pages', async () => {
    await using w = await world()
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 10)
    const first = (await anna.files.page({ query: { limit: 4 } })).data
    await anna.files.remove({ query: {}, body: [ids[1]!, ids[3]!, ids[4]!] })
    await seedLibrary(w, anna, 2)
    const second = (await anna.files.page({ query: { limit: 100, after: first.next! } })).data
    expect(second.files.map(({ id }) => id)).toEqual(ids.slice(5))
    const { data } = await anna.files.changes({ query: { since: first.stamp } })
    expect(new Set(data.gone)).toEqual(new Set([ids[1], ids[3], ids[4]]))
    const all = new Map([...first.files, ...second.files, ...data.files].map((row) => [row.id, row]))
    for (const id of data.gone) all.delete(id)
    expect(new Set(all.keys())).toEqual(new Set((await readPages(anna, 50)).map(({ id }) => id)))
  })

  it('returns the changes of one call in several replies', async () => {
    await using w = await world()
    const anna = await w.as()
    await seedLibrary(w, anna, 2100)
    const told = new Set<string>()
    let [since, answers] = ['none', 0]
    for (let more = true; more; answers++) {
      const { data } = await anna.files.changes({ query: { since } })
      for (const { id } of data.files) told.add(id)
      ;({ more, stamp: since } = data)
    }
    expect([told.size, answers]).toEqual([2100, 2])
    expect((await anna.files.changes({ query: { since } })).data).toMatchObject({ files: [], more: false })
  })

  it('starts over for a token older than the stored deletions, and for no other', async () => {
    await using w = await world()
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 9)
    const stamp = async () => (await anna.files.page({ query: {} })).data.stamp
    const before = await stamp()
    await anna.files.remove({ query: {}, body: ids.slice(0, 4) })
    const between = await stamp()
    await anna.files.remove({ query: {}, body: ids.slice(4, 6) })
    await anna.files.trash({ body: [ids[8]!] })
    const since = async (mark: string) => (await anna.files.changes({ query: { since: mark } })).data
    await forgetOldDeletions(w.ground, 6)
    expect(new Set((await since(before)).gone)).toEqual(new Set(ids.slice(0, 6)))
    await forgetOldDeletions(w.ground, 3)
    for (const mark of [before, 'none'])
      expect(await since(mark)).toMatchObject({ starts_over: true, files: [], gone: [], more: false })
    const told = await since(between)
    expect(told.starts_over).toBe(false)
    expect(new Set(told.gone)).toEqual(new Set(ids.slice(4, 6)))
    // The first deletion was reported in part, and the rest of it was partly pruned.
    expect(await since(`${between}.${ids[0]}`)).toMatchObject({ starts_over: true })
    await forgetOldDeletions(w.ground, 0)
    expect((await since(between)).starts_over).toBe(true)
    expect(await since((await since(between)).stamp)).toMatchObject({ starts_over: false, counts: { all: 2, trash: 1 } })
  })

  it('starts over for a foreign, invalid or future token, and starts at the first page for an invalid cursor', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    await seedLibrary(w, anna, 3)
    await seedLibrary(w, ben, 1)
    const hers = (await anna.files.page({ query: {} })).data.stamp
    const [born] = hers.split('.')
    const fresh = await w.as('cara')
    for (const [user, since] of [
      [ben, hers],
      [fresh, hers],
      [anna, `${born}.99`],
      [anna, `${born}.-5.x`],
      [anna, `${born}.1e3`],
      [anna, 'nonsense'],
      [anna, ''],
    ] as const) {
      expect((await user.files.changes({ query: { since } })).data).toMatchObject({ starts_over: true, files: [], gone: [] })
    }
    for (const after of ['nonsense', '', '1e300.x', '99999999999999999.x', '-9999999999999999.x', '.', '5']) {
      const { data } = await anna.files.page({ query: { after } })
      expect([0, 3]).toContain(data.files.length)
    }
    expect((await fresh.files.changes({ query: { since: 'none' } })).data).toMatchObject({ starts_over: false, stamp: 'none' })
  })

  it('returns 401 without a session and 422 for an invalid query', async () => {
    await using w = await world()
    const { files } = await w.as()
    const stranger = clientsOf(w.url, {}).files
    expect(await refusalOf(stranger.page({ query: {} }))).toMatchObject({ httpStatus: 401 })
    expect(await refusalOf(stranger.changes({ query: { since: 'none' } }))).toMatchObject({ httpStatus: 401 })
    for (const limit of [0, 2001, 1.5])
      expect(await refusalOf(files.page({ query: { limit } }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(files.page({ query: { after: 'x'.repeat(201) } }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(files.changes({ query: { since: 'x'.repeat(201) } }))).toMatchObject({ httpStatus: 422 })
    expect(await refusalOf(files.changes({ query: {} as { since: string } }))).toMatchObject({ httpStatus: 422 })
  })
})
