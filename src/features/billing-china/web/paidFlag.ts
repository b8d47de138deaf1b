import { setItem, STORAGE_KEYS, takeItem } from '#browser/storage/storage.ts'
import type { PlanChangeType } from './payment.ts'

/** What was paid, kept for the page that is loaded after it (A§4). */
export type PaidFlag = 'pack' | PlanChangeType

const options = { area: 'session' } as const

export const storePaidFlag = (flag: PaidFlag): void => setItem(STORAGE_KEYS.order, flag, options)

/** Returns what was paid, once. */
export function takePaidFlag(): PaidFlag | null {
  const flag = takeItem(STORAGE_KEYS.order, options)
  return flag === 'pack' || flag === 'new' || flag === 'upgrade' || flag === 'downgrade' ? flag : null
}
