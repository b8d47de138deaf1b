import { describe, expect, it } from 'vitest'
import { refusalOf } from '#test/world/refusalOf.ts'
import { world } from '#test/world/world.ts'

describe('list of recordings (B§3, B§7)', () => {
  it('returns the whole library without a query, newest first', async () => {
    await using w = await world()
    const { files } = await w.as()
    const first = await w.file({ name: 'First' })
    w.clock.pass(60_000)
    const second = await w.file({ name: 'Second' })
    const { data_file_list, data_file_total } = await files.simple({ query: {} })
    expect(data_file_list.map((file) => file.id)).toEqual([second.id, first.id])
    expect(data_file_total).toBe(2)
  })

  it('returns times in unix seconds and the duration in milliseconds', async () => {
    await using w = await world()
    const { files } = await w.as()
    await w.file({ seconds: 12 })
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
    await using w = await world()
    const { files } = await w.as()
    const made = []
    for (const name of ['a', 'b', 'c']) {
      made.push(await w.file({ name, seconds: 2 }))
      w.clock.pass(1000)
    }
    await files.change({ params: { id: made[0]!.id }, body: { filename: 'a again' } })
    const recent = await files.simple({ query: { limit: 2, sort_by: 'edit_time', is_desc: true, is_trash: 0 } })
    expect(recent.data_file_list.map((file) => file.filename)).toEqual(['a again', 'c'])
    expect(recent.data_file_total).toBe(3)
    expect(
      (await files.simple({ query: { skip: 2, limit: 2, is_desc: false } })).data_file_list.map((file) => file.filename),
    ).toEqual(['c'])
  })

  it('filters the trash: 0 excludes it, 1 returns only trash, 2 returns all', async () => {
    await using w = await world()
    const { files } = await w.as()
    const [kept, dropped] = [await w.file({ seconds: 2 }), await w.file({ seconds: 2 })]
    await files.trash({ body: [dropped.id] })
    const ids = async (is_trash: number) =>
      (await files.simple({ query: { is_trash } })).data_file_list.map((file) => file.id).sort()
    expect(await ids(0)).toEqual([kept.id])
    expect(await ids(1)).toEqual([dropped.id])
    expect(await ids(2)).toEqual([kept.id, dropped.id].sort())
    await files.untrash({ body: [dropped.id] })
    expect(await ids(1)).toEqual([])
  })

  it.each(['limit=-1', 'skip=x', 'is_trash=3', 'limit=1000000'])('refuses %s', async (query) => {
    await using w = await world()
    const { token } = await w.as()
    const answer = await fetch(`${w.url}/api/file/simple/web?${query}`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(422)
  })
})

describe('a recording', () => {
  it('returns transcript and summary, null and empty while there are none', async () => {
    await using w = await world()
    const { files } = await w.as()
    const file = await w.file()
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
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file()
    const { data_file } = await files.change({ params: { id }, body: { filename: '  in\u202evoice\u0000 \n' } })
    expect(data_file.filename).toBe('invoice')
    expect(await refusalOf(files.change({ params: { id }, body: { filename: ' \u0007 ' } }))).toMatchObject({
      httpStatus: 422,
      message: 'A recording needs a title.',
    })
    expect(await refusalOf(files.change({ params: { id }, body: { filename: 'x'.repeat(10_240) } }))).toMatchObject({
      httpStatus: 422,
      message: 'A title has 255 characters at most.',
    })
  })

  it('saves results that a client writes back, and keeps fields it does not name (B§4)', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file()
    const segment = { id: '1', start_time: 0, end_time: 900, content: 'Hello.', speaker: 'Lena', original_speaker: 'Speaker 1' }
    await files.change({ params: { id }, body: { trans_result: [segment], extra_data: { tranConfig: { language: 'en' } } } })
    const { data_file } = await files.change({ params: { id }, body: { ai_content: '# In short', extra_data: { theirs: 1 } } })
    expect(data_file).toMatchObject({ trans_result: [segment], ai_content: '# In short', is_trans: true, is_summary: true })
    expect(data_file.extra_data).toEqual({ tranConfig: { language: 'en' }, theirs: 1 })
  })

  it('accepts results of other programs without ids and with null fields', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file()
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
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file({ name: 'Stand-up "daily"', seconds: 2 })
    const { temp_url, temp_url_opus } = await files.tempUrl({ params: { id }, query: {} })
    expect(temp_url_opus).toBeNull()
    const whole = await fetch(temp_url)
    const bytes = new Uint8Array(await whole.arrayBuffer())
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    const part = await fetch(temp_url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20))
  })

  it('measures the waveform after creation', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file({ seconds: 3 })
    await w.settle()
    const { peaks } = (await files.peaks({ params: { id } })).data
    const points = Buffer.from(peaks ?? '', 'base64')
    expect(points).toHaveLength(4000)
    expect(Math.max(...points)).toBeGreaterThan(0)
  })

  it('is deleted permanently with its audio and all results', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file()
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    await w.settle()
    await files.remove({ query: {}, body: [id] })
    await w.settle()
    expect(await refusalOf(files.list({ query: {}, body: [id] }))).toMatchObject({ httpStatus: 404 })
    expect((await fetch(temp_url)).status).toBe(404)
  })

  it('refuses folders of another user and unknown folders', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const { id } = await w.file({ as: 'anna' })
    const his = (await ben.folders.create({ body: { name: 'His' } })).data_filetag.id
    const hers = (await anna.folders.create({ body: { name: 'Hers' } })).data_filetag.id
    for (const filetag_id_list of [[his], [hers, his], ['no folder']]) {
      const refusal = await refusalOf(anna.files.change({ params: { id }, body: { filename: 'moved', filetag_id_list } }))
      expect(refusal).toMatchObject({ httpStatus: 404 })
    }
    const { data_file } = await anna.files.change({ params: { id }, body: { filetag_id_list: [hers] } })
    expect(data_file).toMatchObject({ filename: 'A recording', filetag_id_list: [hers] })
  })

  it('accepts more ids than a statement takes parameters', async () => {
    await using w = await world()
    const { files } = await w.as()
    const body = Array.from({ length: 70_000 }, (_, n) => n.toString(16).padStart(32, '0'))
    expect(await refusalOf(files.trash({ body }))).toMatchObject({ httpStatus: 404 })
  })

  it('stores any text it can represent, and returns 422 for text it cannot', async () => {
    await using w = await world()
    const { files } = await w.as()
    const { id } = await w.file()
    const change = (body: object) => files.change({ params: { id }, body })
    const { data_file } = await change({ filename: 'half \ud83d', extra_data: { cut: 'half \ud83d', code: '\\u0000' } })
    expect(data_file.filename).toBe('half \ufffd')
    expect(data_file.extra_data).toEqual({ cut: 'half \ufffd', code: '\\u0000' })
    expect(await refusalOf(change({ extra_data: { nul: '\u0000' } }))).toMatchObject({ httpStatus: 422 })
    const token = (await w.as()).token
    const deep = `{"extra_data":{"deep":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${w.url}/api/file/${id}`, { method: 'PATCH', headers, body: deep })
    expect(answer.status).toBe(422)
  })

  it('returns 404 to a second account for every call with its id', async () => {
    await using w = await world()
    const ben = await w.as('ben')
    const { id } = await w.file({ as: 'anna' })
    const mine = await w.file({ as: 'ben' })
    const params = { id }
    const calls = [
      ben.files.change({ params, body: { filename: 'mine' } }),
      ben.files.tempUrl({ params, query: {} }),
      ben.files.peaks({ params }),
      ben.files.trash({ body: [mine.id, id] }),
      ben.files.untrash({ body: [id] }),
      ben.files.remove({ query: {}, body: [mine.id, id] }),
    ]
    for (const refusal of await Promise.all(calls.map(refusalOf))) expect(refusal).toMatchObject({ httpStatus: 404 })
    expect(await refusalOf(ben.files.list({ query: {}, body: [id] }))).toMatchObject({ httpStatus: 404 })
    expect(await refusalOf(ben.files.list({ query: {}, body: [mine.id, id] }))).toMatchObject({ httpStatus: 404 })
    const [his] = (await ben.files.simple({ query: {} })).data_file_list
    expect(his).toMatchObject({ id: mine.id, is_trash: false })
  })
})
