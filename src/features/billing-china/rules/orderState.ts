/** The states of an order (A§4). `creating` is one whose QR code the channel has not returned yet. */
export const ORDER_STATES = ['creating', 'pending', 'paid', 'expired', 'failed', 'create_failed'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** What the channel reports. `closed` is an order that cannot be paid any more. */
export type OrderEvent = 'created' | 'notCreated' | 'paid' | 'closed' | 'refused'

const OPEN: readonly OrderState[] = ['creating', 'pending']

/** Returns the next state of an order. A payment always wins, also when it arrives after the order expired. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState {
  if (state === 'paid' || event === 'paid') return 'paid'
  if (event === 'created') return state === 'creating' ? 'pending' : state
  if (event === 'notCreated') return state === 'creating' ? 'create_failed' : state
  if (!OPEN.includes(state)) return state
  return event === 'closed' ? 'expired' : 'failed'
}
