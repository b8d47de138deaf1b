import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { FULL_FILES_BYTES, listFullFiles } from '#features/files/rules.ts'
import { hours, MiB } from '#shared/units.ts'
import { seedRecordings } from '#test/server/library.ts'
import { testServer } from '#test/server/testServer.ts'
import { writeFullFiles } from './results.ts'

/** Returns a transcript of about this many bytes of JSON. */
const transcriptOf = (bytes: number): Segment[] =>
  Array.from({ length: Math.ceil(bytes / 1100) }, (_, n) => ({
    id: String(n + 1),
    start_time: n * 1000,
    end_time: n * 1000 + 900,
    content: `${n} ${'word '.repeat(200)}`,
    speaker: '',
    original_speaker: '',
  }))

const textOf = async (fields: AsyncIterable<string>) => {
  const texts = await Array.fromAsync(fields)
  return JSON.parse(`{${texts.join('')}}`) as { data_file_list: { id: string }[]; data_left_out: string[] }
}

describe('full recordings by id (B§7)', () => {
  it('are returned once each when ids are repeated', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [a = '', b = ''] = await seedRecordings(w, user, 2)
    const { data_file_total, data_file_list, data_left_out } = await user.files.list({ query: {}, body: [a, b, a, a, b] })
    expect(data_file_total).toBe(2)
    expect(data_file_list.map(({ id }) => id)).toEqual([a, b])
    expect(data_left_out).toEqual([])
  })

  it('are listed when they do not fit into one reply, and returned by the next request', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 5, { transcript: transcriptOf(FULL_FILES_BYTES / 4), duration: hours(5) })
    const first = await user.files.list({ query: {}, body: ids })
    expect(first.data_file_total).toBe(5)
    expect(first.data_file_list.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    expect(first.data_left_out).toEqual(ids.slice(3))
    const rest = await user.files.list({ query: {}, body: first.data_left_out })
    expect(rest.data_file_list.map(({ id }) => id)).toEqual(ids.slice(3))
    expect((await listFullFiles(user.files.list, ids)).data_file_list.map(({ id }) => id)).toEqual(ids)
  })

  it('fit to the byte; a single one is returned whatever its size', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [a = '', b = '', c = ''] = await seedRecordings(w, user, 3, { transcript: transcriptOf(MiB), duration: hours(5) })
    const files = (await user.files.list({ query: {}, body: [a, b] })).data_file_list
    const totalSize = files.reduce((sum, file) => sum + Buffer.byteLength(JSON.stringify(file)), 0)
    const writeWithin = (maxBytes: number) => textOf(writeFullFiles(w.ctx, user.id, [a, b, c], { maxBytes }))
    expect((await writeWithin(totalSize)).data_left_out).toEqual([c])
    expect((await writeWithin(totalSize - 1)).data_left_out).toEqual([b, c])
    expect((await writeWithin(1)).data_left_out).toEqual([b, c])
  })

  it('are listed as left out when they are deleted while the reply is written', async () => {
    await using w = await testServer()
    const user = await w.user()
    const [a = '', b = ''] = await seedRecordings(w, user, 2)
    await user.files.remove({ query: {}, body: [a] })
    const { data_file_list, data_left_out } = await textOf(writeFullFiles(w.ctx, user.id, [a, b]))
    expect(data_file_list.map(({ id }) => id)).toEqual([b])
    expect(data_left_out).toEqual([a])
  })
})
