import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql } from '#platform/db/db.ts'
import { quietLog } from '#platform/log/log.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { createJobRuns, type JobRuns } from './jobRuns.ts'
import { type Handler, job } from './jobs.ts'
import { createJobRunner as runJob } from './runJob.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ runsJobs: false })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Returns the runs of a new process. If it dies, its runs remain. */
const startProcess = (): JobRuns => createJobRuns((text, values) => executeSql(server.ctx.db, text, values), systemClock)

async function die(work: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await startProcess().begin(work)
}

const jobType = job('test', z.object({}))
const start = (id: string) => ({ id, jobType, data: {}, attempt: 1, signal: new AbortController().signal })

async function countRuns(work: string): Promise<number> {
  const { rows } = await executeSql<{ n: number }>(server.ctx.db, 'select count(*)::int as n from job_run where work = $1', [
    work,
  ])
  return rows[0]!.n
}

describe('processes that die during a job', () => {
  it('are counted, unlike runs that end in another way', async () => {
    await die('counted', 2)
    const [stopped, own] = [startProcess(), startProcess()]
    await stopped.begin('counted')
    await stopped.endAll()
    const lost = await own.begin('counted')
    expect(await own.begin('counted')).toMatchObject({ deaths: 2 })
    await lost.end(false)
    await own.endAll()
    expect(await countRuns('counted')).toBe(2)
  })

  it('are no longer counted once the job makes progress or is done', async () => {
    for (const [work, isDone] of [
      ['further', false],
      ['done', true],
    ] as const) {
      await die(work, 2)
      const run = await startProcess().begin(work)
      if (!isDone) await run.recordProgress()
      await run.end(isDone)
      expect(await countRuns(work)).toBe(0)
    }
  })

  it('end the job after the third, and call its `giveUp` instead', async () => {
    await die('deadly', 2)
    const events: string[] = []
    const handler: Handler<object> = async (_, { deaths }) => void events.push(`run after ${deaths}`)
    const giveUp = async () => void events.push('given up')
    const failing: Handler<object> = async (...args) => {
      await handler(...args)
      throw new Error('a failure without a death')
    }
    await expect(runJob(startProcess(), quietLog)(start('deadly'), failing, giveUp)).rejects.toThrow('a failure without a death')
    await die('deadly', 1)
    await runJob(startProcess(), quietLog)(start('deadly'), handler, giveUp)
    expect(events).toEqual(['run after 2', 'given up'])
  })

  it('do not end a job that ran at the same time: after a death, jobs run one at a time', async () => {
    await Promise.all([die('one', 1), die('other', 1)])
    const runs = startProcess()
    const run = runJob(runs, quietLog)
    const [isRunning, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const one = run(start('one'), async () => {
      isRunning.resolve()
      await mayEnd.promise
    })
    await isRunning.promise
    let hasOtherRun = false
    const other = run(start('other'), async () => void (hasOtherRun = true))
    // A process that dies now counts for the first job only.
    await expect.poll(() => countRuns('other')).toBe(1)
    expect(hasOtherRun).toBe(false)
    mayEnd.resolve()
    await Promise.all([one, other])
    expect(hasOtherRun).toBe(true)
  })

  it('count for a part of a job instead of the job', async () => {
    await die('poison', 3)
    const done: string[] = []
    await runJob(startProcess(), quietLog)(start('many'), async (_, { runPart }) => {
      for (const part of ['poison', 'honest'])
        if (await runPart(part, async () => void done.push(part, `${await countRuns('many')} runs`))) done.push('next')
    })
    expect(done).toEqual(['honest', '0 runs', 'next'])
  })
})
