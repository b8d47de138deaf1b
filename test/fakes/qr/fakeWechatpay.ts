import { createHash, createSign, createVerify, generateKeyPairSync, createCipheriv, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WechatpayConfig } from '#platform/payments/qr/wechatpay/wechatpayClient.ts'

type Order = { state: string; amount: number; refunded: number; contractId?: string }

const keyPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Ways in which a response is tampered with. */
export type Tampering = 'none' | 'otherKey' | 'changedBody' | 'old' | 'unsigned' | 'serverError' | 'refused'

/**
 * A server on this machine with the protocol of WeChat Pay: it refuses requests not signed by the merchant, and signs its
 * responses. Keys are created for each server.
 */
export async function fakeWechatpay() {
  const [merchant, platform, other] = [keyPair(), keyPair(), keyPair()]
  const orders = new Map<string, Order>()
  const contracts = new Map<string, { id: string; isSigned: boolean }>()
  const requests: string[] = []
  const state = { tampering: 'none' as Tampering, declines: false, listsLater: false }
  const apiV2Key = randomBytes(16).toString('hex')

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const config: WechatpayConfig = {
    appId: 'wx1234567890',
    merchantId: '1900000001',
    merchantSerial: 'A1B2C3D4',
    privateKey: merchant.privateKey,
    publicKeyId: 'PUB_KEY_ID_0119',
    publicKey: platform.publicKey,
    apiV3Key: randomBytes(16).toString('hex'),
    agreements: { apiV2Key, planId: '12535' },
    apiBase,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url = '' } = request
    requests.push(`${method} ${url.split('?')[0]}`)
    if (state.tampering === 'serverError') return void response.writeHead(502).end('bad gateway')
    if (body.startsWith('<')) return answerXml(url, body, response)
    if (!isSigned(request, method, url, body)) return sendJson(response, 401, { code: 'SIGN_ERROR' })
    const [code, reply] = handle(method, url, body === '' ? {} : (JSON.parse(body) as Fields))
    sendJson(response, code, reply)
  }

  type Fields = Record<string, unknown>

  function isSigned({ headers }: IncomingMessage, method: string, url: string, body: string): boolean {
    const parts = Object.fromEntries(
      [...(headers.authorization ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    if (!headers.authorization?.startsWith('WECHATPAY2-SHA256-RSA2048 ') || parts['mchid'] !== config.merchantId) return false
    if (parts['serial_no'] !== config.merchantSerial || headers['wechatpay-serial'] !== config.publicKeyId) return false
    const message = `${method}\n${url}\n${parts['timestamp']}\n${parts['nonce_str']}\n${body}\n`
    return createVerify('RSA-SHA256')
      .update(message)
      .verify(merchant.publicKey, parts['signature'] ?? '', 'base64')
  }

  function handle(method: string, url: string, body: Fields): [number, Fields | null] {
    const { pathname } = new URL(url, apiBase)
    if (state.tampering === 'refused') return [400, { code: 'PARAM_ERROR' }]
    if (pathname === '/v3/pay/transactions/native') {
      const orderNo = String(body['out_trade_no'])
      orders.set(orderNo, { state: 'NOTPAY', amount: (body['amount'] as { total: number }).total, refunded: 0 })
      return [200, { code_url: `weixin://wxpay/bizpayurl?pr=${orderNo}` }]
    }
    const [, orderNo = '', close] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(pathname) ?? []
    const order = orders.get(orderNo)
    if (orderNo && (!order || order.contractId)) return [404, { code: 'ORDER_NOT_EXIST' }]
    if (order && close) {
      if (order.state === 'SUCCESS') return [400, { code: 'ORDERPAID' }]
      order.state = 'CLOSED'
      return [204, null]
    }
    if (order && method === 'GET')
      return [
        200,
        {
          trade_state: order.state,
          amount: { total: order.amount, currency: 'CNY' },
          transaction_id: order.state === 'SUCCESS' ? `42${orderNo}` : '',
        },
      ]
    if (pathname === '/v3/refund/domestic/refunds') {
      const refunded = orders.get(String(body['out_trade_no']))
      if (refunded?.state !== 'SUCCESS' && refunded?.state !== 'REFUND') return [400, { code: 'INVALID_REQUEST' }]
      refunded.state = 'REFUND'
      refunded.refunded = (body['amount'] as { refund: number }).refund
      return [200, { status: 'PROCESSING' }]
    }
    const [, refundOf] = /^\/v3\/refund\/domestic\/refunds\/r-(.+)$/.exec(pathname) ?? []
    if (refundOf) return [200, { status: 'SUCCESS', amount: { refund: orders.get(refundOf)?.refunded ?? 0 } }]
    if (/^\/v3\/papay\/contracts\/[^/]+\/notify$/.test(pathname)) return [204, null]
    return [404, { code: 'NOT_FOUND' }]
  }

  function sendJson(response: ServerResponse, code: number, reply: Fields | null): void {
    const body = reply === null ? '' : JSON.stringify(reply)
    const { tampering } = state
    const sent = tampering === 'changedBody' ? body.replace(/pr=\w+/, 'pr=elsewhere') : body
    const at = nowInSeconds() - (tampering === 'old' ? 3600 : 0)
    const headers = signedHeaders(body, { at, key: tampering === 'otherKey' ? other.privateKey : platform.privateKey })
    response.writeHead(code, { 'content-type': 'application/json', ...(tampering !== 'unsigned' && headers) }).end(sent)
  }

  function signedHeaders(body: string, { at = nowInSeconds(), key = platform.privateKey, serial = config.publicKeyId } = {}) {
    const nonce = randomBytes(16).toString('hex')
    const signature = createSign('RSA-SHA256').update(`${at}\n${nonce}\n${body}\n`).sign(key, 'base64')
    return {
      'wechatpay-timestamp': String(at),
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': signature,
    }
  }

  const signXml = (fields: Record<string, string>, secret = apiV2Key): string =>
    createHash('md5')
      .update(
        `${Object.keys(fields)
          .toSorted()
          .filter((name) => fields[name] !== '' && name !== 'sign')
          .map((name) => `${name}=${fields[name]}`)
          .join('&')}&key=${secret}`,
      )
      .digest('hex')
      .toUpperCase()

  const toXml = (fields: Record<string, string>): string =>
    `<xml>${Object.entries(fields)
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join('')}</xml>`

  const readXml = (xml: string): Record<string, string> =>
    Object.fromEntries(
      [...xml.matchAll(/<(\w+)>(?:<!\[CDATA\[)?([^<\]]*)(?:\]\]>)?<\/\1>/g)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>

  function answerXml(url: string, body: string, response: ServerResponse): void {
    const fields = readXml(body)
    const ok = { return_code: 'SUCCESS', mch_id: config.merchantId, nonce_str: randomBytes(8).toString('hex') }
    const send = (reply: Record<string, string>) => {
      const signed = { ...ok, ...reply }
      const secret = state.tampering === 'otherKey' ? 'f'.repeat(32) : apiV2Key
      response.writeHead(200, { 'content-type': 'text/xml' }).end(toXml({ ...signed, sign: signXml(signed, secret) }))
    }
    if (fields['sign'] !== signXml(fields)) return send({ return_code: 'FAIL', return_msg: 'sign error' })
    const contract = contracts.get(fields['contract_code'] ?? '')
    if (url.startsWith('/papay/querycontract'))
      return contract
        ? send({ result_code: 'SUCCESS', contract_id: contract.id, contract_state: contract.isSigned ? '0' : '1' })
        : send({ result_code: 'FAIL', err_code: 'CONTRACT_NOT_EXIST' })
    if (url.startsWith('/papay/deletecontract')) {
      if (!contract?.isSigned) return send({ result_code: 'FAIL', err_code: 'CONTRACT_EXPIRED' })
      contract.isSigned = false
      return send({ result_code: 'SUCCESS' })
    }
    const orderNo = fields['out_trade_no'] ?? ''
    if (url.startsWith('/pay/pappayapply')) {
      if (orders.has(orderNo)) return send({ result_code: 'FAIL', err_code: 'ORDER_ACCEPTED' })
      const amount = Number(fields['total_fee'])
      orders.set(orderNo, {
        state: state.declines ? 'PAY_FAIL' : 'SUCCESS',
        amount,
        refunded: 0,
        contractId: fields['contract_id'] ?? '',
      })
      return send({ result_code: 'SUCCESS' })
    }
    const order = orders.get(orderNo)
    if (!order || state.listsLater) return send({ result_code: 'FAIL', err_code: 'ORDERNOTEXIST' })
    send({ result_code: 'SUCCESS', trade_state: order.state, total_fee: String(order.amount), transaction_id: `43${orderNo}` })
  }

  /** A notification in the format of WeChat Pay. */
  function notification(resource: Fields, { id = 'evt-1', type = 'TRANSACTION.SUCCESS', ...signing }: NotificationOptions = {}) {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', config.apiV3Key, nonce).setAAD(Buffer.from('transaction'))
    const sealed = Buffer.concat([cipher.update(JSON.stringify(resource)), cipher.final(), cipher.getAuthTag()])
    const sealedResource = {
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      nonce,
      associated_data: 'transaction',
    }
    const body = JSON.stringify({ id, event_type: type, resource_type: 'encrypt-resource', resource: sealedResource })
    return { headers: { 'content-type': 'application/json', ...signedHeaders(body, signing) }, body }
  }
  type NotificationOptions = { id?: string; type?: string; at?: number; key?: string; serial?: string }

  return {
    config,
    orders,
    contracts,
    requests,
    state,
    notification,
    signedHeaders,
    apiBase,
    otherKey: other.privateKey,
    xmlNotification: (fields: Record<string, string>, secret?: string) => toXml({ ...fields, sign: signXml(fields, secret) }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const nowInSeconds = (): number => Math.floor(performance.timeOrigin / 1000 + performance.now() / 1000)
