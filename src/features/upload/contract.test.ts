import { describe, expect, it } from 'vitest'
import { ConfirmUpload, uploadContract } from './contract.ts'

const minimalBody = { upload_id: 'u', object_name: 'o' }

describe('bodies sent by third-party clients (B§4, B§7)', () => {
  it('require nothing, not even the ids of the upload (B§4)', () => {
    for (const body of [minimalBody, { upload_id: 'u' }, {}]) expect(ConfirmUpload.parse(body)).toEqual(body)
  })

  it('reads the start time in seconds and in milliseconds, as a number and as a string', () => {
    const parseStart = (start_time: unknown) => ConfirmUpload.parse({ ...minimalBody, start_time }).start_time
    expect(parseStart(1_763_716_320)).toBe(1_763_716_320_000)
    expect(parseStart(1_763_716_320_123)).toBe(1_763_716_320_123)
    expect(parseStart('1763716320')).toBe(1_763_716_320_000)
    expect(parseStart(1_763_716_320.5)).toBe(1_763_716_320_500)
  })

  it('accepts a UUID as serial number, 0 as session id, and a time zone as an offset or a name', () => {
    const sent = { ...minimalBody, serial_number: '0b9d5c1e-4a53-4d0f-a6a9-2f1d3f5f8c11', session_id: 0, timezone: 5.5 }
    expect(ConfirmUpload.parse(sent)).toEqual(sent)
    expect(ConfirmUpload.parse({ ...minimalBody, session_id: 'b7', timezone: 'Asia/Tokyo' })).toMatchObject({
      session_id: 'b7',
      timezone: 'Asia/Tokyo',
    })
  })

  it('reads flags given as booleans, numbers and strings', () => {
    for (const yes of [true, 1, '1', 'true']) expect(ConfirmUpload.parse({ ...minimalBody, is_tmp: yes }).is_tmp).toBe(true)
    for (const no of [false, 0, '0', 'false', '']) expect(ConfirmUpload.parse({ ...minimalBody, is_tmp: no }).is_tmp).toBe(false)
  })

  it('ignores unknown keys and accepts null for missing values', () => {
    expect(ConfirmUpload.parse({ ...minimalBody, r: 0.5, duration: null })).toEqual({ ...minimalBody, duration: null })
  })

  it('accepts MP3, OPUS and OGG in any case and rejects everything else', () => {
    const parseType = (file_type: string) => uploadContract.presign.body.safeParse({ filesize: 1, file_type }).data?.file_type
    expect([parseType('MP3'), parseType('opus'), parseType('OGG'), parseType('WAV')]).toEqual(['MP3', 'OPUS', 'OGG', undefined])
  })
})

it('uses the status numbers of the specification (B§4)', () => {
  const { presign, merge, confirm } = uploadContract
  expect(presign.refusals.tooLarge.status).toBe(-4)
  expect(merge.refusals.uploadExpired.status).toBe(-8)
  const { tooShort, tooLong, notSound } = confirm.refusals
  expect([tooShort.status, tooLong.status, notSound.status]).toEqual([-7, -1, -3])
})
