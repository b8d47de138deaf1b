import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type AgreementRecord, listAgreements, moveAgreement } from '../storeAgreements.ts'
import { movePeriods } from '../storeOrders.ts'
import { applyPaidTime } from './applyCharge.ts'

/**
 * Moves the times of all agreements of a user back after this customer's test clock was advanced, so that what is due there is due
 * here.
 */
export async function shiftAgreements(tx: AppContext, userId: string, clockOffset: Millis): Promise<void> {
  for (const agreement of await listAgreements(tx, userId)) await shift(tx, agreement, clockOffset)
}

async function shift(tx: AppContext, agreement: AgreementRecord, clockOffset: Millis): Promise<void> {
  const { sub_id: subId, clock_offset_ms } = agreement
  const by = clockOffset - clock_offset_ms
  if (by === 0) return
  await moveAgreement(tx, subId, { clockOffset, by })
  await movePeriods(tx, subId, by)
  await applyPaidTime(tx, agreement)
}
