import { days } from '#shared/units.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { getItem, removeItem, setItem, STORAGE_KEYS } from '#browser/storage/storage.ts'

/** A purchase that is being paid on the page of the provider. */
export type Order = { readonly sessionId: string; readonly flag: number }

/** After a day the page of the provider has long been closed. */
const ORDER_LIFETIME = days(1)

const options = () => {
  const owner = currentAccountId()
  return owner === undefined ? {} : { owner }
}

/** Stores the purchase, so that it is confirmed also when the browser never returns from the page of the provider. */
export const storeOrder = (order: Order): void => setItem(STORAGE_KEYS.order, order, { ...options(), lifetime: ORDER_LIFETIME })

export function readOrder(): Order | null {
  const stored = getItem(STORAGE_KEYS.order, options())
  if (typeof stored !== 'object' || stored === null) return null
  const { sessionId, flag } = stored as Partial<Order>
  return typeof sessionId === 'string' && typeof flag === 'number' ? { sessionId, flag } : null
}

export const removeOrder = (): void => removeItem(STORAGE_KEYS.order, options())
