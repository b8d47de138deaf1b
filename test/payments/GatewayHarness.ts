import type { Notification, PaymentGateway } from '#platform/payments/payments.ts'

/** The behaviour of a test card. `failsLater` pays on a page, but is declined when the customer is absent. */
export type TestCard = 'good' | 'declined' | 'needs3ds' | 'failsLater'

/** A notification as it arrives. */
export type RawNotification = { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array }

/** A provider in test mode, with the actions of its customers, its operator and banks. */
export type GatewayHarness = AsyncDisposable & {
  readonly gateway: PaymentGateway
  /** Returns a user without a customer. */
  createUser: () => { userId: string; email: string }
  /** Returns a new customer, whose clock can be advanced. */
  createCustomer: () => Promise<{ userId: string; customerId: string }>
  /** Returns the time of a customer as the port expects it: the time of the server, unless the clocks of customers are ahead. */
  now: (customerId: string) => Promise<Date>
  /** Tries to pay a checkout once. 3-D Secure is passed. */
  payCheckout: (checkoutId: string, card: TestCard) => Promise<void>
  /** Tries to pay an open invoice once. 3-D Secure is passed. */
  payInvoice: (invoiceId: string, card: TestCard) => Promise<void>
  /** Replaces the saved card; null removes it. */
  setCard: (customerId: string, card: TestCard | null) => Promise<void>
  cancelAtPeriodEnd: (subscriptionId: string) => Promise<void>
  /** Advances the time of a customer, and resolves when the provider has done everything due until then. */
  advance: (customerId: string, to: 'day' | 'renewal' | 'trialEnd') => Promise<void>
  dispute: (paymentId: string, outcome: 'open' | 'won' | 'lost') => Promise<void>
  /** Returns the oldest notification that it has not returned before. */
  nextNotification: () => Promise<RawNotification>
}

export type OpenHarness = () => Promise<GatewayHarness>

/** Returns the first notification of a type about an object, both raw and as parsed by the gateway. */
export async function findNotification(
  { gateway, nextNotification }: GatewayHarness,
  wanted: { type: string; id: string },
): Promise<{ raw: RawNotification; notification: Notification }> {
  for (;;) {
    const raw = await nextNotification()
    const notification = await gateway.parseNotification(raw.headers, raw.body)
    const isAboutIt = notification.objects.some(({ id }) => id === wanted.id)
    if (notification.type === wanted.type && isAboutIt) return { raw, notification }
  }
}
