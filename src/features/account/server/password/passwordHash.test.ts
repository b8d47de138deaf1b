import { describe, expect, it } from 'vitest'
import { HASH_COST } from '#platform/crypto/hashes.ts'
import { TooManyRequests } from '#platform/http/errors.ts'
import { hashPassword, verifyPassword } from './passwordHash.ts'

const LOW_COST = { memory: 8, passes: 1 }

describe('deriving a key from a password', () => {
  it('throws TooManyRequests when the queue is full, and completes every queued call', async () => {
    const hash = await hashPassword(LOW_COST, 'correct horse')
    const outcomes = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword('correct horse', hash)))
    const rejections = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(rejections).toHaveLength(110 - 102)
    expect(rejections.every((reason) => reason instanceof TooManyRequests)).toBe(true)
  })

  it('stores the cost in the hash, so that a later cost leaves the passwords valid', async () => {
    for (const cost of [HASH_COST, LOW_COST]) {
      const hash = await hashPassword(cost, 'correct horse')
      expect(hash).toMatch(new RegExp(`^argon2id\\$m=${cost.memory},t=${cost.passes}\\$`))
      expect(await verifyPassword('correct horse', hash)).toBe(true)
      expect(await verifyPassword('correct hors', hash)).toBe(false)
    }
  })

  it('accepts a hash that was stored without its cost', async () => {
    const [name, , salt, tag] = (await hashPassword(HASH_COST, 'correct horse')).split('$')
    expect(await verifyPassword('correct horse', [name, salt, tag].join('$'))).toBe(true)
  })
})
