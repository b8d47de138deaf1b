import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { wasRefused } from '#kit/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { NASTY_NAMES } from '#test/world/nastyNames.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { world } from '#test/world/world.ts'

describe('folder names', () => {
  it('are stored without characters that hide or reorder text on create and change', async () => {
    await using w = await world()
    const { folders } = await w.as()
    const { id } = (await folders.create({ body: { name: 'Other' } })).data_filetag
    for (const { given, kept } of NASTY_NAMES) {
      const { data_filetag: made } = await folders.create({ body: { name: given } })
      expect(made.name).toBe(kept)
      await folders.remove({ params: { id: made.id } })
      const { data_filetag: changed } = await folders.change({ params: { id }, body: { name: given } })
      expect(changed.name).toBe(kept)
      expect((await folders.list({})).data_filetag_list).toEqual([changed])
      await folders.change({ params: { id }, body: { name: 'Other' } })
    }
  })

  it('are refused with status -2 when they look alike (B§8)', async () => {
    await using w = await world()
    const { folders } = await w.as()
    const { id } = (await folders.create({ body: { name: 'Other' } })).data_filetag
    await folders.create({ body: { name: 'Café' } })
    for (const name of ['Cafe\u0301', 'Ca\u202efé', 'Café\u0000 ', '\ufeffCafé']) {
      expect(wasRefused(await refusalOf(folders.create({ body: { name } })), folders.create, 'nameTaken')).toBe(true)
      const change = folders.change({ params: { id }, body: { name } })
      expect(wasRefused(await refusalOf(change), folders.change, 'nameTaken')).toBe(true)
    }
  })

  it.each([
    ['of only control characters', '\u202e\u0000 ', 'A folder needs a name.'],
    ['of only invisible characters', '\u200b\u200d', 'A folder needs a name.'],
    ['of 300 characters', 'x'.repeat(300), 'A name has 254 characters at most.'],
  ])('are refused with a name %s', async (_, name, message) => {
    await using w = await world()
    const { folders } = await w.as()
    const { id } = (await folders.create({ body: { name: 'Other' } })).data_filetag
    expect(await refusalOf(folders.create({ body: { name } }))).toMatchObject({ httpStatus: 422, message })
    expect(await refusalOf(folders.change({ params: { id }, body: { name } }))).toMatchObject({ httpStatus: 422, message })
  })

  it('are cleaned by the migration and stay unique', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    let made = 0
    const rename = async (user: typeof anna, stored: string): Promise<string> => {
      const { id } = (await user.folders.create({ body: { name: `Folder ${made++}` } })).data_filetag
      await executeSql(w.ground.db, 'update folder set name = $1 where folder_id = $2', [stored, id])
      return id
    }
    const dirty = NASTY_NAMES.map(({ given }) => given).filter((name) => !name.includes('\0'))
    for (const name of dirty) await rename(ben, name)
    const [turned, plain, apart, unseen] = [
      await rename(anna, 'Ca\u202efé'),
      await rename(anna, 'Café'),
      await rename(anna, 'Cafe\u0301'),
      await rename(anna, '\u200b'),
    ]
    const sql = await readFile(new URL('./migrations/0023-folders.sql', import.meta.url), 'utf8')
    await executeSql(w.ground.db, sql)
    const now = new Map((await anna.folders.list({})).data_filetag_list.map(({ id, name }) => [id, name]))
    expect([now.get(plain), now.get(unseen)]).toEqual(['Café', 'Folder'])
    expect([now.get(turned), now.get(apart)]).toEqual([turned, apart].map((id) => `Café (${id.slice(-8)})`))
    const his = (await ben.folders.list({})).data_filetag_list.map(({ name }) => name.replace(/ \([0-9a-f]{8}\)$/, ''))
    const kept = NASTY_NAMES.filter(({ given }) => !given.includes('\0')).map((name) => name.kept)
    expect(his.toSorted()).toEqual(kept.toSorted())
  })
})
