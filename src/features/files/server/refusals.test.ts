import { describe, expect, it } from 'vitest'
import { seedRecordings } from '#test/server/library.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

/** An id that does not exist. */
const UNKNOWN_ID = '0'.repeat(32)

describe('calls about recordings (B§7)', () => {
  it.each([undefined, 'unknown'])('return 401 for the token %j before anything is read', async (token) => {
    await using w = await testServer()
    const { files } = createClients(w.url, { token })
    const params = { id: UNKNOWN_ID }
    const calls = [
      files.simple({ query: { limit: -1 } }),
      files.list({ query: {}, body: [] }),
      files.change({ params, body: { filename: '' } }),
      files.tempUrl({ params, query: {} }),
      files.peaks({ params }),
      files.visit({ params, body: { position: 1000 } }),
      files.trash({ body: [] }),
      files.untrash({ body: [] }),
      files.remove({ query: {}, body: [] }),
    ]
    const detail = token ? 'token invalid or expired' : 'Not authenticated'
    for (const refusal of await Promise.all(calls.map(expectRefusal))) {
      expect(refusal).toMatchObject({ httpStatus: 401, status: -401, body: { detail } })
    }
  })

  it.each(['trash/', 'untrash/', 'trash', ''])('refuse a body that is not a list of ids: file/%s', async (path) => {
    await using w = await testServer()
    const { token } = await w.user()
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const method = path === '' ? 'DELETE' : 'POST'
    for (const body of ['[]', '{}', '[1]', '[null]', '[[]]', '"x"', '{"file_id_list":["x"]}', undefined]) {
      const answer = await fetch(`${w.url}/api/file/${path}`, { method, headers, ...(body !== undefined && { body }) })
      expect([body, answer.status]).toEqual([body, 422])
      expect(await answer.json()).toMatchObject({ status: -422, field: expect.stringMatching(/^body/) as string })
    }
  })

  it('accept the ids of a deletion in the query, because a DELETE may have no body (A§7)', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const ownIds = await seedRecordings(w, user, 6)
    const [otherUsersId = ''] = await seedRecordings(w, otherUser, 1)
    const remove = (query: string, token = user.token) =>
      fetch(`${w.url}/api/file/?${query}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
    const remainingIds = async () => (await user.files.simple({ query: {} })).data_file_list.map(({ id }) => id)
    for (const query of [
      '',
      'ids=',
      'ids=x',
      `ids=${ownIds[0]},`,
      `ids=${ownIds[0]}&ids=x`,
      'ids[]=x',
      `ids=${'0'.repeat(8001)}`,
    ]) {
      const answer = await remove(query)
      expect([query, answer.status]).toEqual([query, 422])
      expect(await answer.json()).toMatchObject({ status: -422, field: expect.stringMatching(/^(query|body)/) as string })
    }
    expect((await remove(`ids=${ownIds[0]}`, 'unknown')).status).toBe(401)
    expect((await remove(`ids=${ownIds[0]},${otherUsersId}`)).status).toBe(404)
    expect(await remainingIds()).toEqual(ownIds)
    expect((await remove(`ids=${ownIds[0]},${ownIds[1]}`)).status).toBe(200)
    expect((await remove(`ids=${ownIds[2]}&ids=${ownIds[3]}`)).status).toBe(200)
    expect(await remainingIds()).toEqual(ownIds.slice(4))
    await user.files.remove({ query: { ids: [ownIds[4]!] }, body: [ownIds[5]!] })
    expect(await remainingIds()).toEqual([])
  })

  it('refuse an invalid patch and name the invalid field', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [id = ''] = await seedRecordings(w, user, 1)
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
      const refusal = await expectRefusal(user.files.change({ params: { id }, body: { [field]: value } }))
      expect(refusal).toMatchObject({ httpStatus: 422, status: -422 })
      expect(refusal.body['field']).toContain(`body.${field}`)
    }
    expect(await expectRefusal(user.files.list({ query: {}, body: Array.from({ length: 1001 }, () => id) }))).toMatchObject({
      httpStatus: 422,
    })
  })

  it('return 404 for unknown ids, as for ids of another user', async () => {
    await using w = await testServer()
    const { files } = await w.user()
    const params = { id: UNKNOWN_ID }
    const calls = [
      files.list({ query: {}, body: [UNKNOWN_ID] }),
      files.change({ params, body: { filename: 'x' } }),
      files.tempUrl({ params, query: {} }),
      files.peaks({ params }),
      files.trash({ body: [UNKNOWN_ID] }),
      files.untrash({ body: [UNKNOWN_ID] }),
      files.remove({ query: {}, body: [UNKNOWN_ID] }),
    ]
    for (const refusal of await Promise.all(calls.map(expectRefusal)))
      expect(refusal).toMatchObject({ httpStatus: 404, status: -404 })
    expect(await files.list({ query: {}, body: [] })).toMatchObject({ data_file_total: 0, data_file_list: [] })
  })
})

describe('batches (B§7)', () => {
  it('change all or nothing: one recording of another user refuses the whole call', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const userIds = await seedRecordings(w, user, 4)
    const [otherUsersId = ''] = await seedRecordings(w, otherUser, 1)
    const folder = (await user.folders.create({ body: { name: 'Work' } })).data_filetag.id
    await user.files.trash({ body: [userIds[3]!] })
    const before = (await user.files.simple({ query: {} })).data_file_list
    const calls = [
      user.files.trash({ body: [...userIds, otherUsersId] }),
      user.files.untrash({ body: [otherUsersId, ...userIds] }),
      user.files.remove({ query: {}, body: [userIds[0]!, otherUsersId, userIds[1]!] }),
      user.files.list({ query: {}, body: [userIds[0]!, otherUsersId] }),
      user.folders.move({ body: { file_id_list: [...userIds, otherUsersId], filetag_id: folder } }),
      user.folders.move({ body: { file_id_list: [...userIds, otherUsersId] } }),
      user.files.change({ params: { id: userIds[0]! }, body: { filename: 'moved', filetag_id_list: [folder, UNKNOWN_ID] } }),
    ]
    for (const refusal of await Promise.all(calls.map(expectRefusal))) expect(refusal).toMatchObject({ httpStatus: 404 })
    expect((await user.files.simple({ query: {} })).data_file_list).toEqual(before)
    expect((await otherUser.files.simple({ query: {} })).data_file_list).toMatchObject([
      { id: otherUsersId, is_trash: false, filetag_id_list: [] },
    ])
  })

  it('accept repeated ids and recordings already in the target state', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [a = '', b = ''] = await seedRecordings(w, user, 2)
    await user.files.trash({ body: [a, a] })
    await user.files.trash({ body: [a, b] })
    expect((await user.files.page({ query: {} })).data.counts).toMatchObject({ all: 0, trash: 2 })
    await user.files.untrash({ body: [a, b, b] })
    await user.files.untrash({ body: [a] })
    expect((await user.files.page({ query: {} })).data.counts).toMatchObject({ all: 2, trash: 0, unorganized: 2 })
    await user.files.remove({ query: {}, body: [a, a] })
    expect((await user.files.page({ query: {} })).data.counts).toMatchObject({ all: 1, trash: 0 })
  })
})
