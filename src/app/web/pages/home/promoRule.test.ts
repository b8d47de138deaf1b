import { describe, expect, it } from 'vitest'
import { mayShowPromo } from './promoRule.ts'

const fresh = { isClosed: false, timesShown: 0 }
const claimable = { can_claim: true, has_claimed: false }

describe('promo banner (A§4, B§2)', () => {
  it.each([
    ['on / while the trial can be claimed', '/', claimable, fresh, true],
    ['on /home too', '/home', claimable, fresh, true],
    ['on no other page', '/file-list', claimable, fresh, false],
    ['not on a recording', '/file/ab', claimable, fresh, false],
    ['not where there is no trial', '/', undefined, fresh, false],
    ['not when it cannot be claimed', '/', { can_claim: false, has_claimed: false }, fresh, false],
    ['not when it has been claimed', '/', { can_claim: true, has_claimed: true }, fresh, false],
    ['not once it was closed', '/', claimable, { isClosed: true, timesShown: 0 }, false],
    ['at most once', '/', claimable, { isClosed: false, timesShown: 1 }, false],
  ] as const)('is shown or hidden: %s', (_, path, trial, memory, expected) => {
    expect(mayShowPromo(path, trial, memory)).toBe(expected)
  })
})
