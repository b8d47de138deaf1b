import { describe, expect, it } from 'vitest'
import { createUploadItem } from '#test/fakes/upload/createUploadItem.ts'
import { hasStages, stageShares } from './uploadStages.ts'

describe('stages of an upload', () => {
  it('prepares a file, sends it, and has it in the library', () => {
    const item = createUploadItem({ status: 'transcoding', percent: 40, duration: 60_000, sendBytes: null, upload: null })
    expect(stageShares(item, undefined)).toEqual([0.4, 0, 0, 0, 0])
    expect(stageShares({ ...item, status: 'uploading', percent: 25 }, undefined)).toEqual([1, 0.25, 0, 0, 0])
    expect(stageShares({ ...item, status: 'completed' }, undefined)).toEqual([1, 1, 1, 0, 0])
  })

  it('goes on with the work of the server', () => {
    const item = createUploadItem({ status: 'completed' })
    const server = { message: 'Transcribing', tone: 'plain', transcript: 0.5, summary: 0 } as const
    expect(stageShares(item, server)).toEqual([1, 1, 1, 0.5, 0])
    expect(stageShares(item, { ...server, transcript: 1, summary: null })).toEqual([1, 1, 1, 1, null])
  })

  it('has no known progress while the length of the sound is unknown', () => {
    const item = createUploadItem({ status: 'transcoding', percent: 0, duration: null })
    expect(stageShares(item, undefined)[0]).toBeNull()
  })

  it('are not drawn for a file that cannot be uploaded', () => {
    expect(hasStages(createUploadItem({ status: 'refused', reason: 'notSound' }))).toBe(false)
    expect(hasStages(createUploadItem({ status: 'networkError', reason: null }))).toBe(true)
  })
})
