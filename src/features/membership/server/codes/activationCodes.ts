import { createHash, randomInt } from 'node:crypto'
import type { AppContext } from '#platform/context.ts'
import { addMonths } from '#shared/addMonths.ts'
import { newId } from '#shared/newId.ts'
import type { Tier } from '../../contract.ts'
import { compareTiers, flagOfPeriod } from '../../rules.ts'
import { lockAccount } from '../ledger/storeGrants.ts'
import { ensureMembership } from '../plans.ts'
import { insertMembership, listMemberships, type MembershipRecord } from '../store.ts'
import { type CodeRecord, insertCodes, lockCode, markRedeemed } from './storeCodes.ts'
import { meTopic } from '#features/account/contract.ts'

/** Digits and letters without those that look alike: 32 characters, 5 bits each. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 5
const GROUP_LENGTH = 5

/**
 * Creates and returns codes for a membership of this many months. Only their hashes are stored, so they cannot be read again. Each
 * has 125 random bits.
 */
export async function createCodes(
  ctx: AppContext,
  { tier, months, count }: Pick<CodeRecord, 'tier' | 'months'> & { count: number },
): Promise<string[]> {
  const codes = Array.from({ length: count }, createCode)
  const common = { tier, months, made_at: ctx.clock.now(), redeemed_at: null, redeemed_by: null }
  await insertCodes(
    ctx,
    codes.map((code) => ({ code_hash: hashCode(code), ...common })),
  )
  return codes
}

/**
 * Redeems a code once: the membership begins now, or when one of the same tier ends. Refuses, and leaves unused, a code of a tier
 * that is not above the current one.
 */
export async function redeemCode(
  ctx: AppContext,
  userId: string,
  code: string,
): Promise<{ tier: Tier; expireTime: Date } | { refused: 'unknownCode' | 'usedCode' | 'notHigher' }> {
  return ctx.transaction(async (tx) => {
    await lockAccount(tx, userId)
    const hash = hashCode(code)
    const record = await lockCode(tx, hash)
    if (!record) return { refused: 'unknownCode' }
    if (record.redeemed_at) return { refused: 'usedCode' }
    const { tier, months } = record
    const current = await ensureMembership(tx, userId)
    // A plan that renews has no end after which the code could begin.
    const isSameWithEnd = current.tier === tier && current.expire_time !== null && current.renewal === null
    if (compareTiers(current.tier, tier) >= 0 && !isSameWithEnd) return { refused: 'notHigher' }
    const start = startAfter(tx, await listMemberships(tx, userId), tier)
    const expireTime = addMonths(start, months)
    await insertMembership(tx, {
      membership_id: newId(tx.clock.now()),
      user_id: userId,
      tier,
      flag: flagOfPeriod(start, expireTime),
      renewal: null,
      start_time: start,
      expire_time: expireTime,
      paid_until: null,
      source: 'code',
      source_ref: hash.toString('hex'),
      made_at: tx.clock.now(),
    })
    await markRedeemed(tx, hash, userId)
    await tx.live.publish(meTopic, { userId })
    return { tier, expireTime }
  })
}

/** Returns now, or the end of the last membership of this tier that has not ended. */
function startAfter(ctx: AppContext, memberships: readonly MembershipRecord[], tier: Tier): Date {
  const ends = memberships.flatMap((membership) => (membership.tier === tier && membership.expire_time) || [])
  return new Date(Math.max(ctx.clock.now().getTime(), ...ends.map((end) => end.getTime())))
}

function createCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Returns the hash of a code as typed: in any case, with or without dashes, with O for 0 and I or L for 1. */
const hashCode = (code: string): Buffer =>
  createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')).digest()
