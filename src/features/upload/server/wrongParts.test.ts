import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { type StartedUpload, startUpload, startMergedUpload } from '#test/server/startUpload.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { testServer } from '#test/server/testServer.ts'
import { deleteAbandonedUploads } from './abandonedUploads.ts'

/** 12.8 MB, three parts. */
const AUDIO = createToneWav(400)
const BYTES = AUDIO.length
const OTHER_ETAG = '00000000000000000000000000000000'

type Part = { Etag: string; PartNumber: number }
type MergeCase = {
  refusal: string
  /** The parts that are sent, and the ones listed in the merge. */
  sent: number[]
  named: (parts: Part[]) => Part[]
  wrong: number[]
  says: string
  /** The parts to send before the merge succeeds. */
  again: number[]
}

const cases: MergeCase[] = [
  {
    refusal: 'partMissing',
    sent: [1, 3],
    named: ([one, three]) => [one!, { Etag: OTHER_ETAG, PartNumber: 2 }, three!],
    wrong: [2],
    says: 'These parts are missing: 2. Send them to their links, then merge again.',
    again: [2],
  },
  {
    refusal: 'partChanged',
    sent: [1, 2, 3],
    named: ([one, , three]) => [one!, { Etag: OTHER_ETAG, PartNumber: 2 }, three!],
    wrong: [2],
    says: 'These parts have a different etag: 2. Send them again to their links, then merge with the new etags.',
    again: [2],
  },
  {
    refusal: 'partsSwapped',
    sent: [1, 2, 3],
    named: ([one, two, three]) => [two!, one!, three!],
    wrong: [1],
    says: 'These parts are out of order or have the etag of another part: 1. List all parts in ascending order, each with its own etag, or send them again to their links.',
    again: [],
  },
  {
    refusal: 'partsSwapped',
    sent: [1, 2, 3],
    named: ([one, two, three]) => [{ ...two!, PartNumber: 1 }, { ...one!, PartNumber: 2 }, three!],
    wrong: [1, 2],
    says: 'These parts are out of order or have the etag of another part: 1, 2. List all parts in ascending order, each with its own etag, or send them again to their links.',
    again: [],
  },
  {
    refusal: 'partTwice',
    sent: [1, 2, 3],
    named: ([one, two, three]) => [one!, two!, two!, three!],
    wrong: [2],
    says: 'These parts are listed more than once: 2. List each part once, then merge again.',
    again: [],
  },
  {
    refusal: 'partExtra',
    sent: [1, 2, 3],
    named: (parts) => [...parts, { ...parts[0]!, PartNumber: 4 }],
    wrong: [4],
    says: 'These parts do not belong to this upload: 4. Leave them out, then merge again.',
    again: [],
  },
  {
    refusal: 'tooFewBytes',
    sent: [1, 2],
    named: (parts) => parts,
    wrong: [3],
    says: `The listed parts have 10485760 of ${BYTES} bytes. Send or list these parts too, then merge again: 3.`,
    again: [3],
  },
]

const sendParts = ({ putPart }: StartedUpload, numbers: readonly number[]) =>
  Promise.all(numbers.map((number) => putPart(number - 1)))

describe('a merge with wrong parts (B§4)', () => {
  it.each(cases)('is refused as $refusal ($wrong), says what to do, and succeeds once that is done', async (testCase) => {
    await using w = await testServer()
    const user = await w.user()
    const upload = await startUpload(user, AUDIO)
    const parts = await sendParts(upload, testCase.sent)
    const refused = await expectRefusal(upload.merge(testCase.named(parts)))
    expect(refused).toMatchObject({ httpStatus: 200, refusal: testCase.refusal, message: testCase.says })
    expect(refused.body['data']).toMatchObject({ part_numbers: testCase.wrong, arrived: testCase.sent, bytes_announced: BYTES })
    await sendParts(upload, testCase.again)
    const { data } = await user.upload.resume({ params: { upload_id: upload.uploadIds.upload_id } })
    await upload.merge(data.parts)
    expect((await upload.confirm()).data_file).toMatchObject({ duration: 400_000, filesize: BYTES })
  })

  it('returns the missing bytes when a part is shorter than the client believes', async () => {
    await using w = await testServer()
    const upload = await startUpload(await w.user(), AUDIO)
    const [one, two] = await sendParts(upload, [1, 2])
    const shortPart = await upload.putPart(2, randomBytes(10))
    const refused = await expectRefusal(upload.merge([one!, two!, shortPart]))
    expect(refused).toMatchObject({ refusal: 'tooFewBytes' })
    expect(refused.body['data']).toMatchObject({ part_numbers: [1, 2, 3], bytes_named: 10_485_770 })
    await upload.merge([one!, two!, await upload.putPart(2)])
  })
})

describe('uploads confirmed too early or merged again', () => {
  it('refuses to confirm an upload that is not merged', async () => {
    await using w = await testServer()
    const upload = await startUpload(await w.user(), createToneWav(2))
    const parts = await upload.putAllSlices()
    const says = 'This upload has not been merged yet. Merge its parts first, then confirm it.'
    expect(await expectRefusal(upload.confirm())).toMatchObject({ status: -90, refusal: 'notMerged', message: says })
    await upload.merge(parts)
    expect((await upload.confirm()).data_file).toMatchObject({ duration: 2000 })
  })

  it('refuses to merge again from other parts, and confirms the merged upload', async () => {
    await using w = await testServer()
    const upload = await startMergedUpload(await w.user(), createToneWav(2))
    const refused = await expectRefusal(upload.merge([{ Etag: OTHER_ETAG, PartNumber: 1 }]))
    expect(refused).toMatchObject({ refusal: 'mergedOtherwise', message: expect.stringContaining('Confirm it') })
    expect((await upload.confirm()).data_file).toMatchObject({ duration: 2000 })
  })

  it('accepts a repeated merge when the parts are gone and the recording exists', async () => {
    await using w = await testServer()
    const upload = await startUpload(await w.user(), createToneWav(2))
    const parts = await upload.putAllSlices()
    await upload.merge(parts)
    const { data_file } = await upload.confirm()
    w.clock.advance(days(8))
    await deleteAbandonedUploads(w.ctx)
    await upload.merge(parts)
    expect((await upload.confirm()).data_file.id).toBe(data_file.id)
  })

  it('asks for a new upload only when the upload does not exist or was abandoned', async () => {
    await using w = await testServer()
    const user = await w.user()
    const upload = await startUpload(user, createToneWav(2))
    const parts = await upload.putAllSlices()
    await user.upload.abandon({ params: { upload_id: upload.uploadIds.upload_id } })
    for (const call of [() => upload.merge(parts), () => upload.confirm()])
      expect(await expectRefusal(call())).toMatchObject({ status: -8, message: expect.stringContaining('Start a new one') })
  })
})
