import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Fault, Refused, Unreachable } from '#kit/client.ts'
import { route } from '#kit/contract.ts'
import { makeQueryClient } from './queryClient.ts'

const folders = route({ method: 'GET', path: '/filetag/', access: 'signed-in', summary: 'Folders', reply: z.object({}) })

async function triesUntilGivenUp(error: Error): Promise<number> {
  let tries = 0
  const queryFn = () => {
    tries += 1
    return Promise.reject(error)
  }
  await expect(makeQueryClient().fetchQuery({ queryKey: ['q'], queryFn, retryDelay: 1 })).rejects.toBe(error)
  return tries
}

describe('a query', () => {
  it('is not retried after a refusal or a fault', async () => {
    expect(await triesUntilGivenUp(new Refused(folders, 200, { status: -2, msg: 'no' }))).toBe(1)
    expect(await triesUntilGivenUp(new Fault('bug', 'r1'))).toBe(1)
  })

  it('is retried twice when there is no response', async () => {
    expect(await triesUntilGivenUp(new Unreachable('network'))).toBe(3)
  })
})
