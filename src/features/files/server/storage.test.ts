import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { KiB, MiB } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { seedRecordings } from '#test/server/library.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import type { User } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { accountFull } from '../contract.ts'
import { deleteTranscribedAudio } from './trash.ts'

const storageOf = async (user: User) => (await user.files.stat({ query: {} })).data_stat.storage

/** Returns text of this many bytes that compresses to about half. */
const textOf = (bytes: number): string => randomBytes(bytes / 2).toString('hex')

/** Adds up the storage of a user from the tables. */
async function sumTables(w: TestServer, userId: string) {
  const sum = async (text: string) => Number((await executeSql<{ n: number }>(w.ctx.db, text, [userId])).rows[0]?.n ?? 0)
  const sound = [
    `select coalesce(sum(bytes), 0) as n from file where user_id = $1 and sound_deleted_at is null`,
    `select coalesce(sum(bytes), 0) as n from upload where user_id = $1 and state <> 'confirmed'`,
    `select coalesce(sum(bytes), 0) as n from recording where user_id = $1 and state = 'open'`,
  ]
  const text = [
    `select coalesce(sum(octet_length(extra_data::text)), 0) as n from file where user_id = $1 and extra_data <> '{}'`,
    `select coalesce(sum(octet_length(body)), 0) as n from file_result where user_id = $1 and kind <> 'peaks'`,
    `select coalesce(sum(octet_length(result::text)), 0) as n from note where user_id = $1`,
    `select coalesce(sum(octet_length(result::text)), 0) as n from note_version where user_id = $1`,
  ]
  const total = async (parts: string[]) => (await Promise.all(parts.map(sum))).reduce((a, b) => a + b, 0)
  return { sound_bytes: await total(sound), text_bytes: await total(text) }
}

describe('storage of an account', () => {
  it('is zero at first, and unlimited unless the operator sets a limit', async () => {
    await using w = await testServer()
    expect(await storageOf(await w.user())).toEqual({ sound_bytes: 0, text_bytes: 0, limit_bytes: null })
  })

  it('counts audio and text, including the trash, and is zero after deletion', async () => {
    await using w = await testServer({ settings: { STORAGE_LIMIT_MB: '5' } })
    const user = await w.user()
    const { id, filesize } = await w.uploadFile()
    expect(await storageOf(user)).toEqual({ sound_bytes: filesize, text_bytes: 0, limit_bytes: 5 * MiB })
    await user.generate.transsumm({ params: { id }, body: {} })
    await w.waitForJobs()
    const storage = await storageOf(user)
    expect(storage.text_bytes).toBeGreaterThan(100)
    await user.files.trash({ body: [id] })
    expect(await storageOf(user)).toEqual(storage)
    await deleteTranscribedAudio(w.ctx, user.id, async (_step, ids) => ids)
    expect(await storageOf(user)).toMatchObject({ sound_bytes: 0, text_bytes: storage.text_bytes })
    await user.files.remove({ query: {}, body: [id] })
    expect(await storageOf(user)).toMatchObject({ sound_bytes: 0, text_bytes: 0 })
  })

  it('equals the sum of the tables after all operations, and is separate for each account', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { upload } = await createFullAccount(w, 'anna')
    const ids = await seedRecordings(w, user, 3, { transcript: [], summary: 'A summary.' })
    for (const extra of [{ a: 'first' }, { b: 'second' }, { a: '' }])
      await user.files.change({ params: { id: ids[0]! }, body: { extra_data: extra, ai_content: JSON.stringify(extra) } })
    await user.files.remove({ query: {}, body: [ids[1]!] })
    await user.upload.abandon({ params: { upload_id: upload.upload_id } })
    const { sound_bytes, text_bytes } = await storageOf(user)
    expect({ sound_bytes, text_bytes }).toEqual(await sumTables(w, user.id))
    expect(sound_bytes).toBeGreaterThan(0)
    expect(await storageOf(otherUser)).toMatchObject({ sound_bytes: 0, text_bytes: 0 })
  })

  it('is counted by the migration for existing accounts', async () => {
    await using w = await testServer()
    const user = await w.user()
    await w.uploadFile()
    // The waveform counts, too.
    await w.waitForJobs()
    const [id = ''] = await seedRecordings(w, user, 1, { transcript: [], summary: 'A summary.' })
    await user.files.change({ params: { id }, body: { extra_data: { a: 'first' } } })
    const storage = await storageOf(user)
    const sql = await readFile(new URL('./migrations/0029-storage.sql', import.meta.url), 'utf8')
    const counting = sql.slice(sql.indexOf('-- What was there before'))
    await executeSql(w.ctx.db, `delete from storage_use; ${counting}`)
    expect(await storageOf(user)).toEqual(storage)
  })
})

describe('account at its storage limit', () => {
  const FULL = { settings: { STORAGE_LIMIT_MB: '1' } }

  it('can write up to the last byte; a refused write changes nothing', async () => {
    await using w = await testServer(FULL)
    const user = await w.user()
    const [id = '', other = ''] = await seedRecordings(w, user, 2, { duration: 3_600_000 })
    await user.files.change({ params: { id }, body: { ai_content: textOf(400 * KiB) } })
    const { text_bytes } = await storageOf(user)
    await user.upload.presign({ body: { filesize: MiB - text_bytes, file_type: 'MP3' } })
    const body = { filename: 'Renamed', extra_data: { a: 1 } }
    const refusal = await expectRefusal(user.files.change({ params: { id: other }, body }))
    expect(refusal).toMatchObject({ httpStatus: 200, status: accountFull.status, message: accountFull.message })
    const [unchanged] = (await user.files.list({ query: {}, body: [other] })).data_file_list
    expect(unchanged).toMatchObject({ extra_data: {} })
    expect(unchanged?.filename).not.toBe('Renamed')
  })

  it('can still rename, shorten a text, and write again after deleting something', async () => {
    await using w = await testServer(FULL)
    const user = await w.user()
    const [a = '', b = ''] = await seedRecordings(w, user, 2, { duration: 3_600_000 })
    await user.files.change({ params: { id: a }, body: { ai_content: textOf(400 * KiB) } })
    const { text_bytes } = await storageOf(user)
    await user.upload.presign({ body: { filesize: MiB - text_bytes, file_type: 'MP3' } })
    expect((await user.files.change({ params: { id: b }, body: { filename: 'Renamed' } })).data_file.filename).toBe('Renamed')
    await user.files.change({ params: { id: a }, body: { ai_content: 'short' } })
    await user.files.change({ params: { id: b }, body: { extra_data: { a: 1 } } })
    expect((await storageOf(user)).text_bytes).toBeLessThan(text_bytes)
  })

  it('still has its audio transcribed and summarized: generated text is counted, never refused', async () => {
    await using w = await testServer(FULL)
    const user = await w.user()
    const { id } = await w.uploadFile()
    const { sound_bytes } = await storageOf(user)
    await user.upload.presign({ body: { filesize: MiB - sound_bytes, file_type: 'MP3' } })
    await user.generate.transsumm({ params: { id }, body: {} })
    await w.waitForJobs()
    const [file] = (await user.files.list({ query: {}, body: [id] })).data_file_list
    expect(file).toMatchObject({ is_trans: true, is_summary: true })
    const storage = await storageOf(user)
    expect(storage.sound_bytes + storage.text_bytes).toBeGreaterThan(MiB)
  })

  it('accepts one of two concurrent writes when only one fits', async () => {
    await using w = await testServer(FULL)
    const user = await w.user()
    const ids = await seedRecordings(w, user, 4, { duration: 3_600_000 })
    // It is stored with the recording and twice in its note.
    const ai_content = textOf(150 * KiB)
    const { length } = await Promise.all(
      ids.map((id) => user.files.change({ params: { id }, body: { ai_content } }).catch(() => null)),
    ).then((replies) => replies.filter((reply) => reply !== null))
    const storage = (await storageOf(user)).text_bytes
    expect(storage).toBeLessThanOrEqual(MiB)
    expect(length).toBe(Math.floor(MiB / (storage / length)))
  })
})
