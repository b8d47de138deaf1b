import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { HOSTILE_NAMES } from '#test/fixtures/hostileNames.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'

describe('titles of recordings', () => {
  it('are stored and downloaded without characters that hide or reorder text', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    for (const { input, stored } of HOSTILE_NAMES) {
      const { data_file } = await files.change({ params: { id }, body: { filename: input } })
      expect(data_file.filename).toBe(stored)
      const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
      const disposition = (await fetch(temp_url)).headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.!~%-]+$/)
      expect(decodeURIComponent(disposition)).not.toMatch(/[\p{Cc}/\\\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
    }
    const { data } = await files.page({ query: {} })
    expect(data.files.map(({ filename }) => filename)).toEqual([HOSTILE_NAMES.at(-1)?.stored])
  })

  it('names the downloaded file as the recording, also in other scripts', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ name: 'Über uns: 録音 №1', seconds: 2 })
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    const disposition = (await fetch(temp_url, { method: 'HEAD' })).headers.get('content-disposition') ?? ''
    const [, name = ''] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? []
    expect(decodeURIComponent(name)).toBe('Über uns: 録音 №1.wav')
    expect(disposition).toMatch(/^attachment; filename="_ber uns: __ _1\.wav"/)
  })

  it.each([
    ['of only control characters', '\u202e\u0000 ', 'A recording needs a title.'],
    ['of only invisible characters', '\u200b\u200d', 'A recording needs a title.'],
    ['of 300 characters', 'x'.repeat(300), 'A title has 255 characters at most.'],
  ])('refuses a title %s', async (_, filename, message) => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    expect(await expectRefusal(files.change({ params: { id }, body: { filename } }))).toMatchObject({ httpStatus: 422, message })
  })

  it('cleans existing titles in the migration', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    const sql = await readFile(new URL('./migrations/0022-files.sql', import.meta.url), 'utf8')
    const names = [...HOSTILE_NAMES, { input: '\u200b ', stored: 'Recording' }].filter(({ input }) => !input.includes('\0'))
    for (const { input, stored } of names) {
      await executeSql(w.ctx.db, 'update file set filename = $1', [input])
      await executeSql(w.ctx.db, sql)
      const [file] = (await files.list({ query: {}, body: [id] })).data_file_list
      expect(file?.filename).toBe(stored)
    }
  })
})
