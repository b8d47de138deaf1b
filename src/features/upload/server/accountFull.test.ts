import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { accountFull } from '#features/files/contract.ts'
import { KiB, MiB } from '#kit/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { begunUpload } from '#test/world/begunUpload.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import type { User } from '#test/world/user.ts'
import { type World, world } from '#test/world/world.ts'

const ONE_MB = { settings: { STORAGE_LIMIT_MB: '1' } }
const presign = (user: User, filesize: number) => user.upload.presign({ body: { filesize, file_type: 'MP3' } })
const soundOf = async (user: User) => (await user.files.stat({ query: {} })).data_stat.storage.sound_bytes

async function sendForm(w: World, user: User, bytes: Uint8Array): Promise<{ status: number; msg: string }> {
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
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const { data } = await presign(anna, MiB)
    expect(await soundOf(anna)).toBe(MiB)
    expect(await refusalOf(presign(anna, 1))).toMatchObject({
      httpStatus: 200,
      status: accountFull.status,
      message: accountFull.says,
    })
    await anna.upload.abandon({ params: { upload_id: data.upload_id } })
    expect(await refusalOf(presign(anna, MiB + 1))).toMatchObject({ status: accountFull.status })
    await presign(anna, MiB)
  })

  it('finishes an upload that has begun, and replaces the announced size with the actual one', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const bytes = tone(12)
    const begun = await begunUpload(anna, bytes)
    await presign(anna, MiB - bytes.length)
    await begun.merge()
    expect((await begun.confirm()).data_file.filesize).toBe(bytes.length)
    expect(await soundOf(anna)).toBe(MiB)
  })

  it('accepts one of several concurrent uploads when there is space for one', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => presign(anna, 600 * KiB)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await soundOf(anna)).toBe(600 * KiB)
  })

  it('refuses a form in the same way', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    const { data } = await presign(anna, MiB)
    expect(await sendForm(w, anna, tone(2))).toMatchObject({ status: accountFull.status, msg: accountFull.says })
    await anna.upload.abandon({ params: { upload_id: data.upload_id } })
    expect(await sendForm(w, anna, tone(2))).toMatchObject({ status: 0 })
  })

  it('counts each account separately', async () => {
    await using w = await world(ONE_MB)
    await presign(await w.as('anna'), MiB)
    const ben = await w.as('ben')
    await presign(ben, MiB)
    expect(await soundOf(ben)).toBe(MiB)
  })

  it('counts uploads that existed before the limits once', async () => {
    await using w = await world(ONE_MB)
    const anna = await w.as()
    await presign(anna, 1000)
    await w.file({ seconds: 2 })
    const sql = await readFile(new URL('./migrations/0030-storage.sql', import.meta.url), 'utf8')
    await executeSql(w.ground.db, `delete from storage_use; ${sql.slice(sql.indexOf('-- What was there before'))}`)
    expect(await soundOf(anna)).toBe(1000)
  })
})
