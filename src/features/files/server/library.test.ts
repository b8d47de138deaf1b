import { describe, expect, it } from 'vitest'
import { world } from '#test/world/world.ts'

describe('the library by pages and changes', () => {
  it('tells every recording once, newest first, page by page, and what came after', async () => {
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
    await files.remove({ body: [c] })
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
})
