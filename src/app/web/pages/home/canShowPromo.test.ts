import { describe, expect, it } from 'vitest'
import { canShowPromo } from './canShowPromo.ts'

const initialState = { isClosed: false, timesShown: 0 }
const claimable = { can_claim: true, has_claimed: false }

describe('promo banner (A§4, B§2)', () => {
  it.each([
    ['on / while the trial can be claimed', '/', claimable, initialState, true],
    ['on /home too', '/home', claimable, initialState, true],
    ['on no other page', '/file-list', claimable, initialState, false],
    ['not on a recording', '/file/ab', claimable, initialState, false],
    ['not where there is no trial', '/', undefined, initialState, false],
    ['not when it cannot be claimed', '/', { can_claim: false, has_claimed: false }, initialState, false],
    ['not when it has been claimed', '/', { can_claim: true, has_claimed: true }, initialState, false],
    ['not once it was closed', '/', claimable, { isClosed: true, timesShown: 0 }, false],
    ['at most once', '/', claimable, { isClosed: false, timesShown: 1 }, false],
  ] as const)('is shown or hidden: %s', (_, path, trial, promoState, expected) => {
    expect(canShowPromo(path, trial, promoState)).toBe(expected)
  })
})
