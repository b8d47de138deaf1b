import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { seedRecordings } from '#test/server/library.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { FilePatch } from '../contract.ts'
import { filesContract } from '../contract.ts'
import { EXTRA_DATA_BYTES, textLimits } from '../rules.ts'

const DURATION = minutes(1)
const limits = textLimits(DURATION)
const { refusals } = filesContract.change

const segmentOf = (content: string) => ({
  id: '1',
  start_time: 0,
  end_time: 1000,
  content,
  speaker: '',
  original_speaker: '',
})

/** Builds each kind of text from filler content. */
const TEXTS = {
  trans_result: (content: string) => [segmentOf(content)],
  ai_content: (content: string) => content,
  // Additional fields have no other limit.
  outline_result: (note: string) => [{ start_time: 0, end_time: 1000, topic: 'Budget', note }],
}
const fillText = (kind: keyof typeof TEXTS, bytes: number): FilePatch => {
  const empty = Buffer.byteLength(JSON.stringify(TEXTS[kind]('')))
  return { [kind]: TEXTS[kind]('x'.repeat(bytes - empty)) }
}

async function createRecording(w: TestServer) {
  const user = await w.user()
  const [id = ''] = await seedRecordings(w, user, 1, { duration: DURATION })
  const change = (body: FilePatch) => user.files.change({ params: { id }, body })
  const read = async () => (await user.files.list({ query: {}, body: [id] })).data_file_list[0]
  return { change, read, id }
}

describe('texts of a recording', () => {
  it.each([
    ['trans_result', 'transcriptTooLarge'],
    ['ai_content', 'summaryTooLarge'],
    ['outline_result', 'outlineTooLarge'],
  ] as const)('may be as long as the duration allows: %s to the byte, and are refused by name beyond it', async (kind, name) => {
    await using w = await testServer()
    const { change, read } = await createRecording(w)
    await change(fillText(kind, limits[kind]))
    const before = await read()
    const refusal = await expectRefusal(change({ filename: 'Renamed', ...fillText(kind, limits[kind] + 1) }))
    expect(refusal).toMatchObject({ httpStatus: 200, status: refusals[name].status, message: refusals[name].message })
    expect(await read()).toEqual(before)
  })

  it('fit twice the words of a fast speaker: six words a second with times', () => {
    const words = Array.from({ length: 6 * 60 }, (_, n) => [n * 166.667, n * 166.667 + 150.123, ` thing${n}`, 0.98765])
    const content = words.map(([, , text]) => text).join('')
    expect(JSON.stringify([{ ...segmentOf(content), words }]).length * 2).toBeLessThan(limits.trans_result)
  })
})

describe('extra_data of a recording', () => {
  const withKey = (key: string, bytes: number) => ({ [key]: 'x'.repeat(bytes - JSON.stringify({ [key]: '' }).length) })

  it('is limited to 256 KB after merging', async () => {
    await using w = await testServer()
    const { change, read } = await createRecording(w)
    await change({ extra_data: withKey('a', EXTRA_DATA_BYTES) })
    const before = await read()
    const refusal = await expectRefusal(change({ extra_data: { b: 1 }, ai_content: 'not kept' }))
    expect(refusal).toMatchObject({ status: refusals.extraDataTooLarge.status, message: refusals.extraDataTooLarge.message })
    expect(await expectRefusal(change({ extra_data: withKey('a', EXTRA_DATA_BYTES + 1) }))).toMatchObject({
      status: refusal.status,
    })
    expect(await read()).toEqual(before)
    await change({ extra_data: { a: '' } })
    expect((await change({ extra_data: { b: 1 } })).data_file.extra_data).toEqual({ a: '', b: 1 })
  })

  it('may shrink but not grow when it was stored before the limit', async () => {
    await using w = await testServer()
    const { change, id } = await createRecording(w)
    const large = { a: 'x'.repeat(2 * EXTRA_DATA_BYTES) }
    await executeSql(w.ctx.db, 'update file set extra_data = $1 where file_id = $2', [JSON.stringify(large), id])
    expect(await expectRefusal(change({ extra_data: { b: 1 } }))).toMatchObject({ status: refusals.extraDataTooLarge.status })
    const smaller = 'x'.repeat(EXTRA_DATA_BYTES + 1000)
    expect((await change({ extra_data: { a: smaller } })).data_file.extra_data).toEqual({ a: smaller })
  })
})
