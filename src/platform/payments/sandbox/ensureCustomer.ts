import { keyedHash } from '#platform/crypto/hashes.ts'
import { createId, type Sandbox, tablesOf } from './customerTransaction.ts'

/** Returns the customer id of a user. The sandbox learns nothing else about the user. */
export async function ensureCustomer(sandbox: Sandbox, userId: string): Promise<string> {
  const tables = tablesOf(sandbox)
  const user_hash = keyedHash(sandbox.secret, 'user', userId)
  const customer = { customer_id: createId('cus', sandbox.clock), user_hash, created_at: sandbox.clock.now() }
  await tables
    .insertInto('sandbox_customer')
    .values(customer)
    .onConflict((conflict) => conflict.column('user_hash').doNothing())
    .execute()
  const stored = tables.selectFrom('sandbox_customer').select('customer_id').where('user_hash', '=', user_hash)
  return (await stored.executeTakeFirstOrThrow()).customer_id
}
