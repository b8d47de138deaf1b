import { describe, expect, it } from 'vitest'
import { NASTY_NAMES } from '#test/world/nastyNames.ts'
import { world } from '#test/world/world.ts'

describe('the name of what is uploaded', () => {
  it('is kept without what hides or rearranges (B§4)', async () => {
    await using w = await world({ working: false })
    for (const { given, kept } of NASTY_NAMES) {
      expect((await w.file({ seconds: 1, name: given })).filename).toBe(kept)
    }
  })

  it.each([
    ['of nothing but marks', '\u202e\u0000 ', 'Recording'],
    ['nobody can see', '\u200b\u200d', 'Recording'],
    ['of 300 characters', 'x'.repeat(300), 'x'.repeat(255)],
  ])('where it is one %s is made into one that can be kept: the sound is worth more', async (_, name, kept) => {
    await using w = await world({ working: false })
    expect((await w.file({ seconds: 1, name })).filename).toBe(kept)
  })
})
