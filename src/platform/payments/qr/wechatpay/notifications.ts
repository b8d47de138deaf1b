import { createHash } from 'node:crypto'
import { z } from 'zod'
import { minutes, seconds } from '#shared/units.ts'
import { parseJson } from '#platform/http/parseInput.ts'
import { unsigned } from '../channelAnswers.ts'
import type { QrNotification, QrRef } from '../qrPayments.ts'
import { library, type WechatpayConfig } from './wechatpayClient.ts'

/** Maximum difference between the time of a notification and that of the server. */
const TOLERANCE = minutes(5)

type Headers = Readonly<Record<string, string | undefined>>

/** Verifies a notification of WeChat Pay: JSON for orders, XML for recurring charges. */
export function parseWechatpayNotification(
  config: WechatpayConfig,
  headers: Headers,
  bytes: Uint8Array,
  now: Date,
): QrNotification {
  const body = Buffer.from(bytes).toString()
  return body.trimStart().startsWith('<') ? parseXml(config, body) : parseSigned(config, headers, body, now)
}

const Envelope = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string(),
    associated_data: z.string().optional(),
  }),
})
const Resource = z.object({
  mchid: z.string(),
  appid: z.string().optional(),
  out_trade_no: z.string(),
  amount: z.object({ total: z.number().optional(), currency: z.string().optional() }).optional(),
})

function parseSigned(config: WechatpayConfig, headers: Headers, body: string, now: Date): QrNotification {
  const { 'wechatpay-timestamp': timestamp = '', 'wechatpay-nonce': nonce = '', 'wechatpay-serial': serial } = headers
  const signature = headers['wechatpay-signature'] ?? ''
  if (serial !== config.publicKeyId) throw unsigned('this notification is signed with another key')
  // An invalid number gives NaN, for which this comparison is false.
  if (!(Math.abs(now.getTime() - seconds(Number(timestamp))) <= TOLERANCE))
    throw unsigned('this notification is too old or from the future')
  if (!verifies(library.Formatter.response(timestamp, nonce, body), signature, config.publicKey))
    throw unsigned('the signature of this notification is not valid')
  const envelope = Envelope.safeParse(parseJson(body))
  if (!envelope.success) throw unsigned('this is no notification of a payment')
  const { id, event_type, resource } = envelope.data
  const fields = Resource.safeParse(parseJson(decrypt(resource, config.apiV3Key)))
  if (!fields.success || fields.data.mchid !== config.merchantId || (fields.data.appid ?? config.appId) !== config.appId)
    throw unsigned('this notification is for another merchant')
  if ((fields.data.amount?.currency ?? 'CNY') !== 'CNY') throw unsigned('this notification is about another currency')
  return toNotification(id, event_type, { kind: 'order', id: fields.data.out_trade_no })
}

function verifies(message: string, signature: string, publicKey: string): boolean {
  try {
    return library.Rsa.verify(message, signature, publicKey)
  } catch {
    return false
  }
}

function decrypt({ ciphertext, nonce, associated_data = '' }: z.infer<typeof Envelope>['resource'], key: string): string {
  try {
    return library.Aes.AesGcm.decrypt(ciphertext, key, nonce, associated_data)
  } catch {
    throw unsigned('this notification is encrypted with another key')
  }
}

/**
 * The older API signs with a secret and without a time. Replaying a notification is harmless, because the object is read from
 * WeChat Pay.
 */
function parseXml({ agreements, merchantId }: WechatpayConfig, body: string): QrNotification {
  const fields = readXml(body)
  const { sign = '', ...signed } = fields
  const type = sign.length === 64 ? 'HMAC-SHA256' : 'MD5'
  if (!agreements || !library.Hash.equals(library.Hash.sign(type, signed, agreements.apiV2Key), sign))
    throw unsigned('the signature of this notification is not valid')
  if (fields['mch_id'] !== merchantId) throw unsigned('this notification is for another merchant')
  const { contract_code, out_trade_no, change_type } = fields
  const id = createHash('sha256').update(body).digest('hex')
  if (out_trade_no) return toNotification(id, 'PAPAY', { kind: 'order', id: out_trade_no })
  if (!contract_code) throw unsigned('this is no notification of a payment')
  return toNotification(id, `CONTRACT.${change_type ?? ''}`, { kind: 'agreement', id: contract_code })
}

/** Refuses document types and with them entities, which no notification needs. */
function readXml(body: string): Record<string, string> {
  if (/<!DOCTYPE|<!ENTITY/i.test(body)) throw unsigned('this is no notification of a payment')
  try {
    const fields = Object.entries(library.Transformer.toObject(body) ?? {})
    return Object.fromEntries(fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    throw unsigned('this is no notification of a payment')
  }
}

const toNotification = (eventId: string, type: string, object: QrRef): QrNotification => ({
  eventId: `wechatpay:${eventId}`,
  type,
  livemode: true,
  objects: [object],
})
