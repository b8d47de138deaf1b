import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { HOSTILE_NAMES } from '#test/fixtures/hostileNames.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'

describe('folder names', () => {
  it('are stored without characters that hide or reorder text on create and change', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { id } = (await folders.create({ body: { name: 'Other' } })).data_filetag
    for (const { input, stored } of HOSTILE_NAMES) {
      const { data_filetag: created } = await folders.create({ body: { name: input } })
      expect(created.name).toBe(stored)
      await folders.remove({ params: { id: created.id } })
      const { data_filetag: changed } = await folders.change({ params: { id }, body: { name: input } })
      expect(changed.name).toBe(stored)
      expect((await folders.list({})).data_filetag_list).toEqual([changed])
      await folders.change({ params: { id }, body: { name: 'Other' } })
    }
  })

  it('are refused with status -2 when they look alike (B§8)', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { id } = (await folders.create({ body: { name: 'Other' } })).data_filetag
    await folders.create({ body: { name: 'Café' } })
    for (const name of ['Cafe\u0301', 'Ca\u202efé', 'Café\u0000 ', '\ufeffCafé']) {
      expect(isRefused(await expectRefusal(folders.create({ body: { name } })), folders.create, 'nameTaken')).toBe(true)
      const change = folders.change({ params: { id }, body: { name } })
      expect(isRefused(await expectRefusal(change), folders.change, 'nameTaken')).toBe(true)
    }
  })

  it.each([
    ['of only control characters', '\u202e\u0000 ', 'A folder needs a name.'],
    ['of only invisible characters', '\u200b\u200d', 'A folder needs a name.'],
    ['of 300 characters', 'x'.repeat(300), 'A name has 254 characters at most.'],
  ])('are refused with a name %s', async (_, name, message) => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { id } = (await folders.create({ body: { name: 'Other' } })).data_filetag
    expect(await expectRefusal(folders.create({ body: { name } }))).toMatchObject({ httpStatus: 422, message })
    expect(await expectRefusal(folders.change({ params: { id }, body: { name } }))).toMatchObject({ httpStatus: 422, message })
  })

  it('are cleaned by the migration and stay unique', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    let created = 0
    const rename = async (owner: typeof user, stored: string): Promise<string> => {
      const { id } = (await owner.folders.create({ body: { name: `Folder ${created++}` } })).data_filetag
      await executeSql(w.ctx.db, 'update folder set name = $1 where folder_id = $2', [stored, id])
      return id
    }
    const dirty = HOSTILE_NAMES.map(({ input }) => input).filter((name) => !name.includes('\0'))
    for (const name of dirty) await rename(otherUser, name)
    const [reversed, plain, decomposed, invisible] = [
      await rename(user, 'Ca\u202efé'),
      await rename(user, 'Café'),
      await rename(user, 'Cafe\u0301'),
      await rename(user, '\u200b'),
    ]
    const sql = await readFile(new URL('./migrations/0023-folders.sql', import.meta.url), 'utf8')
    await executeSql(w.ctx.db, sql)
    const namesById = new Map((await user.folders.list({})).data_filetag_list.map(({ id, name }) => [id, name]))
    expect([namesById.get(plain), namesById.get(invisible)]).toEqual(['Café', 'Folder'])
    expect([namesById.get(reversed), namesById.get(decomposed)]).toEqual(
      [reversed, decomposed].map((id) => `Café (${id.slice(-8)})`),
    )
    const otherUsersNames = (await otherUser.folders.list({})).data_filetag_list.map(({ name }) =>
      name.replace(/ \([0-9a-f]{8}\)$/, ''),
    )
    const kept = HOSTILE_NAMES.filter(({ input }) => !input.includes('\0')).map((name) => name.stored)
    expect(otherUsersNames.toSorted()).toEqual(kept.toSorted())
  })
})
