import { QueryObserver } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { ServerError, Refused, Unreachable } from '#shared/client.ts'
import { route } from '#shared/contract.ts'
import { createQueryClient } from './queryClient.ts'

const folders = route({ method: 'GET', path: '/filetag/', access: 'signed-in', summary: 'Folders', reply: z.object({}) })

async function countTries(error: Error): Promise<number> {
  let tries = 0
  const queryFn = () => {
    tries += 1
    return Promise.reject(error)
  }
  await expect(createQueryClient().fetchQuery({ queryKey: ['q'], queryFn, retryDelay: 1 })).rejects.toBe(error)
  return tries
}

describe('a query', () => {
  it('is not retried after a refusal or a server error', async () => {
    expect(await countTries(new Refused(folders, 200, { status: -2, msg: 'no' }))).toBe(1)
    expect(await countTries(new ServerError('bug', 'r1'))).toBe(1)
  })

  it('is not requested again by components that mount within ten seconds of its failure', async () => {
    const { useFakeTimers, useRealTimers } = vi
    useFakeTimers({ now: 1_000_000 })
    const queries = createQueryClient()
    let tries = 0
    const options = queries.defaultQueryOptions({
      queryKey: ['q'],
      queryFn: () => {
        tries += 1
        return Promise.reject(new ServerError('bug', 'r1'))
      },
    })
    const mount = async () => {
      const stop = new QueryObserver(queries, options).subscribe(() => {})
      await vi.advanceTimersByTimeAsync(100)
      stop()
      return tries
    }
    expect(await mount()).toBe(1)
    expect(await mount()).toBe(1)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await mount()).toBe(2)
    useRealTimers()
  })

  it('is requested again when it was invalidated during its first request, whose response may be older than the change', async () => {
    const queries = createQueryClient()
    const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let requests = 0
    const queryFn = () => responses[requests++]?.promise ?? Promise.reject(new Error('one request too many'))
    const observer = new QueryObserver(queries, queries.defaultQueryOptions({ queryKey: ['q'], queryFn }))
    const stop = observer.subscribe(() => {})
    void queries.invalidateQueries({ queryKey: ['q'] })
    responses[0]?.resolve('before the change')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before the change'))
    responses[1]?.resolve('after the change')
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('after the change'))
    expect(requests).toBe(2)
    stop()
  })

  it('is retried twice when there is no response', async () => {
    expect(await countTries(new Unreachable('network'))).toBe(3)
  })
})
