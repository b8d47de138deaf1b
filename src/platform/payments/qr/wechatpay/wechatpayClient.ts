import plugin from 'wechatpay-axios-plugin'
import { seconds } from '#shared/units.ts'
import { PaymentError, type PaymentFailure } from '../../payments.ts'

/** The credentials of a merchant at WeChat Pay, in its mode with a public key of the platform. Keys are PEM. */
export type WechatpayConfig = {
  readonly appId: string
  readonly merchantId: string
  /** The serial number of the merchant's certificate, whose private key signs requests. */
  readonly merchantSerial: string
  readonly privateKey: string
  /** The id (`PUB_KEY_ID_…`) and the public key that verify responses and notifications. */
  readonly publicKeyId: string
  readonly publicKey: string
  /** Decrypts notifications: 32 characters. */
  readonly apiV3Key: string
  /** For recurring charges: the key of the older API, and the template granted by WeChat Pay. */
  readonly agreements: { readonly apiV2Key: string; readonly planId: string } | null
  /** The base URL of a server that replaces WeChat Pay's in tests. */
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
  /** Calls the JSON API. Responses are verified. */
  readonly get: (path: string, params?: object) => Promise<Fields>
  readonly post: (path: string, body: object) => Promise<Fields>
  /** Calls the older XML API for recurring charges. Responses are verified. */
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
    // The address is fixed, so redirects are not followed.
    maxRedirects: 0,
    proxy: false,
  })
  // WeChat Pay signs its response with the key that this header names.
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

/** The message contains only the code, because a response may contain what a customer bought. */
function toPaymentError(error: AxiosError): PaymentError {
  const { status, data } = error.response ?? {}
  const fields = typeof data === 'object' && data !== null ? data : {}
  const code = fields.err_code ?? fields.code ?? error.code ?? 'UNKNOWN'
  return new PaymentError(failureOf(status, code), `WeChat Pay: ${status ?? 'no answer'} ${code}`, { cause: { code, status } })
}

function failureOf(status: number | undefined, code: string): PaymentFailure {
  if (NOT_FOUND.has(code) || status === 404) return 'notFound'
  if (status === undefined || status >= 500 || status === 429 || LATER.has(code)) return 'unavailable'
  // A response that WeChat Pay did not sign says nothing about the outcome.
  if (code.startsWith('EV2_RES_SIGNATURE') || code.startsWith('EV3_RES_')) return 'unavailable'
  return 'invalid'
}
