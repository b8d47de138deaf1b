import type { AppContext } from '#platform/context.ts'
import { triesOf, type RightCode } from '../rules.ts'
import { lockAccount } from './ledger/storeGrants.ts'
import { hasRight } from './membership.ts'
import { countTries, deleteTry, findTry, insertTry } from './storeTries.ts'

/** Returns how many tries of a feature a user without the right has left (B§7). */
export const countTriesLeft = async (ctx: AppContext, userId: string, code: RightCode): Promise<number> =>
  Math.max(0, triesOf(code) - (await countTries(ctx, userId, code)))

/**
 * Returns whether a user may use a feature now: by right, or by a try, which is then counted. `useRef` identifies the use; the same
 * use counts once.
 */
export async function admitFeatureUse(tx: AppContext, userId: string, code: RightCode, useRef: string): Promise<boolean> {
  if (await hasRight(tx, userId, code)) return true
  await lockAccount(tx, userId)
  if (await findTry(tx, userId, code, useRef)) return true
  if ((await countTriesLeft(tx, userId, code)) === 0) return false
  await insertTry(tx, { user_id: userId, feature_code: code, use_ref: useRef, made_at: tx.clock.now() })
  return true
}

/** Returns a try, because the use failed. Does nothing when none was counted. */
export const returnTry = (tx: AppContext, userId: string, code: RightCode, useRef: string): Promise<void> =>
  deleteTry(tx, userId, code, useRef)
