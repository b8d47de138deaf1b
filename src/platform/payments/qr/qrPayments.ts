import type { Millis } from '#shared/units.ts'
import type { NotificationOf } from '../payments.ts'

/** The apps that can pay a QR code. */
export const PAY_PLATFORMS = ['wechatpay', 'alipay'] as const
export type PayPlatform = (typeof PAY_PLATFORMS)[number]

/**
 * Payments in China: a customer scans a QR code with an app. This server assigns the numbers of orders and agreements. Amounts are
 * whole fen of CNY. Calls throw PaymentError.
 */
export type QrPayments = {
  /** False when no real money is charged. */
  readonly livemode: boolean
  readonly channels: Readonly<Partial<Record<PayPlatform, QrChannel>>>
  /**
   * Verifies and parses a notification sent to the path of this provider; returns null for one that needs no action. Throws
   * PaymentError `signature`, and `notFound` for a provider that is not configured.
   */
  readonly parseNotification: (
    provider: string,
    headers: Readonly<Record<string, string | undefined>>,
    body: Uint8Array,
  ) => Promise<QrNotification | null>
}

/** The path at which this server receives the notifications of a provider. */
export const notifyPath = (provider: PayPlatform | 'sandbox' | ':provider'): string => `/payments/notify/${provider}`

export type QrChannel = {
  readonly platform: PayPlatform
  /** Whether the channel supports recurring charges. Without them, it cannot sell plans. */
  readonly hasAgreements: boolean
  /** Creates an order and returns the text of its QR code. The same number creates only one order. */
  createOrder: (order: NewQrOrder) => Promise<string>
  /** Returns the current state of an order. The channel may not know an order until it is scanned; it then counts as pending. */
  getOrder: (orderNo: string) => Promise<QrOrder>
  /** Closes an order so that it can no longer be paid. Does nothing for one that is paid or closed. */
  closeOrder: (orderNo: string) => Promise<void>
  /** Refunds an order in full, once per refund number. */
  refund: (refund: { readonly orderNo: string; readonly refundNo: string; readonly amount: number }) => Promise<void>
  /** Returns the text of the QR code with which a customer agrees to recurring charges. Charges nothing. */
  createAgreement: (agreement: NewQrAgreement) => Promise<string>
  getAgreement: (agreementNo: string) => Promise<QrAgreement>
  /** Ends an agreement. Does nothing for one that has ended. */
  endAgreement: (agreementNo: string) => Promise<void>
  /** Announces a charge to the customer. Does nothing where the channel does not require it. */
  announceDeduction: (deduction: { readonly agreementNo: string; readonly amount: number }) => Promise<void>
  /** Charges an agreement, once per order number. Read the order again while it is pending. */
  deduct: (deduction: QrDeduction) => Promise<QrOrder>
}

export type NewQrOrder = {
  /** 6 to 32 letters, digits, `_` or `-`. */
  readonly orderNo: string
  readonly userId: string
  /** The title shown to the customer. */
  readonly title: string
  readonly amount: number
  readonly expiresAt: Date
}

/** A QR code order. `failed` is a charge that the channel has refused for good. */
export type QrOrder = {
  readonly orderNo: string
  readonly state: 'pending' | 'paid' | 'closed' | 'failed'
  readonly amount: number
  readonly refunded: number
  /** The channel's number of the payment, for the customer's receipt. */
  readonly transactionId: string | null
}

export type NewQrAgreement = {
  readonly agreementNo: string
  readonly userId: string
  readonly title: string
  /** The maximum amount of a charge. */
  readonly amount: number
  readonly months: 1 | 12
  /** The date of the first charge. */
  readonly startsAt: Date
  readonly expiresAt: Date
}

export type QrAgreement = {
  readonly agreementNo: string
  readonly state: 'pending' | 'signed' | 'ended'
  /** How far the customer's test clock is ahead of the server; 0 with real money. */
  readonly clockOffset: Millis
}

export type QrDeduction = {
  readonly orderNo: string
  readonly agreementNo: string
  readonly title: string
  readonly amount: number
}

/** A change at the channel. It is only a hint: the object is read from the channel. */
export type QrNotification = NotificationOf<QrRef>
export type QrRef = { readonly kind: 'order' | 'agreement'; readonly id: string }
