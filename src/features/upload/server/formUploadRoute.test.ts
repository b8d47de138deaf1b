import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { createSilentMp3, createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { sumUnfinished } from './store.ts'

type FormResponse = { status: number; msg: string; data_file?: Record<string, unknown>; temp_file_id?: string }

async function sendForm(
  w: TestServer,
  form: FormData | string,
  { name = 'anna', type = '' } = {},
): Promise<FormResponse & { code: number }> {
  const { token } = await w.user(name)
  const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
  const response = await fetch(`${w.url}/api/file/upload`, { method: 'POST', headers, body: form })
  return { code: response.status, ...((await response.json()) as FormResponse) }
}

function formOf(bytes: Uint8Array, fields: Record<string, string | string[]> = {}, filename = 'Interview.wav'): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes.slice()]), filename)
  for (const [field, value] of Object.entries(fields)) for (const part of [value].flat()) form.append(field, part)
  return form
}

/** Returns the number of recordings of the account, of its unfinished uploads, and of files left on the disk. */
async function storedItemsOf(w: TestServer) {
  const { files, id } = await w.user()
  const { data_file_total } = await files.simple({ query: {} })
  const { uploads } = await sumUnfinished(w.ctx, id)
  const listFolder = (folder: string) =>
    readdir(join(w.config.dataDir, 'blobs', folder), { recursive: true, withFileTypes: true })
  const entries = await Promise.all(['objects', 'tmp'].map((folder) => listFolder(folder).catch(() => [])))
  return { files: data_file_total, unfinished: uploads, bytes: entries.flat().filter((entry) => entry.isFile()).length }
}
const NOTHING = { files: 0, unfinished: 0, bytes: 0 }

describe('POST /file/upload, the older upload as one form (B§7)', () => {
  it('creates a recording from one form', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const { data_filetag } = await folders.create({ body: { name: 'Work' } })
    const response = await sendForm(
      w,
      formOf(createToneWav(2), {
        scene: '102',
        start_time: '1700000000',
        timezone: '2',
        filetag_id_list: JSON.stringify([data_filetag.id]),
      }),
    )
    expect(response).toMatchObject({ code: 200, status: 0, msg: 'success' })
    expect(response.temp_file_id).toBe(response.data_file?.['id'])
    expect(response.data_file).toMatchObject({
      filename: 'Interview',
      duration: 2000,
      scene: 102,
      start_time: 1_700_000_000,
      timezone: 2,
      filetag_id_list: [data_filetag.id],
    })
    expect(await storedItemsOf(w)).toEqual({ files: 1, unfinished: 0, bytes: 1 })
  })

  it('accepts fields before and after the file, and ignores invalid ones', async () => {
    await using w = await testServer()
    const form = new FormData()
    for (const [name, value] of [
      ['filename', 'Said before'],
      ['start_time', 'soon'],
      ['scene', '{}'],
      ['source_md5', 'x'],
      ['more', '1'],
    ])
      form.append(name!, value!)
    form.append('anything', new Blob([createToneWav(2).slice()]), 'x.wav')
    form.append('filetag_id_list', 'unknown')
    const { data_file } = await sendForm(w, form)
    expect(data_file).toMatchObject({ filename: 'Said before', scene: 101, filetag_id_list: [] })
  })

  it.each([
    ['a web page', Buffer.from('<html>'.repeat(500)), -3],
    ['half a second', createToneWav(0.5), -7],
    ['six hours', createSilentMp3(6 * 3600), -1],
    ['nothing', new Uint8Array(0), -3],
  ])('refuses %s and keeps nothing of it', async (_, bytes, status) => {
    await using w = await testServer()
    expect(await sendForm(w, formOf(bytes))).toMatchObject({ code: 200, status })
    expect(await storedItemsOf(w)).toEqual(NOTHING)
  })

  it('refuses more than the limit with -4, with and without an announced length', async () => {
    await using w = await testServer({ settings: { UPLOAD_LIMIT_MB: '1' } })
    expect(await sendForm(w, formOf(createToneWav(100)))).toMatchObject({ code: 200, status: -4 })
    const { token } = await w.user()
    const header = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
    async function* endlessForm() {
      yield Buffer.from(header)
      for (let n = 0; n < 4; n++) yield Buffer.alloc(1024 * 1024, 1)
      yield Buffer.from('\r\n--x--\r\n')
    }
    const response = await fetch(`${w.url}/api/file/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: endlessForm(),
      duplex: 'half',
    } as unknown as RequestInit)
    expect(await response.json()).toMatchObject({ status: -4 })
    expect(await storedItemsOf(w)).toEqual(NOTHING)
  })

  it('refuses with -507 when the disk is full, and with -13 without a membership', async () => {
    const disk = { free: 500e9, total: 1e12 }
    await using w = await testServer({ disk: () => disk })
    const { id } = await w.user()
    disk.free = 0.9e9
    expect(await sendForm(w, formOf(createToneWav(2)))).toMatchObject({ status: -507 })
    disk.free = 500e9
    await setMembershipTier(w, id, 'none')
    expect(await sendForm(w, formOf(createToneWav(2)))).toMatchObject({ status: -13 })
  })

  it.each([
    ['JSON', '{"file":"x"}', 'application/json', 422],
    [
      'a form without a file',
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      422,
    ],
    [
      'a form without an end',
      '--x\r\ncontent-disposition: form-data; name="f"; filename="a"\r\n\r\n1',
      'multipart/form-data; boundary=x',
      422,
    ],
    ['a form without a border', 'a', 'multipart/form-data', 422],
    [
      'a field called __proto__',
      '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
      422,
    ],
    ['text', 'a', 'text/plain', 422],
  ])('returns a 4xx for %s', async (_, body, type, code) => {
    await using w = await testServer()
    expect((await sendForm(w, body, { type })).code).toBe(code)
    expect(await storedItemsOf(w)).toEqual(NOTHING)
  })

  it.each([0, 25])('keeps nothing of a form that was aborted after %i MB, nor of a form with two files', async (abortAfter) => {
    await using w = await testServer()
    const { token } = await w.user()
    const abortController = new AbortController()
    async function* slowForm() {
      yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
      for (let n = 0; n < 30; n++) {
        yield Buffer.alloc(1024 * 1024, 1)
        if (n === abortAfter) abortController.abort()
      }
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const init = {
      method: 'POST',
      headers,
      body: slowForm(),
      duplex: 'half',
      signal: abortController.signal,
    } as unknown as RequestInit
    await expect(fetch(`${w.url}/api/file/upload`, init)).rejects.toThrow()
    const formOfTwo = formOf(createToneWav(2))
    formOfTwo.append('second', new Blob([createToneWav(2).slice()]), 'b.wav')
    expect((await sendForm(w, formOfTwo)).code).toBe(422)
    await expect.poll(() => storedItemsOf(w)).toEqual(NOTHING)
  })

  it('returns 401 without a session', async () => {
    await using w = await testServer()
    const response = await fetch(`${w.url}/api/file/upload`, { method: 'POST', body: formOf(createToneWav(2)) })
    expect(response.status).toBe(401)
  })

  it('accepts 60 requests a minute, then returns 429', async () => {
    await using w = await testServer({ settings: { UPLOAD_LIMIT_MB: '1' } })
    for (let n = 0; n < 60; n++) await sendForm(w, 'x', { type: 'text/plain' })
    expect((await sendForm(w, formOf(createToneWav(2)))).code).toBe(429)
  })
})
