import type { Millis } from '#shared/units.ts'
import type { NotificationOf } from '../payments.ts'

/** The apps with which a QR code is paid. */
export const PAY_PLATFORMS = ['wechatpay', 'alipay'] as const
export type PayPlatform = (typeof PAY_PLATFORMS)[number]

/**
 * Payments in China: a customer scans a QR code with an app. This server chooses the numbers of orders and agreements. Amounts are
 * whole fen of CNY. Calls throw PaymentError.
 */
export type QrPayments = {
  /** False when no money moves. */
  readonly livemode: boolean
  readonly channels: Readonly<Partial<Record<PayPlatform, QrChannel>>>
  /**
   * Verifies a notification that was sent to the address of this provider, and returns what it is about; null for one that asks
   * for nothing. Throws PaymentError `signature`, and `notFound` for a provider that is not configured.
   */
  readonly parseNotification: (
    provider: string,
    headers: Readonly<Record<string, string | undefined>>,
    body: Uint8Array,
  ) => Promise<QrNotification | null>
}

/** The path of this server to which a provider sends its notifications. */
export const notifyPath = (provider: PayPlatform | 'sandbox' | ':provider'): string => `/payments/notify/${provider}`

export type QrChannel = {
  readonly platform: PayPlatform
  /** Whether it may charge regularly. Without that no plan can be bought through it. */
  readonly hasAgreements: boolean
  /** Creates an order that can be paid until it expires, and returns the text of its QR code. The same number creates one. */
  createOrder: (order: NewQrOrder) => Promise<string>
  /** Returns an order as it is now. One that nobody has scanned may be unknown to the channel: it is pending. */
  getOrder: (orderNo: string) => Promise<QrOrder>
  /** Lets an order not be paid any more. Does nothing for one that is paid or closed. */
  closeOrder: (orderNo: string) => Promise<void>
  /** Pays back all of an order. The same number does it once. */
  refund: (refund: { readonly orderNo: string; readonly refundNo: string; readonly amount: number }) => Promise<void>
  /** Returns the text of the QR code with which a customer agrees to regular charges. Nothing is charged by that. */
  createAgreement: (agreement: NewQrAgreement) => Promise<string>
  getAgreement: (agreementNo: string) => Promise<QrAgreement>
  /** Ends an agreement. Does nothing for one that has ended. */
  endAgreement: (agreementNo: string) => Promise<void>
  /** Tells the customer that money will be charged. Does nothing where the channel does not demand it. */
  announceDeduction: (deduction: { readonly agreementNo: string; readonly amount: number }) => Promise<void>
  /** Charges what an agreement allows. The same order number charges once; read it again while it is pending. */
  deduct: (deduction: QrDeduction) => Promise<QrOrder>
}

export type NewQrOrder = {
  /** 6 to 32 letters, digits, `_` or `-`. */
  readonly orderNo: string
  readonly userId: string
  /** What the customer reads. */
  readonly title: string
  readonly amount: number
  readonly expiresAt: Date
}

/** `failed` is a charge that the channel has refused for good. */
export type QrOrder = {
  readonly orderNo: string
  readonly state: 'pending' | 'paid' | 'closed' | 'failed'
  readonly amount: number
  readonly refunded: number
  /** The number of the channel, for the customer's receipt. */
  readonly transactionId: string | null
}

export type NewQrAgreement = {
  readonly agreementNo: string
  readonly userId: string
  readonly title: string
  /** The most that is charged at once. */
  readonly amount: number
  readonly months: 1 | 12
  /** When it is charged for the first time. */
  readonly startsAt: Date
  readonly expiresAt: Date
}

export type QrAgreement = {
  readonly agreementNo: string
  readonly state: 'pending' | 'signed' | 'ended'
  /** How far the test clock of the customer runs ahead of the server; 0 where money moves. */
  readonly clockOffset: Millis
}

export type QrDeduction = {
  readonly orderNo: string
  readonly agreementNo: string
  readonly title: string
  readonly amount: number
}

/** What changed at the channel. It is a hint: the object is read again. */
export type QrNotification = NotificationOf<QrRef>
export type QrRef = { readonly kind: 'order' | 'agreement'; readonly id: string }
