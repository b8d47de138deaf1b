import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'

describe('list of recordings (B§3, B§7)', () => {
  it('returns the whole library without a query, newest first', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const first = await w.uploadFile({ name: 'First' })
    w.clock.advance(60_000)
    const second = await w.uploadFile({ name: 'Second' })
    const { data_file_list, data_file_total } = await files.simple({ query: {} })
    expect(data_file_list.map((file) => file.id)).toEqual([second.id, first.id])
    expect(data_file_total).toBe(2)
  })

  it('returns times in unix seconds and the duration in milliseconds', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    await w.uploadFile({ seconds: 12 })
    const [row] = (await files.simple({ query: {} })).data_file_list
    const now = Math.floor(w.clock.now().getTime() / 1000)
    expect(row).toMatchObject({
      start_time: now,
      edit_time: now,
      end_time: now + 12,
      duration: 12_000,
      scene: 101,
      is_trash: false,
    })
  })

  it('pages, sorts by edit_time, and returns the total count', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const created = []
    for (const name of ['a', 'b', 'c']) {
      created.push(await w.uploadFile({ name, seconds: 2 }))
      w.clock.advance(1000)
    }
    await files.change({ params: { id: created[0]!.id }, body: { filename: 'a again' } })
    const recent = await files.simple({ query: { limit: 2, sort_by: 'edit_time', is_desc: true, is_trash: 0 } })
    expect(recent.data_file_list.map((file) => file.filename)).toEqual(['a again', 'c'])
    expect(recent.data_file_total).toBe(3)
    expect(
      (await files.simple({ query: { skip: 2, limit: 2, is_desc: false } })).data_file_list.map((file) => file.filename),
    ).toEqual(['c'])
  })

  it('filters the trash: 0 excludes it, 1 returns only trash, 2 returns all', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const [activeFile, trashedFile] = [await w.uploadFile({ seconds: 2 }), await w.uploadFile({ seconds: 2 })]
    await files.trash({ body: [trashedFile.id] })
    const ids = async (is_trash: number) =>
      (await files.simple({ query: { is_trash } })).data_file_list.map((file) => file.id).sort()
    expect(await ids(0)).toEqual([activeFile.id])
    expect(await ids(1)).toEqual([trashedFile.id])
    expect(await ids(2)).toEqual([activeFile.id, trashedFile.id].sort())
    await files.untrash({ body: [trashedFile.id] })
    expect(await ids(1)).toEqual([])
  })

  it.each(['limit=-1', 'skip=x', 'is_trash=3', 'limit=1000000'])('refuses %s', async (query) => {
    await using w = await testServer()
    const { token } = await w.user()
    const response = await fetch(`${w.url}/api/file/simple/web?${query}`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(422)
  })
})

describe('a recording', () => {
  it('returns transcript and summary, null and empty while there are none', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const file = await w.uploadFile()
    const { data_file_list, data_file_total } = await files.list({ query: { support_mul_summ: 'true' }, body: [file.id] })
    expect(data_file_total).toBe(1)
    expect(data_file_list[0]).toMatchObject({
      id: file.id,
      trans_result: null,
      ai_content: '',
      outline_result: null,
      extra_data: {},
    })
  })

  it('renames, and removes deceptive characters from the name', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile()
    const { data_file } = await files.change({ params: { id }, body: { filename: '  in\u202evoice\u0000 \n' } })
    expect(data_file.filename).toBe('invoice')
    expect(await expectRefusal(files.change({ params: { id }, body: { filename: ' \u0007 ' } }))).toMatchObject({
      httpStatus: 422,
      message: 'A recording needs a title.',
    })
    expect(await expectRefusal(files.change({ params: { id }, body: { filename: 'x'.repeat(10_240) } }))).toMatchObject({
      httpStatus: 422,
      message: 'A title has 255 characters at most.',
    })
  })

  it('saves results that a client writes back, and keeps fields it does not name (B§4)', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile()
    const segment = { id: '1', start_time: 0, end_time: 900, content: 'Hello.', speaker: 'Lena', original_speaker: 'Speaker 1' }
    await files.change({ params: { id }, body: { trans_result: [segment], extra_data: { tranConfig: { language: 'en' } } } })
    const { data_file } = await files.change({
      params: { id },
      body: { ai_content: '# In short\n\nThe roof holds.', extra_data: { theirs: 1 } },
    })
    expect(data_file).toMatchObject({ trans_result: [segment], is_trans: true, is_summary: true })
    expect(data_file).toMatchObject({ ai_content: '# In short\n\nThe roof holds.', summary_line: 'The roof holds.' })
    expect(data_file.extra_data).toEqual({ tranConfig: { language: 'en' }, theirs: 1, transcript_version: 1 })
  })

  it('accepts results of other programs without ids and with null fields', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile()
    const sent = {
      start_time: 0.4,
      end_time: 900.5,
      content: 'Hello.',
      speaker: null,
      original_speaker: 'Speaker 1',
      embeddingKey: null,
    }
    const body = { trans_result: [sent], ai_content: null, outline_result: null, filename: null }
    const { data_file } = await files.change({ params: { id }, body })
    expect(data_file.trans_result).toEqual([
      { id: '1', start_time: 0, end_time: 901, content: 'Hello.', speaker: '', original_speaker: 'Speaker 1' },
    ])
    expect(data_file).toMatchObject({ filename: 'A recording', ai_content: '', outline_result: null, is_summary: false })
  })

  it('returns a signed link that needs no token and serves ranges', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ name: 'Stand-up "daily"', seconds: 2 })
    const { temp_url, temp_url_opus, temp_type } = await files.tempUrl({ params: { id }, query: {} })
    expect(temp_url_opus).toBeNull()
    const full = await fetch(temp_url)
    expect(full.headers.get('content-type')).toBe(temp_type)
    const bytes = new Uint8Array(await full.arrayBuffer())
    expect(full.headers.get('accept-ranges')).toBe('bytes')
    const part = await fetch(temp_url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20))
  })

  it('measures the waveform after creation', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile({ seconds: 3 })
    await w.waitForJobs()
    const { peaks } = (await files.peaks({ params: { id } })).data
    const points = Buffer.from(peaks ?? '', 'base64')
    expect(points).toHaveLength(4000)
    expect(Math.max(...points)).toBeGreaterThan(0)
  })

  it('is deleted permanently with its audio and all results', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile()
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    await w.waitForJobs()
    await files.remove({ query: {}, body: [id] })
    await w.waitForJobs()
    expect(await expectRefusal(files.list({ query: {}, body: [id] }))).toMatchObject({ httpStatus: 404 })
    expect((await fetch(temp_url)).status).toBe(404)
  })

  it('refuses folders of another user and unknown folders', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const { id } = await w.uploadFile({ user: 'anna' })
    const otherUsersFile = (await otherUser.folders.create({ body: { name: 'His' } })).data_filetag.id
    const ownFolder = (await user.folders.create({ body: { name: 'Hers' } })).data_filetag.id
    for (const filetag_id_list of [[otherUsersFile], [ownFolder, otherUsersFile], ['no folder']]) {
      const refusal = await expectRefusal(user.files.change({ params: { id }, body: { filename: 'moved', filetag_id_list } }))
      expect(refusal).toMatchObject({ httpStatus: 404 })
    }
    const { data_file } = await user.files.change({ params: { id }, body: { filetag_id_list: [ownFolder] } })
    expect(data_file).toMatchObject({ filename: 'A recording', filetag_id_list: [ownFolder] })
  })

  it('accepts more ids than a statement takes parameters', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const body = Array.from({ length: 70_000 }, (_, n) => n.toString(16).padStart(32, '0'))
    expect(await expectRefusal(files.trash({ body }))).toMatchObject({ httpStatus: 404 })
  })

  it('stores any text it can represent, and returns 422 for text it cannot', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const { id } = await w.uploadFile()
    const change = (body: object) => files.change({ params: { id }, body })
    const { data_file } = await change({ filename: 'half \ud83d', extra_data: { cut: 'half \ud83d', code: '\\u0000' } })
    expect(data_file.filename).toBe('half \ufffd')
    expect(data_file.extra_data).toEqual({ cut: 'half \ufffd', code: '\\u0000' })
    expect(await expectRefusal(change({ extra_data: { nul: '\u0000' } }))).toMatchObject({ httpStatus: 422 })
    const token = (await w.user()).token
    const deep = `{"extra_data":{"deep":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${w.url}/api/file/${id}`, { method: 'PATCH', headers, body: deep })
    expect(response.status).toBe(422)
  })

  it('returns 404 to a second account for every call with its id', async () => {
    await using w = await testServer()
    const otherUser = await w.user('ben')
    const { id } = await w.uploadFile({ user: 'anna' })
    const ownFile = await w.uploadFile({ user: 'ben' })
    const params = { id }
    const calls = [
      otherUser.files.change({ params, body: { filename: 'mine' } }),
      otherUser.files.tempUrl({ params, query: {} }),
      otherUser.files.peaks({ params }),
      otherUser.files.trash({ body: [ownFile.id, id] }),
      otherUser.files.untrash({ body: [id] }),
      otherUser.files.remove({ query: {}, body: [ownFile.id, id] }),
    ]
    for (const refusal of await Promise.all(calls.map(expectRefusal))) expect(refusal).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(otherUser.files.list({ query: {}, body: [id] }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(otherUser.files.list({ query: {}, body: [ownFile.id, id] }))).toMatchObject({ httpStatus: 404 })
    const [otherUsersFile] = (await otherUser.files.simple({ query: {} })).data_file_list
    expect(otherUsersFile).toMatchObject({ id: ownFile.id, is_trash: false })
  })
})
