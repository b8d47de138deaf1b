import { describe, expect, it } from 'vitest'
import { seedLibrary } from '#test/world/library.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'

/** An id that does not exist. */
const NOBODYS = '0'.repeat(32)

describe('calls about recordings (B§7)', () => {
  it.each([undefined, 'nobody'])('return 401 for the token %j before anything is read', async (token) => {
    await using w = await world()
    const { files } = clientsOf(w.url, { token })
    const params = { id: NOBODYS }
    const calls = [
      files.simple({ query: { limit: -1 } }),
      files.list({ query: {}, body: [] }),
      files.change({ params, body: { filename: '' } }),
      files.tempUrl({ params, query: {} }),
      files.peaks({ params }),
      files.trash({ body: [] }),
      files.untrash({ body: [] }),
      files.remove({ query: {}, body: [] }),
    ]
    const detail = token ? 'token invalid or expired' : 'Not authenticated'
    for (const refusal of await Promise.all(calls.map(refusalOf))) {
      expect(refusal).toMatchObject({ httpStatus: 401, status: -401, body: { detail } })
    }
  })

  it.each(['trash/', 'untrash/', 'trash', ''])('refuse a body that is not a list of ids: file/%s', async (path) => {
    await using w = await world()
    const { token } = await w.as()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const method = path === '' ? 'DELETE' : 'POST'
    for (const body of ['[]', '{}', '[1]', '[null]', '[[]]', '"x"', '{"file_id_list":["x"]}', undefined]) {
      const answer = await fetch(`${w.url}/api/file/${path}`, { method, headers, ...(body !== undefined && { body }) })
      expect([body, answer.status]).toEqual([body, 422])
      expect(await answer.json()).toMatchObject({ status: -422, field: expect.stringMatching(/^body/) as string })
    }
  })

  it('accept the ids of a deletion in the query, because a DELETE may have no body (A§7)', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const mine = await seedLibrary(w, anna, 6)
    const [his = ''] = await seedLibrary(w, ben, 1)
    const remove = (query: string, token = anna.token) =>
      fetch(`${w.url}/api/file/?${query}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    const left = async () => (await anna.files.simple({ query: {} })).data_file_list.map(({ id }) => id)
    for (const query of ['', 'ids=', 'ids=x', `ids=${mine[0]},`, `ids=${mine[0]}&ids=x`, 'ids[]=x', `ids=${'0'.repeat(8001)}`]) {
      const answer = await remove(query)
      expect([query, answer.status]).toEqual([query, 422])
      expect(await answer.json()).toMatchObject({ status: -422, field: expect.stringMatching(/^(query|body)/) as string })
    }
    expect((await remove(`ids=${mine[0]}`, 'nobody')).status).toBe(401)
    expect((await remove(`ids=${mine[0]},${his}`)).status).toBe(404)
    expect(await left()).toEqual(mine)
    expect((await remove(`ids=${mine[0]},${mine[1]}`)).status).toBe(200)
    expect((await remove(`ids=${mine[2]}&ids=${mine[3]}`)).status).toBe(200)
    expect(await left()).toEqual(mine.slice(4))
    await anna.files.remove({ query: { ids: [mine[4]!] }, body: [mine[5]!] })
    expect(await left()).toEqual([])
  })

  it('refuse an invalid patch and name the invalid field', async () => {
    await using w = await world()
    const anna = await w.as()
    const [id = ''] = await seedLibrary(w, anna, 1)
    for (const [field, value] of [
      ['filename', 7],
      ['filetag_id_list', 'x'],
      ['filetag_id_list', Array.from({ length: 101 }, () => 'x')],
      ['trans_result', [{ content: 'without times' }]],
      ['ai_content', {}],
      ['outline_result', [{ topic: 'x' }]],
      ['extra_data', 'x'],
      ['support_mul_summ', 'perhaps'],
    ] as const) {
      const refusal = await refusalOf(anna.files.change({ params: { id }, body: { [field]: value } }))
      expect(refusal).toMatchObject({ httpStatus: 422, status: -422 })
      expect(refusal.body['field']).toContain(`body.${field}`)
    }
    expect(await refusalOf(anna.files.list({ query: {}, body: Array.from({ length: 1001 }, () => id) }))).toMatchObject({
      httpStatus: 422,
    })
  })

  it('return 404 for unknown ids, as for ids of another user', async () => {
    await using w = await world()
    const { files } = await w.as()
    const params = { id: NOBODYS }
    const calls = [
      files.list({ query: {}, body: [NOBODYS] }),
      files.change({ params, body: { filename: 'x' } }),
      files.tempUrl({ params, query: {} }),
      files.peaks({ params }),
      files.trash({ body: [NOBODYS] }),
      files.untrash({ body: [NOBODYS] }),
      files.remove({ query: {}, body: [NOBODYS] }),
    ]
    for (const refusal of await Promise.all(calls.map(refusalOf)))
      expect(refusal).toMatchObject({ httpStatus: 404, status: -404 })
    expect(await files.list({ query: {}, body: [] })).toMatchObject({ data_file_total: 0, data_file_list: [] })
  })
})

describe('batches (B§7)', () => {
  it('change all or nothing: one recording of another user refuses the whole call', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const hers = await seedLibrary(w, anna, 4)
    const [his = ''] = await seedLibrary(w, ben, 1)
    const folder = (await anna.folders.create({ body: { name: 'Work' } })).data_filetag.id
    await anna.files.trash({ body: [hers[3]!] })
    const before = (await anna.files.simple({ query: {} })).data_file_list
    const calls = [
      anna.files.trash({ body: [...hers, his] }),
      anna.files.untrash({ body: [his, ...hers] }),
      anna.files.remove({ query: {}, body: [hers[0]!, his, hers[1]!] }),
      anna.files.list({ query: {}, body: [hers[0]!, his] }),
      anna.folders.move({ body: { file_id_list: [...hers, his], filetag_id: folder } }),
      anna.folders.move({ body: { file_id_list: [...hers, his] } }),
      anna.files.change({ params: { id: hers[0]! }, body: { filename: 'moved', filetag_id_list: [folder, NOBODYS] } }),
    ]
    for (const refusal of await Promise.all(calls.map(refusalOf))) expect(refusal).toMatchObject({ httpStatus: 404 })
    expect((await anna.files.simple({ query: {} })).data_file_list).toEqual(before)
    expect((await ben.files.simple({ query: {} })).data_file_list).toMatchObject([
      { id: his, is_trash: false, filetag_id_list: [] },
    ])
  })

  it('accept repeated ids and recordings already in the target state', async () => {
    await using w = await world()
    const anna = await w.as()
    const [a = '', b = ''] = await seedLibrary(w, anna, 2)
    await anna.files.trash({ body: [a, a] })
    await anna.files.trash({ body: [a, b] })
    expect((await anna.files.page({ query: {} })).data.counts).toMatchObject({ all: 0, trash: 2 })
    await anna.files.untrash({ body: [a, b, b] })
    await anna.files.untrash({ body: [a] })
    expect((await anna.files.page({ query: {} })).data.counts).toMatchObject({ all: 2, trash: 0, unorganized: 2 })
    await anna.files.remove({ query: {}, body: [a, a] })
    expect((await anna.files.page({ query: {} })).data.counts).toMatchObject({ all: 1, trash: 0 })
  })
})
