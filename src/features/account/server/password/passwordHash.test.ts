import { describe, expect, it } from 'vitest'
import { TooManyRequests } from '#platform/http/errors.ts'
import { hashPassword, verifyPassword } from './passwordHash.ts'

describe('deriving a key from a password', () => {
  it('throws TooMany when the queue is full, and completes every queued call', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword('correct horse', null)))
    const rejections = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(rejections).toHaveLength(110 - 102)
    expect(rejections.every((reason) => reason instanceof TooManyRequests)).toBe(true)
    const hash = await hashPassword('correct horse')
    expect([await verifyPassword('correct horse', hash), await verifyPassword('correct hors', hash)]).toEqual([true, false])
  })
})
