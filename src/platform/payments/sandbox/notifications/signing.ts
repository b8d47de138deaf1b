import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { minutes, seconds, unixSeconds } from '#shared/units.ts'
import { equalInConstantTime } from '#platform/crypto/hashes.ts'
import { parseJson } from '#platform/http/parseInput.ts'
import { type NotificationOf, PaymentError } from '../../payments.ts'
import { type EventRow, OBJECT_KINDS, type SandboxRef } from '../tables.ts'

/** Maximum difference between the time of a notification and that of the server, in both directions. */
const TOLERANCE = minutes(5)

const Body = z.object({
  eventId: z.string(),
  type: z.string(),
  livemode: z.literal(false),
  objects: z.array(z.object({ kind: z.enum(OBJECT_KINDS), id: z.string() })),
})

export const toNotification = ({ event_id, type, objects }: EventRow): NotificationOf<SandboxRef> => ({
  eventId: event_id,
  type,
  livemode: false,
  objects,
})

export type SignedNotification = { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** Signs a notification as Standard Webhooks specifies. */
export function signNotification(secret: Uint8Array, notification: NotificationOf<SandboxRef>, now: Date): SignedNotification {
  const body = JSON.stringify(notification)
  const [id, timestamp] = [notification.eventId, String(unixSeconds(now))]
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, { id, timestamp, body })}`,
  }
  return { headers, body }
}

/** Throws PaymentError `signature` for a notification that the sandbox did not send, or not now. */
export function verifyNotification(
  secret: Uint8Array,
  headers: Readonly<Record<string, string | undefined>>,
  bytes: Uint8Array,
  now: Date,
): NotificationOf<SandboxRef> {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  const body = Buffer.from(bytes)
  const expected = `v1,${signatureOf(secret, { id, timestamp, body })}`
  const isSigned = signatures.split(' ').some((signature) => equalInConstantTime(signature, expected))
  if (!isSigned) throw new PaymentError('signature', 'the signature of this notification is not valid')
  // An invalid number gives NaN, for which this comparison is false.
  if (!(Math.abs(now.getTime() - seconds(Number(timestamp))) <= TOLERANCE))
    throw new PaymentError('signature', 'this notification is too old or from the future')
  const parsed = Body.safeParse(parseJson(body.toString()))
  if (!parsed.success || parsed.data.eventId !== id)
    throw new PaymentError('signature', 'this is not a notification from the sandbox')
  return parsed.data
}

const signatureOf = (secret: Uint8Array, { id, timestamp, body }: { id: string; timestamp: string; body: string | Uint8Array }) =>
  createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest('base64')
