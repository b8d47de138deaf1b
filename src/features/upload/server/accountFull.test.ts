import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { accountFull } from '#features/files/contract.ts'
import { KiB, MiB } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { startUpload } from '#test/server/startUpload.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import type { User } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

const STORAGE_OF_1_MB = { settings: { STORAGE_LIMIT_MB: '1' } }
const presign = (user: User, filesize: number) => user.upload.presign({ body: { filesize, file_type: 'MP3' } })
const audioBytesOf = async (user: User) => (await user.files.stat({ query: {} })).data_stat.storage.sound_bytes

async function sendForm(w: TestServer, user: User, bytes: Uint8Array): Promise<{ status: number; msg: string }> {
  const form = new FormData()
  form.append('file', new Blob([bytes.slice()]), 'Interview.wav')
  const headers = { authorization: `Bearer ${user.token}` }
  return (await fetch(`${w.url}/api/file/upload`, { method: 'POST', headers, body: form })).json() as Promise<{
    status: number
    msg: string
  }>
}

describe('an account with a storage limit', () => {
  it('accepts uploads up to the last byte, including announced ones, and refuses one byte more', async () => {
    await using w = await testServer(STORAGE_OF_1_MB)
    const user = await w.user()
    const { data } = await presign(user, MiB)
    expect(await audioBytesOf(user)).toBe(MiB)
    expect(await expectRefusal(presign(user, 1))).toMatchObject({
      httpStatus: 200,
      status: accountFull.status,
      message: accountFull.message,
    })
    await user.upload.abandon({ params: { upload_id: data.upload_id } })
    expect(await expectRefusal(presign(user, MiB + 1))).toMatchObject({ status: accountFull.status })
    await presign(user, MiB)
  })

  it('finishes an upload that has begun, and replaces the announced size with the actual one', async () => {
    await using w = await testServer(STORAGE_OF_1_MB)
    const user = await w.user()
    const bytes = createToneWav(12)
    const openUpload = await startUpload(user, bytes)
    await presign(user, MiB - bytes.length)
    await openUpload.merge()
    expect((await openUpload.confirm()).data_file.filesize).toBe(bytes.length)
    expect(await audioBytesOf(user)).toBe(MiB)
  })

  it('accepts one of several concurrent uploads when there is space for one', async () => {
    await using w = await testServer(STORAGE_OF_1_MB)
    const user = await w.user()
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => presign(user, 600 * KiB)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await audioBytesOf(user)).toBe(600 * KiB)
  })

  it('refuses a form in the same way', async () => {
    await using w = await testServer(STORAGE_OF_1_MB)
    const user = await w.user()
    const { data } = await presign(user, MiB)
    expect(await sendForm(w, user, createToneWav(2))).toMatchObject({ status: accountFull.status, msg: accountFull.message })
    await user.upload.abandon({ params: { upload_id: data.upload_id } })
    expect(await sendForm(w, user, createToneWav(2))).toMatchObject({ status: 0 })
  })

  it('counts each account separately', async () => {
    await using w = await testServer(STORAGE_OF_1_MB)
    await presign(await w.user('anna'), MiB)
    const otherUser = await w.user('ben')
    await presign(otherUser, MiB)
    expect(await audioBytesOf(otherUser)).toBe(MiB)
  })

  it('counts uploads that existed before the limits once', async () => {
    await using w = await testServer(STORAGE_OF_1_MB)
    const user = await w.user()
    await presign(user, 1000)
    await w.uploadFile({ seconds: 2 })
    const sql = await readFile(new URL('./migrations/0030-storage.sql', import.meta.url), 'utf8')
    await executeSql(w.ctx.db, `delete from storage_use; ${sql.slice(sql.indexOf('-- What was there before'))}`)
    expect(await audioBytesOf(user)).toBe(1000)
  })
})
