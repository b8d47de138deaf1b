import { AlipaySdk, type AlipaySdkCommonResult } from 'alipay-sdk'
import { PaymentError, type PaymentFailure } from '../../payments.ts'
import { readState, toShanghaiTime } from '../channelAnswers.ts'
import {
  notifyPath,
  type NewQrAgreement,
  type NewQrOrder,
  type QrAgreement,
  type QrChannel,
  type QrDeduction,
  type QrOrder,
} from '../qrPayments.ts'

/** The credentials of a merchant at Alipay. Keys are PEM, or the base64 content of one. */
export type AlipayConfig = {
  readonly appId: string
  readonly privateKey: string
  readonly publicKey: string
  /** Whether the merchant may make recurring charges. */
  readonly hasAgreements: boolean
  /** The base URL of a server that replaces Alipay's in tests. */
  readonly apiBase: string | null
}

const GATEWAY = 'https://openapi.alipay.com/gateway.do'
const PERSONAL_PRODUCT = { personal_product_code: 'CYCLE_PAY_AUTH_P', sign_scene: 'INDUSTRY|DEFAULT_SCENE' }

export const createAlipaySdk = ({ appId, privateKey, publicKey, apiBase }: AlipayConfig): AlipaySdk =>
  new AlipaySdk({
    appId,
    privateKey,
    alipayPublicKey: publicKey,
    keyType: privateKey.includes('RSA PRIVATE KEY') ? 'PKCS1' : 'PKCS8',
    signType: 'RSA2',
    gateway: apiBase ? `${apiBase}gateway.do` : GATEWAY,
    timeout: 15_000,
    camelcase: true,
  })

export function openAlipay(sdk: AlipaySdk, config: AlipayConfig, { publicUrl }: { publicUrl: string }): QrChannel {
  const notifyUrl = publicUrl + notifyPath('alipay')
  return {
    platform: 'alipay',
    hasAgreements: config.hasAgreements,
    createOrder: (order) => createOrder(sdk, notifyUrl, order),
    getOrder: (orderNo) => getOrder(sdk, orderNo),
    closeOrder: async (orderNo) => void (await unlessRefused(call(sdk, 'alipay.trade.close', { out_trade_no: orderNo }))),
    refund: async ({ orderNo, refundNo, amount }) => {
      const refund = { out_trade_no: orderNo, out_request_no: refundNo, refund_amount: toYuan(amount) }
      await call(sdk, 'alipay.trade.refund', refund)
    },
    createAgreement: async (agreement) => signingUrl(sdk, notifyUrl, agreement),
    getAgreement: (agreementNo) => getAgreement(sdk, agreementNo),
    endAgreement: async (agreementNo) => {
      const body = { ...PERSONAL_PRODUCT, external_agreement_no: agreementNo }
      await unlessRefused(call(sdk, 'alipay.user.agreement.unsign', body))
    },
    // Alipay announces charges to its customers itself.
    announceDeduction: () => Promise.resolve(),
    deduct: (deduction) => deduct(sdk, notifyUrl, deduction),
  }
}

/** Converts fen to yuan: `9.90` for 990. */
const toYuan = (amount: number): string => (amount / 100).toFixed(2)
const toFen = (text: unknown): number => Math.round(Number(text ?? 0) * 100)

async function createOrder(
  sdk: AlipaySdk,
  notifyUrl: string,
  { orderNo, title, amount, expiresAt }: NewQrOrder,
): Promise<string> {
  const order = {
    out_trade_no: orderNo,
    subject: title,
    total_amount: toYuan(amount),
    time_expire: toShanghaiTime(expiresAt).replace('T', ' '),
  }
  const { qrCode } = await call(sdk, 'alipay.trade.precreate', order, notifyUrl)
  if (typeof qrCode !== 'string' || qrCode === '') throw new PaymentError('unavailable', 'Alipay sent no QR code')
  return qrCode
}

const STATES: Readonly<Record<string, QrOrder['state']>> = {
  WAIT_BUYER_PAY: 'pending',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
}

/** Alipay reports a fully refunded order as closed, like an unpaid one. */
async function getOrder(sdk: AlipaySdk, orderNo: string): Promise<QrOrder> {
  const { tradeStatus, totalAmount, tradeNo, sendPayDate } = await call(sdk, 'alipay.trade.query', { out_trade_no: orderNo })
  const state = readState('Alipay', STATES, tradeStatus)
  const amount = toFen(totalAmount)
  // Only a paid order has a date of payment. The merchant may have refunded it with another refund number.
  const isAllBack = state === 'closed' && sendPayDate !== undefined
  const refunded = state === 'pending' ? 0 : isAllBack ? amount : await readRefund(sdk, orderNo)
  const common = { orderNo, amount, refunded }
  return { ...common, state: refunded > 0 ? 'paid' : state, transactionId: typeof tradeNo === 'string' ? tradeNo : null }
}

async function readRefund(sdk: AlipaySdk, orderNo: string): Promise<number> {
  const body = { out_trade_no: orderNo, out_request_no: `r-${orderNo}` }
  const refund = await unlessRefused(call(sdk, 'alipay.trade.fastpay.refund.query', body))
  return refund?.['refundStatus'] === 'REFUND_SUCCESS' ? toFen(refund['refundAmount']) : 0
}

/** Returns the signed URL of the page on which a customer agrees, which opens in the app that scans it. Nothing is called. */
function signingUrl(sdk: AlipaySdk, notifyUrl: string, { agreementNo, amount, months, startsAt }: NewQrAgreement): string {
  const bizContent = {
    ...PERSONAL_PRODUCT,
    product_code: 'CYCLE_PAY_AUTH',
    external_agreement_no: agreementNo,
    access_params: { channel: 'QRCODE' },
    period_rule_params: {
      period_type: 'MONTH',
      period: months,
      execute_time: executeDay(startsAt),
      single_amount: toYuan(amount),
    },
  }
  return sdk.pageExec('alipay.user.agreement.page.sign', 'GET', { notifyUrl, bizContent })
}

/** Alipay does not charge after the 28th of a month. */
function executeDay(time: Date): string {
  const [day] = toShanghaiTime(time).split('T')
  return Number(day?.slice(8)) > 28 ? `${day?.slice(0, 8)}28` : (day ?? '')
}

const AGREEMENT_STATES: Readonly<Record<string, QrAgreement['state']>> = { TEMP: 'pending', NORMAL: 'signed', STOP: 'ended' }

const readAgreement = (sdk: AlipaySdk, agreementNo: string) =>
  call(sdk, 'alipay.user.agreement.query', { ...PERSONAL_PRODUCT, external_agreement_no: agreementNo })

async function getAgreement(sdk: AlipaySdk, agreementNo: string): Promise<QrAgreement> {
  const { status } = await readAgreement(sdk, agreementNo)
  return { agreementNo, state: readState('Alipay', AGREEMENT_STATES, status), clockOffset: 0 }
}

/** Repeating an order number returns the existing charge. */
async function deduct(sdk: AlipaySdk, notifyUrl: string, { orderNo, agreementNo, title, amount }: QrDeduction): Promise<QrOrder> {
  const { agreementNo: alipayNo } = await readAgreement(sdk, agreementNo)
  const order = { out_trade_no: orderNo, subject: title, total_amount: toYuan(amount), product_code: 'CYCLE_PAY_AUTH' }
  const body = { ...order, agreement_params: { agreement_no: alipayNo } }
  const reply = await unlessPaid(call(sdk, 'alipay.trade.pay', body, notifyUrl))
  if (!reply) return await getOrder(sdk, orderNo)
  const isPaid = reply.code === '10000'
  const transactionId = typeof reply['tradeNo'] === 'string' ? reply['tradeNo'] : null
  return {
    orderNo,
    state: isPaid ? 'paid' : 'pending',
    amount: isPaid ? toFen(reply['totalAmount'] ?? toYuan(amount)) : amount,
    refunded: 0,
    transactionId,
  }
}

/**
 * Calls Alipay and verifies the signature of the response, which the library does not do by default. Returns the responses for
 * success and for pending work.
 */
async function call(sdk: AlipaySdk, method: string, bizContent: object, notifyUrl?: string): Promise<AlipaySdkCommonResult> {
  let reply: AlipaySdkCommonResult
  try {
    reply = await sdk.exec(method, { bizContent, ...(notifyUrl && { notifyUrl }) }, { validateSign: true })
  } catch (error) {
    // No response, or one that Alipay did not sign, which says nothing about the outcome.
    throw new PaymentError('unavailable', `Alipay: no valid response to ${method}`, { cause: error })
  }
  const { code, sub_code: plain, subCode = plain } = reply as AlipaySdkCommonResult & { subCode?: string }
  if (code === '10000' || code === '10003') return reply
  throw new PaymentError(failureOf(code, subCode ?? ''), `Alipay: ${code} ${subCode ?? ''} to ${method}`)
}

function failureOf(code: string, subCode: string): PaymentFailure {
  if (/NOT_EXIST/.test(subCode)) return 'notFound'
  return code === '20000' || /SYSTEM_ERROR|UNKNOW/.test(subCode) ? 'unavailable' : 'invalid'
}

/** Returns null when a charge with this number has already been paid. */
async function unlessPaid<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PaymentError && /TRADE_HAS_(SUCCESS|FINISHED)/.test(error.message)) return null
    throw error
  }
}

/**
 * Returns null when Alipay refuses a call because it has no effect: the order is done or does not exist. The caller reads it again.
 */
async function unlessRefused<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof PaymentError && ['invalid', 'notFound'].includes(error.failure)) return null
    throw error
  }
}
