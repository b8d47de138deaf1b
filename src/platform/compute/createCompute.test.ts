import { getPriority } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { quietLog } from '#platform/log/log.ts'
import { seconds } from '#shared/units.ts'
import { ComputeLimitError, computeTask } from './compute.ts'
import { createCompute } from './createCompute.ts'
import type { allocate, countTo, fail, readThread, spin, zeros } from '#test/fixtures/compute/tasks.compute.ts'

const module = new URL('../../../test/fixtures/compute/tasks.compute.ts', import.meta.url)
const COUNT = computeTask<typeof countTo>(module, 'countTo')
const SPIN = computeTask<typeof spin>(module, 'spin')
const ALLOCATE = computeTask<typeof allocate>(module, 'allocate')
const ZEROS = computeTask<typeof zeros>(module, 'zeros')
const FAIL = computeTask<typeof fail>(module, 'fail')
const READ_THREAD = computeTask<typeof readThread>(module, 'readThread')

const compute = createCompute({ log: quietLog, threads: 2, memoryMb: 64 })
afterAll(() => compute.close())
const options = { queue: 'a', budget: seconds(60) }

describe('work in threads', () => {
  it('returns what the function returns, and bytes without a copy', async () => {
    expect(await compute.run(COUNT, { to: 3 }, options)).toEqual([1, 2, 3])
    expect(await compute.run(ZEROS, 1_000_000, options)).toHaveLength(1_000_000)
  })

  it('leaves the event loop free and has a lower priority', async () => {
    const { isMain, nice } = await compute.run(READ_THREAD, null, options)
    expect({ isMain, nice: process.platform === 'linux' ? nice - getPriority() : 5 }).toEqual({ isMain: false, nice: 5 })
  })

  it('rejects when the function throws, and runs the next task', async () => {
    await expect(compute.run(FAIL, 'a reason', options)).rejects.toThrow('a reason')
    expect(await compute.run(COUNT, { to: 1 }, options)).toEqual([1])
  })

  it('ends a task that runs longer than its budget', async () => {
    const error = await compute.run(SPIN, null, { queue: 'a', budget: 50 }).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ComputeLimitError)
    expect(error).toMatchObject({ limit: 'time' })
    expect(await compute.run(COUNT, { to: 1 }, options)).toEqual([1])
  })

  it('ends a task that takes more memory than a thread has', async () => {
    await expect(compute.run(ALLOCATE, null, options)).rejects.toMatchObject({ limit: 'memory' })
    expect(await compute.run(COUNT, { to: 1 }, options)).toEqual([1])
  })

  it('ends a task and removes it from the queue when its client disconnects', async () => {
    const gone = new AbortController()
    const own = { ...options, signal: gone.signal }
    const tasks = [compute.run(SPIN, null, own), compute.run(SPIN, null, own)].map((run) => run.catch((error: unknown) => error))
    gone.abort(new Error('gone'))
    expect(await Promise.all(tasks)).toEqual([new Error('gone'), new Error('gone')])
    expect(await compute.run(COUNT, { to: 1 }, options)).toEqual([1])
    await expect(compute.run(COUNT, { to: 1 }, own)).rejects.toThrow('gone')
  })

  it('never gives all threads to one account, or the last one to a long task', async () => {
    const gone = new AbortController()
    const forever = (queue: string) =>
      compute.run(SPIN, null, { queue, budget: seconds(60), signal: gone.signal }).catch(() => 'ended')
    const long = [forever('busy'), forever('busy'), forever('other')]
    expect(await compute.run(COUNT, { to: 2 }, { queue: 'third', budget: seconds(5) })).toEqual([1, 2])
    gone.abort()
    expect(await Promise.all(long)).toEqual(['ended', 'ended', 'ended'])
  })

  it('refuses a task when too many of the same key wait', async () => {
    const gone = new AbortController()
    const many = Array.from({ length: 32 }, () =>
      compute.run(SPIN, null, { ...options, signal: gone.signal }).catch((error: { limit?: string }) => error.limit ?? 'ended'),
    )
    expect(await many[31]).toBe('queue')
    gone.abort()
    expect((await Promise.all(many)).filter((result) => result === 'ended')).toHaveLength(31)
  })
})
