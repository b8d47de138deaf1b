import { randomInt } from 'node:crypto'
import { PaymentError } from '../../payments.ts'
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
import { createWechatpayClient, library, type WechatpayClient, type WechatpayConfig } from './wechatpayClient.ts'

type Options = { readonly publicUrl: string }

/** Opens WeChat Pay. Plans are sold only if a template for recurring charges is configured. */
export function openWechatpay(config: WechatpayConfig, { publicUrl }: Options): QrChannel {
  const client = createWechatpayClient(config)
  const notifyUrl = publicUrl + notifyPath('wechatpay')
  return {
    platform: 'wechatpay',
    hasAgreements: config.agreements !== null,
    createOrder: (order) => createOrder(client, notifyUrl, order),
    getOrder: (orderNo) => getOrder(client, orderNo),
    closeOrder: (orderNo) => closeOrder(client, orderNo),
    refund: async ({ orderNo, refundNo, amount }) => {
      const money = { refund: amount, total: amount, currency: 'CNY' }
      await client.post('v3/refund/domestic/refunds', { out_trade_no: orderNo, out_refund_no: refundNo, amount: money })
    },
    createAgreement: async (agreement) => signingUrl(client, notifyUrl, agreement),
    getAgreement: async (agreementNo) => await getAgreement(client, agreementNo),
    endAgreement: (agreementNo) => endAgreement(client, agreementNo),
    announceDeduction: async ({ agreementNo, amount }) => {
      const { contractId } = await readContract(client, agreementNo)
      const { merchantId: mchid, appId: appid } = config
      const body = { mchid, appid, estimated_amount: { amount, currency: 'CNY' } }
      await client.post(`v3/papay/contracts/${encodeURIComponent(contractId)}/notify`, body)
    },
    deduct: (deduction) => deduct(client, notifyUrl, deduction),
  }
}

async function createOrder(
  { config, post }: WechatpayClient,
  notifyUrl: string,
  { orderNo, title, amount, expiresAt }: NewQrOrder,
): Promise<string> {
  const { code_url } = await post('v3/pay/transactions/native', {
    appid: config.appId,
    mchid: config.merchantId,
    description: title,
    out_trade_no: orderNo,
    time_expire: `${toShanghaiTime(expiresAt)}+08:00`,
    notify_url: notifyUrl,
    amount: { total: amount, currency: 'CNY' },
  })
  return required(code_url, 'code_url')
}

function required(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new PaymentError('unavailable', `WeChat Pay sent no ${name}`)
  return value
}

/** Reads an order through the newer API, or a charge through the older one. */
async function getOrder(client: WechatpayClient, orderNo: string): Promise<QrOrder> {
  try {
    const path = `v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}`
    const { trade_state, amount, transaction_id } = await client.get(path, { mchid: client.config.merchantId })
    const total = Number((amount as { total?: unknown } | undefined)?.total ?? 0)
    return await toOrder(client, orderNo, { state: trade_state, total, transactionId: transaction_id })
  } catch (error) {
    const isUnknown = error instanceof PaymentError && error.failure === 'notFound'
    if (!isUnknown || !client.config.agreements) throw error
    return await getDeduction(client, orderNo)
  }
}

const STATES: Readonly<Record<string, QrOrder['state']>> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  ACCEPT: 'pending',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
  PAY_FAIL: 'failed',
}

type Read = { state: unknown; total: number; transactionId: unknown }

async function toOrder(client: WechatpayClient, orderNo: string, { state, total, transactionId }: Read): Promise<QrOrder> {
  return {
    orderNo,
    state: readState('WeChat Pay', STATES, state),
    amount: total,
    refunded: state === 'REFUND' ? await sumRefunds(client, orderNo) : 0,
    transactionId: typeof transactionId === 'string' && transactionId !== '' ? transactionId : null,
  }
}

/** Refunds that the operator made with other numbers are unknown here; the state only says that there was one. */
async function sumRefunds(client: WechatpayClient, orderNo: string): Promise<number> {
  try {
    const { status, amount } = await client.get(`v3/refund/domestic/refunds/${encodeURIComponent(`r-${orderNo}`)}`)
    const { refund = 0 } = (amount ?? {}) as { refund?: number }
    return status === 'SUCCESS' || status === 'PROCESSING' ? refund : 0
  } catch (error) {
    if (error instanceof PaymentError && error.failure === 'notFound') return 0
    throw error
  }
}

async function closeOrder({ config, post }: WechatpayClient, orderNo: string): Promise<void> {
  try {
    await post(`v3/pay/transactions/out-trade-no/${encodeURIComponent(orderNo)}/close`, { mchid: config.merchantId })
  } catch (error) {
    // Paid or closed in the meantime: the caller reads it again.
    if (!(error instanceof PaymentError) || !['invalid', 'notFound'].includes(error.failure)) throw error
  }
}

/** Returns the settings of recurring charges. Throws when they are not configured. */
function termsOf({ config }: WechatpayClient): { apiV2Key: string; planId: string } {
  if (!config.agreements) throw new PaymentError('invalid', 'regular charges are not configured for WeChat Pay')
  return config.agreements
}

/** Returns the signed URL of the page on which a customer agrees, which opens in the app that scans it. Nothing is called. */
function signingUrl(client: WechatpayClient, notifyUrl: string, { agreementNo, userId, title }: NewQrAgreement): string {
  const { apiV2Key, planId } = termsOf(client)
  const { appId, merchantId, apiBase } = client.config
  const fields = {
    appid: appId,
    mch_id: merchantId,
    plan_id: planId,
    contract_code: agreementNo,
    // A number of digits that increases.
    request_serial: `${library.Formatter.timestamp()}${randomInt(1_000_000)}`,
    contract_display_account: `${title} ${userId.slice(-4)}`,
    notify_url: notifyUrl,
    version: '1.0',
    timestamp: String(library.Formatter.timestamp()),
  }
  const sign = library.Hash.sign('MD5', fields, apiV2Key)
  return `${apiBase ?? 'https://api.mch.weixin.qq.com/'}papay/entrustweb?${new URLSearchParams({ ...fields, sign })}`
}

type Contract = { contractId: string; isSigned: boolean }

async function readContract(client: WechatpayClient, agreementNo: string): Promise<Contract> {
  const { planId } = termsOf(client)
  const { appId: appid, merchantId: mch_id } = client.config
  const body = { appid, mch_id, plan_id: planId, contract_code: agreementNo, version: '1.0' }
  const { contract_state, contract_id } = await client.postXml('v2/papay/querycontract', body, { nonceless: true })
  return { contractId: String(contract_id ?? ''), isSigned: contract_state === '0' }
}

async function getAgreement(client: WechatpayClient, agreementNo: string): Promise<QrAgreement> {
  const { isSigned } = await readContract(client, agreementNo)
  return { agreementNo, state: isSigned ? 'signed' : 'ended', clockOffset: 0 }
}

async function endAgreement(client: WechatpayClient, agreementNo: string): Promise<void> {
  const { planId } = termsOf(client)
  const { appId: appid, merchantId: mch_id } = client.config
  const body = {
    appid,
    mch_id,
    plan_id: planId,
    contract_code: agreementNo,
    contract_termination_remark: 'ended',
    version: '1.0',
  }
  try {
    await client.postXml('v2/papay/deletecontract', body, { nonceless: true })
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'invalid' || (await readContract(client, agreementNo)).isSigned)
      throw error
  }
}

async function deduct(
  client: WechatpayClient,
  notifyUrl: string,
  { orderNo, agreementNo, title, amount }: QrDeduction,
): Promise<QrOrder> {
  const { contractId } = await readContract(client, agreementNo)
  const { appId: appid, merchantId: mch_id } = client.config
  const money = { total_fee: String(amount), trade_type: 'PAP', spbill_create_ip: '127.0.0.1' }
  const body = { appid, mch_id, body: title, out_trade_no: orderNo, contract_id: contractId, notify_url: notifyUrl, ...money }
  try {
    await client.postXml('v2/pay/pappayapply', body)
  } catch (error) {
    // The number was used before, so its charge is read.
    if (!(error instanceof PaymentError) || !/ORDER_?PAID|ORDER_?ACCEPTED|OUT_TRADE_NO_USED/.test(error.message)) throw error
  }
  try {
    return await getDeduction(client, orderNo)
  } catch (error) {
    // The charge was accepted but is not listed yet.
    if (!(error instanceof PaymentError) || error.failure !== 'notFound') throw error
    return { orderNo, state: 'pending', amount, refunded: 0, transactionId: null }
  }
}

/** The state of a charge is only known some time after it was accepted. */
async function getDeduction(client: WechatpayClient, orderNo: string): Promise<QrOrder> {
  const { appId: appid, merchantId: mch_id } = client.config
  const { trade_state, total_fee, transaction_id } = await client.postXml('v2/pay/paporderquery', {
    appid,
    mch_id,
    out_trade_no: orderNo,
  })
  return await toOrder(client, orderNo, { state: trade_state, total: Number(total_fee ?? 0), transactionId: transaction_id })
}
