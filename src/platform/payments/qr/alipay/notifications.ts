import type { AlipaySdk } from 'alipay-sdk'
import { hours, minutes } from '#shared/units.ts'
import { unsigned } from '../channelAnswers.ts'
import type { QrNotification } from '../qrPayments.ts'

/** Alipay repeats a notification for 25 hours. */
const OLDEST = hours(26)
const NEWEST = minutes(5)

/**
 * Verifies a notification of Alipay. The signature type is checked first, because the library reads it from the notification and
 * would accept SHA-1.
 */
export function parseAlipayNotification(
  { sdk, appId }: { sdk: AlipaySdk; appId: string },
  bytes: Uint8Array,
  now: Date,
): QrNotification {
  const fields = Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()))
  if (fields['sign_type'] !== 'RSA2') throw unsigned('this notification is signed in another way')
  if ((fields['app_id'] ?? fields['auth_app_id']) !== appId) throw unsigned('this notification is for another merchant')
  if (!sdk.checkNotifySignV2({ ...fields })) throw unsigned('the signature of this notification is not valid')
  const age = now.getTime() - Date.parse(`${fields['notify_time']?.replace(' ', 'T')}+08:00`)
  if (!(age <= OLDEST && age + NEWEST >= 0)) throw unsigned('this notification is too old or from the future')
  const { notify_id, notify_type = '', out_trade_no, external_agreement_no } = fields
  if (!notify_id || notify_id.length > 200) throw unsigned('this notification has no id')
  const common = { eventId: `alipay:${notify_id}`, type: notify_type, livemode: true }
  if (notify_type.startsWith('dut_user_') && external_agreement_no)
    return { ...common, objects: [{ kind: 'agreement', id: external_agreement_no }] }
  if (!out_trade_no) throw unsigned('this is no notification of a payment')
  return { ...common, objects: [{ kind: 'order', id: out_trade_no }] }
}
