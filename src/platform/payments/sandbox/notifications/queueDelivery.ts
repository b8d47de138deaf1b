import { z } from 'zod'
import { type Jobs, job } from '#platform/jobs/jobs.ts'
import type { CustomerRow } from '../tables.ts'

export const deliverEvent = job('payments.deliver-sandbox-event', z.object({ eventId: z.string() }))

type Switches = Pick<CustomerRow, 'sends_late_first' | 'sends_nothing' | 'delay_seconds'>

/** How long notifications are delayed so that later ones overtake them, in seconds. */
const REORDER_WINDOW = 3

/** Queues the delivery of an event according to its customer's switches. */
export async function queueDelivery(
  jobs: Pick<Jobs, 'send'>,
  { sends_late_first: isReversed, sends_nothing: isLost, delay_seconds: delay }: Switches,
  { eventId, n }: { eventId: string; n: number },
): Promise<void> {
  if (isLost) return
  const startAfter = delay + (isReversed ? REORDER_WINDOW : 0)
  await jobs.send(deliverEvent, { eventId }, { startAfter, priority: isReversed ? n : 0 })
}
