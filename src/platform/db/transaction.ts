import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Runs `work` in a transaction and returns its result. Its changes are rolled back when it throws or returns a refusal, such as `{
 * refused: 'nameTaken' }`.
 */
export async function runTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx)
      if (isRefusal(result)) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal as T
    throw error
  }
}

/**
 * Runs `work` in a transaction that has already begun, in the same way: only the changes of `work` are rolled back. One at a time.
 */
export async function runNested<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint nested`.execute(tx)
  let result: T
  try {
    result = await work()
  } catch (error) {
    // Fails when the connection is lost. The original error explains why.
    await rollBackNested(tx).catch(() => undefined)
    throw error
  }
  await (isRefusal(result) ? rollBackNested(tx) : releaseNested(tx))
  return result
}

/** A savepoint hides earlier ones with the same name, so this one must be released. */
const releaseNested = (tx: Db): Promise<unknown> => sql`release savepoint nested`.execute(tx)

async function rollBackNested(tx: Db): Promise<void> {
  await sql`rollback to savepoint nested`.execute(tx)
  await releaseNested(tx)
}

class RolledBack extends Error {
  readonly refusal: unknown
  constructor(refusal: unknown) {
    super('rolled back with a refusal')
    this.refusal = refusal
  }
}

const isRefusal = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'refused' in result && result.refused !== undefined
