import { describe, expect, it } from 'vitest'
import { TooMany } from '#platform/http/failures.ts'
import { hashPassword, isPassword } from './passwords.ts'

describe('deriving a key from a password', () => {
  it('throws TooMany when the queue is full, and completes every queued call', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 110 }, () => isPassword('correct horse', null)))
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(refused).toHaveLength(110 - 102)
    expect(refused.every((reason) => reason instanceof TooMany)).toBe(true)
    const hash = await hashPassword('correct horse')
    expect([await isPassword('correct horse', hash), await isPassword('correct hors', hash)]).toEqual([true, false])
  })
})
