import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ComputeLimitError } from '#platform/compute/compute.ts'
import type { OpenCompute } from '#platform/compute/createCompute.ts'
import { executeSql } from '#platform/db/db.ts'
import { MiB, minutes } from '#shared/units.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { unzip } from '#test/server/unzip.ts'
import type { User } from '#test/server/user.ts'
import { exportContract } from '../../contract.ts'
import { deleteExpiredRequestsJob } from '../exportRequest.ts'

const { refusals } = exportContract.document

/** Returns text that compression reduces to half at most. */
const randomText = (bytes: number): string => randomBytes(bytes / 2).toString('hex')

async function openAccount(server: TestServer) {
  const user = await server.user()
  const { id } = await server.uploadFile({ seconds: 1 })
  const send = async (summary_content: string) =>
    (
      await user.exports.document({
        body: { file_id: id, prompt_type: 'summary', to_format: 'TXT', title: 'Sent', summary_content },
      })
    ).data
  const countDocuments = async () =>
    (await executeSql(server.ctx.db, 'select 1 from export_request where user_id = $1', [user.id])).rows.length
  return { user, id, send, countDocuments }
}

const textBytesOf = async (user: User) => (await user.files.stat({ query: {} })).data_stat.storage.text_bytes
const download = async (url: string) => (await fetch(url)).text()

describe('documents waiting to be downloaded', () => {
  it('count as storage of their account until they have expired', async () => {
    await using server = await testServer()
    const { user, send, countDocuments } = await openAccount(server)
    const before = await textBytesOf(user)
    await send(randomText(100_000))
    expect(await textBytesOf(user)).toBeGreaterThan(before + 40_000)
    server.clock.advance(minutes(5) + 1)
    await server.ctx.jobs.send(deleteExpiredRequestsJob, {})
    await server.waitForJobs()
    expect([await countDocuments(), await textBytesOf(user)]).toEqual([0, before])
  })

  it('are limited to two per account; downloaded and expired ones make room', async () => {
    await using server = await testServer()
    const { user, send, countDocuments } = await openAccount(server)
    const [first, second] = [await send('One'), await send('Two')]
    expect(await expectRefusal(send('Three'))).toMatchObject({ httpStatus: 200, ...refusals.tooManyWaiting })
    expect(await download(first)).toContain('One')
    expect(await download(first)).toContain('One')
    const third = await send('Three')
    expect([(await fetch(first)).status, await countDocuments()]).toEqual([403, 2])
    expect([await download(second), await download(third)]).toEqual([
      expect.stringContaining('Two'),
      expect.stringContaining('Three'),
    ])
    await Promise.all([send('Four'), send('Five')])
    server.clock.advance(minutes(5) + 1)
    await send('Six')
    expect(await countDocuments()).toBe(1)
    expect(await textBytesOf(user)).toBeLessThan(100)
  })

  it('are limited to two even when eight are sent at once', async () => {
    await using server = await testServer()
    const { send, countDocuments } = await openAccount(server)
    const sent = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => send(`Text ${n}`)))
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await countDocuments()).toBe(2)
  })

  it('are refused when the account is full, and nothing is stored', async () => {
    await using server = await testServer({ settings: { STORAGE_LIMIT_MB: '1' } })
    const { user, send, countDocuments } = await openAccount(server)
    const before = await textBytesOf(user)
    const large = { body: { filesize: MiB - 64_000 - before, file_type: 'MP3' } } as const
    await user.upload.presign(large).catch(() => undefined)
    expect(await expectRefusal(send(randomText(400_000)))).toMatchObject({ status: refusals.accountFull.status })
    expect([await countDocuments(), await textBytesOf(user)]).toEqual([0, before])
  })

  it('without their own text use that of the recording when they are downloaded, and store nothing', async () => {
    await using server = await testServer()
    const { user, id } = await openAccount(server)
    const body = { file_id: id, prompt_type: 'summary', to_format: 'MD', title: 'T' } as const
    expect(await expectRefusal(user.exports.document({ body }))).toMatchObject({ status: refusals.nothing.status })
    await user.files.change({ params: { id }, body: { ai_content: 'First' } })
    const { data } = await user.exports.document({ body })
    await user.files.change({ params: { id }, body: { ai_content: 'Second' } })
    expect(await download(data)).toContain('Second')
    await user.files.remove({ query: {}, body: [id] })
    expect((await fetch(data)).status).toBe(404)
  })
})

describe('an uploaded document that is too long', () => {
  it('is refused by name when it is parsed, and with 422 when its link is opened', async () => {
    // A thread pool in which every task times out.
    const compute: OpenCompute = {
      run: () => Promise.reject(new ComputeLimitError('time')),
      close: () => Promise.resolve(),
    }
    await using server = await testServer({ compute, dedicated: true })
    const { user, send, id } = await openAccount(server)
    expect(await expectRefusal(send('x'))).toMatchObject({ httpStatus: 200, ...refusals.tooLarge })
    await user.files.change({ params: { id }, body: { ai_content: 'Text' } })
    const preview = user.exports.preview({ body: { file_ids: [id], formats: ['md'] } })
    expect(await expectRefusal(preview)).toMatchObject({ httpStatus: 200, ...refusals.tooLarge })
    const { data } = await user.exports.create({ body: { file_ids: [id], formats: ['md'] } })
    const file = await fetch(data.url)
    expect([file.status, await file.json()]).toMatchObject([422, { status: -422, reason: 'too_big' }])
    const archive = await user.exports.create({ body: { file_ids: [id], formats: ['md', 'html'] } })
    const files = unzip(Buffer.from(await (await fetch(archive.data.url)).arrayBuffer()))
    expect([...files.keys()]).toEqual(['not-included.txt'])
    expect(String(files.get('not-included.txt'))).toMatch(/took too long[^]*\.md\n[^]*\.html\n/)
  })
})

describe('the body of an uploaded document', () => {
  const valid = { file_id: 'a'.repeat(32), prompt_type: 'trans', to_format: 'TXT' }
  const segment = { start_time: 0, end_time: 10, content: 'x' }
  it.each([
    ['no JSON', '{"file_id":', 400, {}],
    ['nothing', '', 422, { field: 'body' }],
    ['a text', '"x"', 422, { field: 'body' }],
    ['a field that is missing', JSON.stringify({ ...valid, prompt_type: undefined }), 422, { field: 'body.prompt_type' }],
    ['a time that is no number', JSON.stringify({ ...valid, trans_content: [{ ...segment, end_time: 'late' }] }), 422, {}],
    ['a key that changes prototypes', `{"__proto__":{},"file_id":"${valid.file_id}"}`, 422, { field: 'body' }],
    ['NUL in a text', JSON.stringify({ ...valid, title: 'a\0b' }), 422, { field: 'body' }],
    ['lists in lists', `{"file_id":${'['.repeat(5000)}${']'.repeat(5000)}}`, 422, {}],
    ['a recording that does not exist', JSON.stringify(valid), 404, {}],
    ['half of a character', JSON.stringify({ ...valid, title: 'x' }).replace('"x"', '"\\ud83d"'), 404, {}],
  ])('with %s gets the same response as in any other call', async (_, body, status, fields) => {
    await using server = await testServer()
    const { token } = await server.user()
    const response = await fetch(`${server.url}/api/file/document/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
    expect([response.status, await response.json()]).toMatchObject([status, { status: -status, ...fields }])
  })
})
