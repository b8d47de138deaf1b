import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type AgreementRecord, moveAgreement } from '../storeAgreements.ts'
import { movePeriods } from '../storeOrders.ts'
import { applyPaidTime } from './applyCharge.ts'

/** Moves the times of an agreement back when the test clock of its customer was set forward, so that what is due there is due here. */
export async function shiftAgreement(tx: AppContext, agreement: AgreementRecord, clockOffset: Millis): Promise<void> {
  const by = clockOffset - agreement.clock_offset_ms
  if (by === 0) return
  await moveAgreement(tx, agreement.sub_id, { clockOffset, by })
  await movePeriods(tx, agreement.sub_id, by)
  await applyPaidTime(tx, agreement.sub_id)
}
