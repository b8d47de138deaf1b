import { describe, expect, it } from 'vitest'
import { NASTY_NAMES } from '#test/world/nastyNames.ts'
import { world } from '#test/world/world.ts'

describe('titles of uploads', () => {
  it('removes hidden and reordering characters (B§4)', async () => {
    await using w = await world({ working: false })
    for (const { given, kept } of NASTY_NAMES) {
      expect((await w.file({ seconds: 1, name: given })).filename).toBe(kept)
    }
  })

  it.each([
    ['of nothing but marks', '\u202e\u0000 ', 'Recording'],
    ['nobody can see', '\u200b\u200d', 'Recording'],
    ['of 300 characters', 'x'.repeat(300), 'x'.repeat(255)],
  ])('replaces a name %s with a valid title instead of refusing the upload', async (_, name, kept) => {
    await using w = await world({ working: false })
    expect((await w.file({ seconds: 1, name })).filename).toBe(kept)
  })
})
