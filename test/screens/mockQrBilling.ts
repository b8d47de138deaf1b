import { PACK_MINUTES } from '#features/membership/rules.ts'
import { billingChinaContract, type Pricing } from '#features/billing-china/contract.ts'
import { isPlanKey, PLANS, priceOf, type ProductKey, skuId } from '#features/billing-china/rules.ts'
import { handle, MockError, type RouteHandler } from './mockServer.ts'

type Status = 'pending' | 'paid' | 'expired' | 'failed' | 'create_failed'

export type QrBillingState = {
  pricing?: Partial<Pricing>
  /** The result of each request for a code, one per call; `pending` is one that can be scanned. The last one is repeated. */
  codes?: Status[]
  /** The results of polling a code; the last one is repeated. */
  statuses?: Status[]
  isUnreachable?: boolean
}

const toProduct = (key: ProductKey): Pricing['products'][number] => ({
  price: priceOf(key),
  sku_id: skuId(key),
  product_id: key,
  uniq_name: key,
  is_current: false,
  tags: [],
  ...(isPlanKey(key)
    ? { type: 'membership' as const, minutes: null, purchase_type: 'sub' as const }
    : { type: 'traffic' as const, minutes: PACK_MINUTES[key], purchase_type: 'once' as const }),
})

/** The handlers of a server of the build for China, and the received requests for QR codes. */
export function mockQrBilling({
  pricing,
  codes = ['pending'],
  statuses = ['pending'],
  isUnreachable = false,
}: QrBillingState = {}) {
  const sent: {
    sku: string
    platform: string
    amount: number
    changeAmount: number | undefined
    changeType: string | undefined
  }[] = []
  let shown = pricing
  let asked = 0
  const nextCode = (body: {
    sku_id: string
    pay_platform: string
    amount: number
    change_amount?: number | undefined
    change_type?: string | undefined
  }) => {
    if (isUnreachable) throw new MockError(502)
    const status = codes[Math.min(sent.length, codes.length - 1)] ?? 'pending'
    const { sku_id: sku, pay_platform: platform, amount, change_amount: changeAmount, change_type: changeType } = body
    sent.push({ sku, platform, amount, changeAmount, changeType })
    return { status, id: `code-${sent.length}`, text: status === 'pending' ? `https://pay.example/${sent.length}` : '' }
  }
  const nextStatus = (): Status => statuses[Math.min(asked++, statuses.length - 1)] ?? 'pending'
  const handlers: RouteHandler[] = [
    handle(billingChinaContract.pricing, () => ({
      data: {
        products: [...Object.keys(PLANS), ...Object.keys(PACK_MINUTES)].map((key) => toProduct(key as ProductKey)),
        current: null,
        change_details: {},
        pay_methods: [...(['wechatpay', 'alipay'] as const)],
        ...shown,
      },
    })),
    handle(billingChinaContract.checkout, ({ body }) => {
      const { id, text, status } = nextCode(body)
      return { data: { order_id: id, qrcode: text, status, expire_time: 0 } }
    }),
    handle(billingChinaContract.subscribe, ({ body }) => {
      const { id, text, status } = nextCode(body)
      return { data: { sub_id: id, sub_url: text, status, expire_time: 0, change_type: 'new' as const } }
    }),
    handle(billingChinaContract.order, ({ params }) => ({ data: { order_id: params.id, status: nextStatus(), expire_time: 0 } })),
    handle(billingChinaContract.subscription, () => {
      const status = nextStatus()
      return { data: { has_subscription: status === 'paid', status } }
    }),
    handle(billingChinaContract.endSubscription, () => ({})),
    handle(billingChinaContract.orders, () => ({ data: [] })),
  ]
  const setPricing = (next: Partial<Pricing>): void => void (shown = next)
  return { handlers, sent, asked: () => asked, setPricing }
}
