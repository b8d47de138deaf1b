import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { executeSql, openDb, sqlExecutor, type Db } from '#platform/db/db.ts'
import { isUniqueViolation } from '#platform/db/errors.ts'
import { json } from '#platform/db/json.ts'
import { createTestDatabase, type TestDatabase } from '#test/server/testCluster.ts'

describe('openDb', () => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await createTestDatabase(inject('cluster'))
    db = openDb(database.url, { use: 'api' })
    await executeSql(db, 'create table thing (id bigint primary key, name text not null)')
  })
  afterAll(async () => {
    await db.destroy()
    await database[Symbol.asyncDispose]()
  })

  it('gives a feature typed access to its tables and reads int8 as a number', async () => {
    const things = db.withTables<{ thing: { id: number; name: string } }>()
    await things
      .insertInto('thing')
      .values({ id: 2 ** 40, name: 'a' })
      .execute()
    expect(await things.selectFrom('thing').selectAll().execute()).toEqual([{ id: 2 ** 40, name: 'a' }])
  })

  it('writes arrays, objects and texts into columns of type jsonb, and null as SQL NULL', async () => {
    await executeSql(db, 'create table document (id int primary key, body jsonb)')
    const documents = db.withTables<{ document: { id: number; body: unknown } }>()
    const bodies = [[], [1, [2]], ["it's", '{"a"}'], { a: [null] }, 'text', '', 0, false, null]
    await documents
      .insertInto('document')
      .values(bodies.map((body, id) => ({ id, body: json(body) })))
      .execute()
    const rows = await documents.selectFrom('document').selectAll().orderBy('id').execute()
    expect(rows.map(({ body }) => body)).toEqual(bodies)
    expect((await executeSql(db, `select id from document where body is null`)).rows).toEqual([{ id: bodies.length - 1 }])
  })

  it('limits API statements to 30 s and idle transactions to 60 s, and sets no limit for workers', async () => {
    const query = `select current_setting('statement_timeout') || ' ' || current_setting('idle_in_transaction_session_timeout') as limits`
    expect((await executeSql(db, query)).rows).toEqual([{ limits: '30s 1min' }])
    const worker = openDb(database.url, { use: 'worker' })
    expect((await executeSql(worker, `select current_setting('statement_timeout') as limit`)).rows).toEqual([{ limit: '0' }])
    await worker.destroy()
  })

  it('distinguishes a unique violation from other failures', async () => {
    await executeSql(db, `insert into thing values (1, 'one')`)
    const duplicate = await executeSql(db, `insert into thing values (1, 'one')`).catch((error: unknown) => error)
    expect(isUniqueViolation(duplicate)).toBe(true)
    expect(isUniqueViolation(duplicate, 'thing_pkey')).toBe(true)
    expect(isUniqueViolation(duplicate, 'another_key')).toBe(false)
    const missingName = await executeSql(db, 'insert into thing (id) values (5)').catch((error: unknown) => error)
    expect(isUniqueViolation(missingName)).toBe(false)
  })

  it('queues a job in the transaction: rolled back it does not exist, committed it does', async () => {
    const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false })
    boss.on('error', () => {})
    await boss.start()
    try {
      await boss.createQueue('work')
      const rolledBack = db.transaction().execute(async (tx) => {
        await boss.send('work', { id: 'lost' }, { db: sqlExecutor(tx) })
        throw new Error('no')
      })
      await expect(rolledBack).rejects.toThrow('no')
      await db.transaction().execute(async (tx) => {
        await boss.send('work', { id: 'kept' }, { db: sqlExecutor(tx) })
        expect(await boss.fetch('work')).toEqual([])
      })
      expect((await boss.fetch('work')).map((job) => job.data)).toEqual([{ id: 'kept' }])
      expect(await boss.fetch('work')).toEqual([])
    } finally {
      await boss.stop({ graceful: false })
    }
  })
})
