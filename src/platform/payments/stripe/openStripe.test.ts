import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { quietLog } from '#platform/log/log.ts'
import { aCustomer } from '#test/fakes/stripe/catalogueObjects.ts'
import { openTestStripe, WEBHOOK_SECRET } from '#test/fakes/stripe/openTestStripe.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { type RawAnswer, refusal } from '#test/fakes/stripe/startReplayServer.ts'
import { PaymentError, type PaymentFailure } from '../payments.ts'
import { openStripe } from './openStripe.ts'

const { server, stripe } = await setUpStripe()

const USER = { userId: 'user-1', email: 'anna@example.org' }

describe('requests', () => {
  it('carry the pinned version of the API and no telemetry', async () => {
    server.on('POST /v1/customers', aCustomer())
    server.on('POST /v1/customers/cus_1', aCustomer())
    await stripe.createCustomer(USER)
    await stripe.createCustomer(USER)
    for (const { headers } of server.requests) {
      expect(headers).toMatchObject({ authorization: 'Bearer sk_test_earshot', 'stripe-version': '2026-10-28.endive' })
      expect(headers).not.toHaveProperty('x-stripe-client-telemetry')
    }
  })

  it.each([
    ['a failure of Stripe', [refusal(500, { type: 'api_error', message: 'x' })]],
    [
      'another request with the key that is still running',
      [refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'x' })],
    ],
    [
      'two pages of a proxy',
      [
        { raw: '<html>', status: 502 },
        { raw: '<html>', status: 503 },
      ],
    ],
  ])('are retried with the same key after %s', { timeout: 20_000 }, async (_, failures) => {
    server.on('POST /v1/customers', ...failures, aCustomer())
    server.on('POST /v1/customers/cus_1', aCustomer())
    expect(await openTestStripe(server.url, { retries: 2 }).createCustomer(USER)).toBe('cus_1')
    const keys = server.requests.filter(({ path }) => path === '/v1/customers').map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual(Array.from({ length: failures.length + 1 }, () => 'customer:user-1'))
  })
})

describe('failures', () => {
  const cases: [what: string, answer: RawAnswer, failure: PaymentFailure][] = [
    ['a failure of Stripe', refusal(500, { type: 'api_error', message: 'x' }), 'unavailable'],
    ['too many requests', refusal(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'x' }), 'unavailable'],
    ['a key in use', refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'x' }), 'unavailable'],
    ['a page of a proxy', { raw: '<html><h1>Bad gateway</h1>', status: 502 }, 'unavailable'],
    ['a page with status 200', { raw: '<html>Sign in to the network', status: 200 }, 'unavailable'],
    ['404 without an error', { raw: '{"message":"Not Found"}', status: 404 }, 'unavailable'],
    ['500 without an error', { raw: '{}', status: 500 }, 'unavailable'],
    ['another object', { raw: '{"object":"price","id":"price_1"}', status: 200 }, 'unavailable'],
    ['a list', { raw: '[]', status: 200 }, 'unavailable'],
    ['null', { raw: 'null', status: 200 }, 'unavailable'],
    ['a number', { raw: '5', status: 200 }, 'unavailable'],
    ['a text', { raw: '"ok"', status: 200 }, 'unavailable'],
    ['an empty answer', { raw: '', status: 200 }, 'unavailable'],
    ['a redirect', { raw: '{}', status: 302, headers: { location: 'http://127.0.0.1:1/' } }, 'unavailable'],
    ['a declined card', refusal(402, { type: 'card_error', code: 'card_declined', message: 'x' }), 'declined'],
    ['an unknown id', refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: 'x' }), 'notFound'],
    ['a wrong field', refusal(400, { type: 'invalid_request_error', param: 'email', message: 'x' }), 'invalid'],
    ['a key with other content', refusal(400, { type: 'idempotency_error', message: 'x' }), 'invalid'],
    ['a wrong secret key', refusal(401, { type: 'invalid_request_error', message: 'x' }), 'invalid'],
    ['a key without that permission', refusal(403, { type: 'invalid_request_error', message: 'x' }), 'invalid'],
  ]
  it.each(cases)('%s', async (_, answer, failure) => {
    server.on('POST /v1/customers', answer)
    await expect(stripe.createCustomer(USER)).rejects.toMatchObject({ name: 'PaymentError', failure, currency: null })
  })

  it('a server that sends nothing, and one that is not there', async () => {
    server.on('POST /v1/customers', { raw: 'silence' })
    const impatient = openTestStripe(server.url, { timeout: 50 })
    await expect(impatient.createCustomer(USER)).rejects.toMatchObject({ failure: 'unavailable' })
    const absent = openTestStripe('http://127.0.0.1:1')
    await expect(absent.createCustomer(USER)).rejects.toMatchObject({ failure: 'unavailable' })
  })

  const activeIn =
    'This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency eur.'
  it.each([
    [activeIn, 'eur'],
    ['This customer has had a subscription or payment in hkd, but you are trying to pay in cad.', 'hkd'],
    ['Ask the support.', null],
  ])('another currency: %s', async (reason, currency) => {
    const message = `You cannot combine currencies on a single customer. ${reason}`
    server.on('POST /v1/customers', refusal(400, { type: 'invalid_request_error', message }))
    await expect(stripe.createCustomer(USER)).rejects.toMatchObject({ failure: 'currency', currency })
  })

  it('say what happened, without the secret key and content of users', async () => {
    const message = 'Your key sk_test_earshot and anna@example.org'
    server.on('POST /v1/customers', refusal(402, { type: 'card_error', code: 'card_declined', param: 'source', message }))
    const error: unknown = await stripe.createCustomer(USER).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(PaymentError)
    expect(error).toMatchObject({
      message: 'Stripe: StripeCardError, card_declined, source, status 402, request req_replay',
      cause: undefined,
    })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/sk_test|anna/)
  })
})

it('is live with a live key only', () => {
  expect(stripe).toMatchObject({ provider: 'stripe', livemode: false })
  const config = {
    provider: 'stripe',
    secretKey: 'rk_live_only_for_tests',
    webhookSecret: WEBHOOK_SECRET,
    apiBase: server.url,
  } as const
  expect(openStripe(config, { log: quietLog })).toMatchObject({ livemode: true })
})

it.each([
  ['none', false],
  ['stripe', true],
])('is loaded only when it is configured: %s', async (provider, isLoaded) => {
  const payments = { provider, secretKey: 'sk_test_earshot', webhookSecret: 'whsec_test', apiBase: server.url }
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ resolve: (name, context, next) => { console.log(name); return next(name, context) } })
    const { openPayments } = await import('#platform/payments/openPayments.ts')
    await openPayments({ config: { region: 'global', payments: ${JSON.stringify(payments)} } })`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  const loaded = stdout.split('\n').filter((name) => /stripe/i.test(name))
  expect(loaded.includes('stripe')).toBe(isLoaded)
  expect(loaded.length > 0).toBe(isLoaded)
})
