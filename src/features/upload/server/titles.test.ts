import { describe, expect, it } from 'vitest'
import { HOSTILE_NAMES } from '#test/fixtures/hostileNames.ts'
import { testServer } from '#test/server/testServer.ts'

describe('titles of uploads', () => {
  it('removes hidden and reordering characters (B§4)', async () => {
    await using w = await testServer({ runsJobs: false })
    for (const { input, stored } of HOSTILE_NAMES) {
      expect((await w.uploadFile({ seconds: 1, name: input })).filename).toBe(stored)
    }
  })

  it.each([
    ['of nothing but marks', '\u202e\u0000 ', 'Recording'],
    ['only invisible characters', '\u200b\u200d', 'Recording'],
    ['of 300 characters', 'x'.repeat(300), 'x'.repeat(255)],
  ])('replaces a name %s with a valid title instead of refusing the upload', async (_, name, kept) => {
    await using w = await testServer({ runsJobs: false })
    expect((await w.uploadFile({ seconds: 1, name })).filename).toBe(kept)
  })
})
