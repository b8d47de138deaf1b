import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { textChanged } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { executeSql } from '#platform/db/db.ts'
import { job } from '#platform/jobs/jobs.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { testServer } from '#test/server/testServer.ts'

const noteTopic = liveTopic('note', z.object({ id: z.string() }))
const noteJob = job('account.delete-expired', z.object({ note: z.string() }))

/** Writes one of each: a row, a job, an event and a live message. */
async function write(tx: AppContext, note: string): Promise<void> {
  await executeSql(tx.db, 'insert into written values ($1)', [note])
  await tx.jobs.send(noteJob, { note })
  await tx.events.publish(textChanged, { userId: note, fileId: note })
  await tx.live.publish(noteTopic, { userId: 'anna', id: note })
}

/** Runs `work` on an empty server. Returns the notes that exist afterwards, in alphabetical order. */
async function collectWritten(work: (ctx: AppContext) => Promise<void>) {
  await using server = await testServer({ dedicated: true })
  const { ctx } = server
  await executeSql(ctx.db, 'create table written (note text)')
  const live: string[] = []
  ctx.live.subscribe(noteTopic, 'anna', ({ id }) => void live.push(id))
  await work(ctx)
  // Live messages arrive in the order of their transactions.
  await ctx.transaction((tx) => write(tx, 'last'))
  await vi.waitUntil(() => live.includes('last'))
  const read = async (sql: string) => (await executeSql<{ note: string }>(ctx.db, sql)).rows.map(({ note }) => note)
  return {
    rows: await read('select note from written'),
    jobs: await read(`select data->>'note' as note from pgboss.job where data ? 'note' order by note`),
    events: await read(`select distinct data->>'fileId' as note from pgboss.job where data ? 'fileId' order by note`),
    live,
  }
}

const only = (...notes: string[]) => ({ rows: notes, jobs: notes, events: notes, live: notes })

describe('a transaction', () => {
  it('that returns a refusal writes nothing and resolves to the refusal', async () => {
    const refusal = { refused: 'tooMany', details: { max: 3 } }
    const written = await collectWritten(async (ctx) => {
      const result = await ctx.transaction(async (tx) => {
        await write(tx, 'refused')
        return refusal
      })
      expect(result).toBe(refusal)
    })
    expect(written).toEqual(only('last'))
  })

  it('commits any other result', async () => {
    const results: unknown[] = []
    const written = await collectWritten(async (ctx) => {
      for (const result of [undefined, null, 'refused', { refused: undefined, count: 1 }]) {
        results.push(
          await ctx.transaction(async (tx) => {
            await executeSql(tx.db, 'insert into written values ($1)', ['kept'])
            return result
          }),
        )
      }
    })
    expect(results).toEqual([undefined, null, 'refused', { refused: undefined, count: 1 }])
    expect(written.rows).toEqual(['kept', 'kept', 'kept', 'kept', 'last'])
  })

  it('inside another one rolls back only its own writes when it refuses or throws', async () => {
    const written = await collectWritten(async (ctx) => {
      await ctx.transaction(async (tx) => {
        await write(tx, 'before')
        const refused = await tx.transaction(async (inner) => {
          await inner.transaction((innermost) => write(innermost, 'innermost'))
          await write(inner, 'refused')
          return { refused: 'nameTaken' }
        })
        expect(refused).toEqual({ refused: 'nameTaken' })
        const thrown = tx.transaction(async (inner) => {
          await write(inner, 'thrown')
          await executeSql(inner.db, 'select 1 / 0')
        })
        await expect(thrown).rejects.toThrow('division by zero')
        await tx.transaction((inner) => write(inner, 'inner'))
      })
    })
    expect(written).toEqual(only('before', 'inner', 'last'))
  })
})
