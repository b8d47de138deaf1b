import { describe, expect, it } from 'vitest'
import { describeConfig, readConfig } from '#platform/config/config.ts'
import { ConfigError } from '#platform/config/environment.ts'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const ALIPAY = {
  PAYMENTS_PROVIDER: 'alipay',
  REGION: 'cn',
  ALIPAY_APP_ID: '2021',
  ALIPAY_PRIVATE_KEY: String.raw`-----BEGIN PRIVATE KEY-----\nMIIa\n-----END PRIVATE KEY-----`,
  ALIPAY_PUBLIC_KEY: 'MIIb',
}
const STRIPE = { PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_live_abc123', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
const SANDBOX = { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo' }

describe('settings of payments', () => {
  it('sell nothing by default', () => {
    expect(readConfig({})).toMatchObject({ payments: { provider: 'none' }, instanceMode: 'live' })
  })

  it('accept a provider with its key, and the sandbox on a demo server', () => {
    expect(readConfig(STRIPE).payments).toEqual({
      provider: 'stripe',
      secretKey: 'rk_live_abc123',
      webhookSecret: 'whsec_abc',
      apiBase: null,
    })
    expect(readConfig(SANDBOX).payments).toEqual({ provider: 'sandbox' })
    expect(problemsOf({ ...STRIPE, INSTANCE_MODE: 'demo', STRIPE_SECRET_KEY: 'sk_test_abc123' })).toEqual([])
  })

  it.each([
    [{ PAYMENTS_PROVIDER: 'sandbox' }, /^PAYMENTS_PROVIDER=sandbox also needs INSTANCE_MODE=demo/],
    [{ PAYMENTS_PROVIDER: 'sandbox', NODE_ENV: 'production' }, /INSTANCE_MODE=demo/],
    [{ ...SANDBOX, STRIPE_SECRET_KEY: 'sk_live_abc123' }, /^STRIPE_SECRET_KEY also needs PAYMENTS_PROVIDER=stripe/],
    [{ ...SANDBOX, STRIPE_SECRET_KEY: 'rk_live_abc123' }, /^STRIPE_SECRET_KEY also needs PAYMENTS_PROVIDER=stripe/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_abc' }, /^STRIPE_WEBHOOK_SECRET also needs PAYMENTS_PROVIDER=stripe/],
    [{ PAYMENTS_PROVIDER: 'stripe', STRIPE_WEBHOOK_SECRET: 'x' }, /^PAYMENTS_PROVIDER=stripe also needs STRIPE_SECRET_KEY/],
    [{ PAYMENTS_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_live_a' }, /^PAYMENTS_PROVIDER=stripe also needs STRIPE_WEBHOOK/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_abc123' }, /^A test key .*INSTANCE_MODE=demo/],
    [{ ...STRIPE, INSTANCE_MODE: 'demo' }, /^A live key .*INSTANCE_MODE=live/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_live_abc' }, /^STRIPE_SECRET_KEY must be a key/],
    [{ ...STRIPE, REGION: 'cn' }, /^PAYMENTS_PROVIDER=stripe also needs REGION=global/],
    [{ ...STRIPE, STRIPE_API_BASE: 'https://evil.example' }, /^STRIPE_API_BASE must be an address of this machine/],
    [{ ...STRIPE, STRIPE_API_BASE: 'http://127.0.0.1.evil.example' }, /^STRIPE_API_BASE must be an address of this machine/],
    [{ ...STRIPE, STRIPE_API_BASE: 'http://localhost@evil.example' }, /^STRIPE_API_BASE must be an address of this machine/],
    [{ ...ALIPAY, REGION: 'global' }, /^PAYMENTS_PROVIDER=alipay also needs REGION=cn/],
    [{ PAYMENTS_PROVIDER: 'alipay', REGION: 'cn' }, /^PAYMENTS_PROVIDER=alipay also needs ALIPAY_APP_ID/],
    [{ ...ALIPAY, INSTANCE_MODE: 'demo' }, /^PAYMENTS_PROVIDER=alipay needs INSTANCE_MODE=live/],
    [{ ...ALIPAY, PAYMENTS_PROVIDER: 'wechatpay' }, /^ALIPAY_APP_ID also needs PAYMENTS_PROVIDER=alipay/],
    [{ ...ALIPAY, PAYMENTS_PROVIDER: 'wechatpay,alipay' }, /^PAYMENTS_PROVIDER=wechatpay also needs WECHATPAY_APP_ID/],
    [{ ...ALIPAY, ALIPAY_API_BASE: 'https://evil.example/' }, /^ALIPAY_API_BASE must be an address of this machine/],
    [
      { PAYMENTS_PROVIDER: 'wechatpay', REGION: 'cn', WECHATPAY_PLAN_ID: '1' },
      /^WECHATPAY_API_V2_KEY and WECHATPAY_PLAN_ID need/,
    ],
    [{ WECHATPAY_API_V3_KEY: 'short' }, /^WECHATPAY_API_V3_KEY must have 32 characters/],
    [{ PAYMENTS_PROVIDER: 'paypal' }, /^PAYMENTS_PROVIDER must be one of none, stripe, sandbox/],
    [{ INSTANCE_MODE: 'test' }, /^INSTANCE_MODE must be one of live, demo/],
  ])('refuse %j', (env, problem) => {
    expect(problemsOf(env)).toContainEqual(expect.stringMatching(problem))
  })

  it('are described without their secrets', () => {
    expect(JSON.stringify(describeConfig(readConfig(STRIPE)))).not.toMatch(/rk_live|whsec/)
    expect(JSON.stringify(describeConfig(readConfig(ALIPAY)))).not.toMatch(/MII/)
  })

  it('take keys whose lines are separated by \\n', () => {
    const { payments } = readConfig(ALIPAY)
    expect('alipay' in payments && payments.alipay?.privateKey.split('\n')).toHaveLength(3)
  })
})
