import plugin from 'wechatpay-axios-plugin'
import { seconds } from '#shared/units.ts'
import { PaymentError, type PaymentFailure } from '../../payments.ts'

/** What a merchant has at WeChat Pay, in its mode with a public key of the platform. Keys are PEM. */
export type WechatpayConfig = {
  readonly appId: string
  readonly merchantId: string
  /** The serial number of the merchant's certificate, whose private key signs requests. */
  readonly merchantSerial: string
  readonly privateKey: string
  /** `PUB_KEY_ID_…`, and the public key with which answers and notifications are verified. */
  readonly publicKeyId: string
  readonly publicKey: string
  /** Decrypts notifications: 32 characters. */
  readonly apiV3Key: string
  /** For regular charges: the key of the older interface, and the template that WeChat Pay has granted. */
  readonly agreements: { readonly apiV2Key: string; readonly planId: string } | null
  /** The server that is called instead of WeChat Pay's, in tests. */
  readonly apiBase: string | null
}

type Fields = Record<string, unknown>
type Response = { data: Fields }
type Chain = {
  get: (options?: object) => Promise<Response>
  post: (body: object, options?: object) => Promise<Response>
}
type Library = {
  Wechatpay: new (config: object) => { chain: (path: string) => Chain }
  Rsa: { verify: (message: string, signature: string, publicKey: string) => boolean }
  Aes: { AesGcm: { decrypt: (ciphertext: string, key: string, nonce: string, aad: string) => string } }
  Hash: { sign: (type: 'MD5' | 'HMAC-SHA256', data: object, key: string) => string; equals: (a: string, b: string) => boolean }
  Formatter: {
    response: (timestamp: string, nonce: string, body: string) => string
    nonce: () => string
    timestamp: () => number
  }
  Transformer: { toObject: (xml: string) => Fields }
}

export const library = plugin as unknown as Library

const TIMEOUT = seconds(15)

export type WechatpayClient = {
  readonly config: WechatpayConfig
  /** Calls of the interface with JSON. Answers are verified. */
  readonly get: (path: string, params?: object) => Promise<Fields>
  readonly post: (path: string, body: object) => Promise<Fields>
  /** Calls of the older interface with XML, for regular charges. Answers are verified. */
  readonly postXml: (path: string, body: Fields, options?: object) => Promise<Fields>
}

export function createWechatpayClient(config: WechatpayConfig): WechatpayClient {
  const { merchantId, merchantSerial, privateKey, publicKeyId, publicKey, agreements, apiBase } = config
  const client = new library.Wechatpay({
    mchid: merchantId,
    serial: merchantSerial,
    privateKey,
    certs: { [publicKeyId]: publicKey },
    ...(agreements && { secret: agreements.apiV2Key }),
    ...(apiBase && { baseURL: apiBase }),
    timeout: TIMEOUT,
    // The address is fixed: nothing is followed.
    maxRedirects: 0,
    proxy: false,
  })
  // WeChat Pay signs with the id of the key that it is asked for.
  const headers = { 'Wechatpay-Serial': publicKeyId }
  return {
    config,
    get: (path, params = {}) => dataOf(client.chain(path).get({ params, headers })),
    post: (path, body) => dataOf(client.chain(path).post(body, { headers })),
    postXml: (path, body, options = {}) => dataOf(client.chain(path).post(body, options)),
  }
}

async function dataOf(call: Promise<Response>): Promise<Fields> {
  try {
    const { data } = await call
    return typeof data === 'object' && data !== null ? data : {}
  } catch (error) {
    throw toPaymentError(error as AxiosError)
  }
}

type AxiosError = Error & { code?: string; response?: { status?: number; data?: { code?: string; err_code?: string } | string } }

const NOT_FOUND = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS', 'CONTRACT_NOT_EXIST', 'CONTRACTNOTEXIST'])
const LATER = new Set(['SYSTEM_ERROR', 'SYSTEMERROR', 'FREQUENCY_LIMITED', 'RATELIMIT_EXCEEDED', 'BANK_ERROR', 'BANKERROR'])

/** The message names no more than the code: what WeChat Pay answers may contain what a customer bought. */
function toPaymentError(error: AxiosError): PaymentError {
  const { status, data } = error.response ?? {}
  const fields = typeof data === 'object' && data !== null ? data : {}
  const code = fields.err_code ?? fields.code ?? error.code ?? 'UNKNOWN'
  return new PaymentError(failureOf(status, code), `WeChat Pay: ${status ?? 'no answer'} ${code}`, { cause: { code, status } })
}

function failureOf(status: number | undefined, code: string): PaymentFailure {
  if (NOT_FOUND.has(code) || status === 404) return 'notFound'
  if (status === undefined || status >= 500 || status === 429 || LATER.has(code)) return 'unavailable'
  // An answer that is not signed by WeChat Pay says nothing about the call.
  if (code.startsWith('EV2_RES_SIGNATURE') || code.startsWith('EV3_RES_')) return 'unavailable'
  return 'invalid'
}
