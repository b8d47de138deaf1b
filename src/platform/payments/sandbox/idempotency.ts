import { PaymentError } from '../payments.ts'
import type { CustomerTransaction } from './customerTransaction.ts'

/**
 * Runs `work` once per key and returns the id of the resulting object. Throws PaymentError when the key was used for another
 * request.
 */
export async function once(
  { sandbox, tx }: CustomerTransaction,
  { key, request }: { key: string; request: string },
  work: () => Promise<string>,
): Promise<string> {
  const earlier = await tx.selectFrom('sandbox_idempotency_key').selectAll().where('key', '=', key).executeTakeFirst()
  if (earlier && earlier.request !== request) throw new PaymentError('invalid', 'this key was used for another request')
  if (earlier) return earlier.object_id
  const object_id = await work()
  const created_at = sandbox.clock.now()
  await tx.insertInto('sandbox_idempotency_key').values({ key, request, object_id, created_at }).execute()
  return object_id
}
