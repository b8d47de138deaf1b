import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { giveTier } from '#test/world/giveTier.ts'
import { quietMp3, tone } from '#test/world/tone.ts'
import { type World, world } from '#test/world/world.ts'
import { sumUnfinished } from './store.ts'

type Answer = { status: number; msg: string; data_file?: Record<string, unknown>; temp_file_id?: string }

async function sendForm(
  w: World,
  form: FormData | string,
  { name = 'anna', type = '' } = {},
): Promise<Answer & { code: number }> {
  const { token } = await w.as(name)
  const headers = { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) }
  const answer = await fetch(`${w.url}/api/file/upload`, { method: 'POST', headers, body: form })
  return { code: answer.status, ...((await answer.json()) as Answer) }
}

function formOf(bytes: Uint8Array, fields: Record<string, string | string[]> = {}, filename = 'Interview.wav'): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes.slice()]), filename)
  for (const [field, said] of Object.entries(fields)) for (const one of [said].flat()) form.append(field, one)
  return form
}

/** Returns the number of recordings of the account, of its unfinished uploads, and of files left on the disk. */
async function leftOf(w: World) {
  const { files, id } = await w.as()
  const { data_file_total } = await files.simple({ query: {} })
  const { uploads } = await sumUnfinished(w.ground, id)
  const lying = (folder: string) => readdir(join(w.config.dataDir, 'blobs', folder), { recursive: true, withFileTypes: true })
  const found = await Promise.all(['objects', 'tmp'].map((folder) => lying(folder).catch(() => [])))
  return { files: data_file_total, unfinished: uploads, bytes: found.flat().filter((entry) => entry.isFile()).length }
}
const NOTHING = { files: 0, unfinished: 0, bytes: 0 }

describe('POST /file/upload, the older upload as one form (B§7)', () => {
  it('creates a recording from one form', async () => {
    await using w = await world()
    const { folders } = await w.as()
    const { data_filetag } = await folders.create({ body: { name: 'Work' } })
    const answer = await sendForm(
      w,
      formOf(tone(2), {
        scene: '102',
        start_time: '1700000000',
        timezone: '2',
        filetag_id_list: JSON.stringify([data_filetag.id]),
      }),
    )
    expect(answer).toMatchObject({ code: 200, status: 0, msg: 'success' })
    expect(answer.temp_file_id).toBe(answer.data_file?.['id'])
    expect(answer.data_file).toMatchObject({
      filename: 'Interview',
      duration: 2000,
      scene: 102,
      start_time: 1_700_000_000,
      filetag_id_list: [data_filetag.id],
    })
    expect(await leftOf(w)).toEqual({ files: 1, unfinished: 0, bytes: 1 })
  })

  it('accepts fields before and after the file, and ignores invalid ones', async () => {
    await using w = await world()
    const form = new FormData()
    for (const [name, said] of [
      ['filename', 'Said before'],
      ['start_time', 'soon'],
      ['scene', '{}'],
      ['source_md5', 'x'],
      ['more', '1'],
    ])
      form.append(name!, said!)
    form.append('anything', new Blob([tone(2).slice()]), 'x.wav')
    form.append('filetag_id_list', 'nobody')
    const { data_file } = await sendForm(w, form)
    expect(data_file).toMatchObject({ filename: 'Said before', scene: 101, filetag_id_list: [] })
  })

  it.each([
    ['a web page', Buffer.from('<html>'.repeat(500)), -3],
    ['half a second', tone(0.5), -7],
    ['six hours', quietMp3(6 * 3600), -1],
    ['nothing', new Uint8Array(0), -3],
  ])('refuses %s and keeps nothing of it', async (_, bytes, status) => {
    await using w = await world()
    expect(await sendForm(w, formOf(bytes))).toMatchObject({ code: 200, status })
    expect(await leftOf(w)).toEqual(NOTHING)
  })

  it('refuses more than the limit with -4, with and without an announced length', async () => {
    await using w = await world({ settings: { UPLOAD_LIMIT_MB: '1' } })
    expect(await sendForm(w, formOf(tone(100)))).toMatchObject({ code: 200, status: -4 })
    const { token } = await w.as()
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
    async function* endless() {
      yield Buffer.from(head)
      for (let n = 0; n < 4; n++) yield Buffer.alloc(1024 * 1024, 1)
      yield Buffer.from('\r\n--x--\r\n')
    }
    const answer = await fetch(`${w.url}/api/file/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: endless(),
      duplex: 'half',
    } as unknown as RequestInit)
    expect(await answer.json()).toMatchObject({ status: -4 })
    expect(await leftOf(w)).toEqual(NOTHING)
  })

  it('refuses with -507 when the disk is full, and with -13 without a membership', async () => {
    const disk = { free: 500e9, total: 1e12 }
    await using w = await world({ disk: () => disk })
    const { id } = await w.as()
    disk.free = 0.9e9
    expect(await sendForm(w, formOf(tone(2)))).toMatchObject({ status: -507 })
    disk.free = 500e9
    await giveTier(w, id, 'none')
    expect(await sendForm(w, formOf(tone(2)))).toMatchObject({ status: -13 })
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
    await using w = await world()
    expect((await sendForm(w, body, { type })).code).toBe(code)
    expect(await leftOf(w)).toEqual(NOTHING)
  })

  it.each([0, 25])('keeps nothing of a form that was aborted after %i MB, nor of a form with two files', async (at) => {
    await using w = await world()
    const { token } = await w.as()
    const cut = new AbortController()
    async function* slowly() {
      yield Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n')
      for (let n = 0; n < 30; n++) {
        yield Buffer.alloc(1024 * 1024, 1)
        if (n === at) cut.abort()
      }
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const init = {
      method: 'POST',
      headers,
      body: slowly(),
      duplex: 'half',
      signal: cut.signal,
    } as unknown as RequestInit
    await expect(fetch(`${w.url}/api/file/upload`, init)).rejects.toThrow()
    const two = formOf(tone(2))
    two.append('second', new Blob([tone(2).slice()]), 'b.wav')
    expect((await sendForm(w, two)).code).toBe(422)
    await expect.poll(() => leftOf(w)).toEqual(NOTHING)
  })

  it('returns 401 without a session', async () => {
    await using w = await world()
    const answer = await fetch(`${w.url}/api/file/upload`, { method: 'POST', body: formOf(tone(2)) })
    expect(answer.status).toBe(401)
  })

  it('accepts 60 requests a minute, then returns 429', async () => {
    await using w = await world({ settings: { UPLOAD_LIMIT_MB: '1' } })
    for (let n = 0; n < 60; n++) await sendForm(w, 'x', { type: 'text/plain' })
    expect((await sendForm(w, formOf(tone(2)))).code).toBe(429)
  })
})
