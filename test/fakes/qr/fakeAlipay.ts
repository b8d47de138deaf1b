import { createSign, createVerify, generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AlipayConfig } from '#platform/payments/qr/alipay/openAlipay.ts'

type Fields = Record<string, unknown>
type Trade = { status: string; amount: string; refund: string | null }

const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Ways in which a response is tampered with. */
export type AlipayTampering = 'none' | 'otherKey' | 'changedBody' | 'unsigned' | 'serverError' | 'refused' | 'systemError'

/**
 * A server on this machine with the protocol of Alipay: it refuses requests not signed by the merchant, and signs its responses.
 * Keys are created for each server.
 */
export async function fakeAlipay() {
  const [merchant, platform, other] = [keyPair(), keyPair(), keyPair()]
  const trades = new Map<string, Trade>()
  const agreements = new Map<string, { agreementNo: string; status: string }>()
  const requests: string[] = []
  const state = { tampering: 'none' as AlipayTampering, declines: false }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const config: AlipayConfig = {
    appId: '2021000000000001',
    privateKey: merchant.privateKey,
    publicKey: platform.publicKey,
    hasAgreements: true,
    apiBase,
  }

  const isSigned = (params: URLSearchParams): boolean => {
    const text = [...params]
      .filter(([name, value]) => name !== 'sign' && value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return createVerify('RSA-SHA256')
      .update(text)
      .verify(merchant.publicKey, params.get('sign') ?? '', 'base64')
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (state.tampering === 'serverError') return void response.writeHead(502).end('bad gateway')
    const params = new URL(request.url ?? '', apiBase).searchParams
    for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) params.append(name, value)
    const method = params.get('method') ?? ''
    requests.push(method)
    const reply =
      params.get('app_id') !== config.appId || params.get('sign_type') !== 'RSA2' || !isSigned(params)
        ? { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' }
        : handle(method, JSON.parse(params.get('biz_content') ?? '{}') as Fields)
    send(response, `${method.replaceAll('.', '_')}_response`, reply)
  }

  function send(response: ServerResponse, name: string, reply: Fields): void {
    const body = JSON.stringify(reply)
    const key = state.tampering === 'otherKey' ? other.privateKey : platform.privateKey
    const sign = createSign('RSA-SHA256').update(body).sign(key, 'base64')
    const sent = state.tampering === 'changedBody' ? body.replace(/qr_code":"[^"]+/, 'qr_code":"https://elsewhere') : body
    const signature = state.tampering === 'unsigned' ? '' : `,"sign":"${sign}"`
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"${name}":${sent}${signature}}`)
  }

  const refused = (sub_code: string): Fields => ({ code: '40004', msg: 'Business Failed', sub_code })
  const success = (fields: Fields): Fields => ({ code: '10000', msg: 'Success', ...fields })

  function handle(method: string, body: Fields): Fields {
    if (state.tampering === 'refused') return refused('ACQ.INVALID_PARAMETER')
    if (state.tampering === 'systemError')
      return { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'aop.unknow-error' }
    const orderNo = String(body['out_trade_no'] ?? '')
    const trade = trades.get(orderNo)
    switch (method) {
      case 'alipay.trade.precreate':
        trades.set(orderNo, { status: 'WAIT_BUYER_PAY', amount: String(body['total_amount']), refund: null })
        return success({ out_trade_no: orderNo, qr_code: `https://qr.alipay.example/${orderNo}` })
      case 'alipay.trade.query':
        if (!trade) return refused('ACQ.TRADE_NOT_EXIST')
        return success({
          out_trade_no: orderNo,
          trade_no: `28${orderNo}`,
          trade_status: trade.status,
          total_amount: trade.amount,
          // Only for paid trades, even after a refund.
          ...((trade.status === 'TRADE_SUCCESS' || trade.refund !== null) && { send_pay_date: '2026-11-28 20:00:00' }),
        })
      case 'alipay.trade.close':
        if (!trade) return refused('ACQ.TRADE_NOT_EXIST')
        if (trade.status !== 'WAIT_BUYER_PAY') return refused('ACQ.TRADE_STATUS_ERROR')
        trade.status = 'TRADE_CLOSED'
        return success({ out_trade_no: orderNo })
      case 'alipay.trade.refund':
        if (trade?.status !== 'TRADE_SUCCESS' && !trade?.refund) return refused('ACQ.TRADE_STATUS_ERROR')
        Object.assign(trade, { status: 'TRADE_CLOSED', refund: String(body['refund_amount']) })
        return success({ fund_change: 'Y' })
      case 'alipay.trade.fastpay.refund.query':
        return trade?.refund && body['out_request_no'] === `r-${orderNo}`
          ? success({ refund_status: 'REFUND_SUCCESS', refund_amount: trade.refund })
          : success({})
      case 'alipay.trade.pay': {
        const { agreement_no } = (body['agreement_params'] ?? {}) as { agreement_no?: string }
        const agreement = [...agreements.values()].find(({ agreementNo }) => agreementNo === agreement_no)
        if (agreement?.status !== 'NORMAL') return refused('ACQ.AGREEMENT_NOT_EXIST')
        if (trade?.status === 'TRADE_SUCCESS') return refused('ACQ.TRADE_HAS_SUCCESS')
        if (state.declines) return refused('ACQ.BUYER_BALANCE_NOT_ENOUGH')
        trades.set(orderNo, { status: 'TRADE_SUCCESS', amount: String(body['total_amount']), refund: null })
        return success({ out_trade_no: orderNo, trade_no: `28${orderNo}`, total_amount: body['total_amount'] })
      }
      default:
        return handleAgreement(method, agreements.get(String(body['external_agreement_no'])))
    }
  }

  function handleAgreement(method: string, agreement: { agreementNo: string; status: string } | undefined): Fields {
    if (!agreement) return refused('USER_AGREEMENT_NOT_EXIST')
    if (method === 'alipay.user.agreement.unsign') agreement.status = 'STOP'
    return success({ agreement_no: agreement.agreementNo, status: agreement.status })
  }

  /** A notification in the format of Alipay: a signed form. */
  function notification(
    fields: Record<string, string>,
    { key = platform.privateKey, algorithm = 'RSA-SHA256', signType = 'RSA2' } = {},
  ): string {
    const text = Object.keys(fields)
      .toSorted()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    const sign = createSign(algorithm).update(text).sign(key, 'base64')
    return new URLSearchParams({ ...fields, sign_type: signType, sign }).toString()
  }

  return {
    config,
    trades,
    agreements,
    requests,
    state,
    notification,
    isSigned,
    otherKey: other.privateKey,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
