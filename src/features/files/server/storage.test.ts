import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { KiB, MiB } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { fullAccount } from '#test/world/fullAccount.ts'
import { seedLibrary } from '#test/world/library.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import type { User } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'
import { accountFull } from '../contract.ts'
import { dropSounds } from './dropSounds.ts'

const storageOf = async (user: User) => (await user.files.stat({ query: {} })).data_stat.storage

/** Returns text of this many bytes that compresses to about half. */
const textOf = (bytes: number): string => randomBytes(bytes / 2).toString('hex')

/** Adds up the storage of a user from the tables. */
async function addedUp(w: World, userId: string) {
  const sum = async (text: string) => Number((await executeSql<{ n: number }>(w.ground.db, text, [userId])).rows[0]?.n ?? 0)
  const sound = [
    `select coalesce(sum(bytes), 0) as n from file where user_id = $1 and sound_deleted_at is null`,
    `select coalesce(sum(bytes), 0) as n from upload where user_id = $1 and state <> 'confirmed'`,
    `select coalesce(sum(bytes), 0) as n from recording where user_id = $1 and state = 'open'`,
  ]
  const text = [
    `select coalesce(sum(octet_length(extra_data::text)), 0) as n from file where user_id = $1 and extra_data <> '{}'`,
    `select coalesce(sum(octet_length(body)), 0) as n from file_result where user_id = $1 and kind <> 'peaks'`,
    `select coalesce(sum(octet_length(result::text)), 0) as n from summary where user_id = $1`,
  ]
  const total = async (parts: string[]) => (await Promise.all(parts.map(sum))).reduce((a, b) => a + b, 0)
  return { sound_bytes: await total(sound), text_bytes: await total(text) }
}

describe('storage of an account', () => {
  it('is zero at first, and unlimited unless the operator sets a limit', async () => {
    await using w = await world()
    expect(await storageOf(await w.as())).toEqual({ sound_bytes: 0, text_bytes: 0, limit_bytes: null })
  })

  it('counts audio and text, including the trash, and is zero after deletion', async () => {
    await using w = await world({ settings: { STORAGE_LIMIT_MB: '5' } })
    const anna = await w.as()
    const { id, filesize } = await w.file()
    expect(await storageOf(anna)).toEqual({ sound_bytes: filesize, text_bytes: 0, limit_bytes: 5 * MiB })
    await anna.generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    const held = await storageOf(anna)
    expect(held.text_bytes).toBeGreaterThan(100)
    await anna.files.trash({ body: [id] })
    expect(await storageOf(anna)).toEqual(held)
    await dropSounds(w.ground, anna.id, async (_step, ids) => ids)
    expect(await storageOf(anna)).toMatchObject({ sound_bytes: 0, text_bytes: held.text_bytes })
    await anna.files.remove({ query: {}, body: [id] })
    expect(await storageOf(anna)).toMatchObject({ sound_bytes: 0, text_bytes: 0 })
  })

  it('equals the sum of the tables after all operations, and is separate for each account', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const { upload } = await fullAccount(w, 'anna')
    const ids = await seedLibrary(w, anna, 3, { transcript: [], summary: 'A summary.' })
    for (const extra of [{ a: 'first' }, { b: 'second' }, { a: '' }])
      await anna.files.change({ params: { id: ids[0]! }, body: { extra_data: extra, ai_content: JSON.stringify(extra) } })
    await anna.files.remove({ query: {}, body: [ids[1]!] })
    await anna.upload.abandon({ params: { upload_id: upload.upload_id } })
    const { sound_bytes, text_bytes } = await storageOf(anna)
    expect({ sound_bytes, text_bytes }).toEqual(await addedUp(w, anna.id))
    expect(sound_bytes).toBeGreaterThan(0)
    expect(await storageOf(ben)).toMatchObject({ sound_bytes: 0, text_bytes: 0 })
  })

  it('is counted by the migration for existing accounts', async () => {
    await using w = await world()
    const anna = await w.as()
    await w.file()
    const [id = ''] = await seedLibrary(w, anna, 1, { transcript: [], summary: 'A summary.' })
    await anna.files.change({ params: { id }, body: { extra_data: { a: 'first' } } })
    const held = await storageOf(anna)
    const sql = await readFile(new URL('./migrations/0029-storage.sql', import.meta.url), 'utf8')
    const counting = sql.slice(sql.indexOf('-- What was there before'))
    await executeSql(w.ground.db, `delete from storage_use; ${counting}`)
    expect(await storageOf(anna)).toEqual(held)
  })
})

describe('account at its storage limit', () => {
  const FULL = { settings: { STORAGE_LIMIT_MB: '1' } }

  it('can write up to the last byte; a refused write changes nothing', async () => {
    await using w = await world(FULL)
    const anna = await w.as()
    const [id = '', other = ''] = await seedLibrary(w, anna, 2, { duration: 3_600_000 })
    await anna.files.change({ params: { id }, body: { ai_content: textOf(400 * KiB) } })
    const { text_bytes } = await storageOf(anna)
    await anna.upload.presign({ body: { filesize: MiB - text_bytes, file_type: 'MP3' } })
    const body = { filename: 'Renamed', extra_data: { a: 1 } }
    const refusal = await refusalOf(anna.files.change({ params: { id: other }, body }))
    expect(refusal).toMatchObject({ httpStatus: 200, status: accountFull.status, message: accountFull.says })
    const [kept] = (await anna.files.list({ query: {}, body: [other] })).data_file_list
    expect(kept).toMatchObject({ extra_data: {} })
    expect(kept?.filename).not.toBe('Renamed')
  })

  it('can still rename, shorten a text, and write again after deleting something', async () => {
    await using w = await world(FULL)
    const anna = await w.as()
    const [a = '', b = ''] = await seedLibrary(w, anna, 2, { duration: 3_600_000 })
    await anna.files.change({ params: { id: a }, body: { ai_content: textOf(400 * KiB) } })
    const { text_bytes } = await storageOf(anna)
    await anna.upload.presign({ body: { filesize: MiB - text_bytes, file_type: 'MP3' } })
    expect((await anna.files.change({ params: { id: b }, body: { filename: 'Renamed' } })).data_file.filename).toBe('Renamed')
    await anna.files.change({ params: { id: a }, body: { ai_content: 'short' } })
    await anna.files.change({ params: { id: b }, body: { extra_data: { a: 1 } } })
    expect((await storageOf(anna)).text_bytes).toBeLessThan(text_bytes)
  })

  it('still has its audio transcribed and summarized: generated text is counted, never refused', async () => {
    await using w = await world(FULL)
    const anna = await w.as()
    const { id } = await w.file()
    const { sound_bytes } = await storageOf(anna)
    await anna.upload.presign({ body: { filesize: MiB - sound_bytes, file_type: 'MP3' } })
    await anna.generate.transsumm({ params: { id }, body: {} })
    await w.settle()
    const [file] = (await anna.files.list({ query: {}, body: [id] })).data_file_list
    expect(file).toMatchObject({ is_trans: true, is_summary: true })
    const held = await storageOf(anna)
    expect(held.sound_bytes + held.text_bytes).toBeGreaterThan(MiB)
  })

  it('accepts one of two concurrent writes when only one fits', async () => {
    await using w = await world(FULL)
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 4, { duration: 3_600_000 })
    const ai_content = textOf(450 * KiB)
    const { length } = await Promise.all(
      ids.map((id) => anna.files.change({ params: { id }, body: { ai_content } }).catch(() => null)),
    ).then((answers) => answers.filter((answer) => answer !== null))
    const held = (await storageOf(anna)).text_bytes
    expect(held).toBeLessThanOrEqual(MiB)
    expect(length).toBe(Math.floor(MiB / (held / length)))
  })
})
