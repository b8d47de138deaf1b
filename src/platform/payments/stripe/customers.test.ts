import { describe, expect, it } from 'vitest'
import { aConfiguration, aCustomer, aPortalSession } from '#test/fakes/stripe/catalogueObjects.ts'
import { openTestStripe } from '#test/fakes/stripe/openTestStripe.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf, refusal } from '#test/fakes/stripe/startReplayServer.ts'

const { server } = await setUpStripe()

const sent = (path: string) => server.requests.filter((request) => request.method === 'POST' && request.path === path)

describe('customers', () => {
  it('are created once for a user, whose address may change', async () => {
    server.on('POST /v1/customers', aCustomer(), aCustomer({ id: 'cus_second' }))
    server.on('POST /v1/customers/cus_1', aCustomer())
    const stripe = openTestStripe(server.url)
    expect(await stripe.createCustomer({ userId: 'user-1', email: 'anna@example.org' })).toBe('cus_1')
    expect(await stripe.createCustomer({ userId: 'user-1', email: 'new@example.org' })).toBe('cus_1')
    expect(sent('/v1/customers').map(({ form, headers }) => [form, headers['idempotency-key']])).toEqual([
      [{ 'metadata[user_id]': 'user-1' }, 'customer:user-1'],
      [{ 'metadata[user_id]': 'user-1' }, 'customer:user-1'],
    ])
    expect(sent('/v1/customers/cus_1').map(({ form }) => form)).toEqual([
      { email: 'anna@example.org' },
      { email: 'new@example.org' },
    ])
  })
})

describe('the page of a customer', () => {
  const CONFIGURATIONS = '/v1/billing_portal/configurations'
  const SESSIONS = '/v1/billing_portal/sessions'
  const RETURN_URL = 'https://earshot.test/member'

  it('uses its own configuration, which is looked up once', async () => {
    server.on(`GET ${CONFIGURATIONS}`, listOf([aConfiguration({ id: 'bpc_default', metadata: {} }), aConfiguration()]))
    server.on(`POST ${SESSIONS}`, aPortalSession())
    const stripe = openTestStripe(server.url)
    const urls = await Promise.all([stripe.createPortalUrl('cus_1', RETURN_URL), stripe.createPortalUrl('cus_1', RETURN_URL)])
    expect(urls).toEqual([aPortalSession().url, aPortalSession().url])
    expect(server.requests.filter(({ method }) => method === 'GET').map(({ query }) => query)).toEqual([
      { active: 'true', limit: '100' },
    ])
    expect(sent(SESSIONS)[0]?.form).toEqual({ customer: 'cus_1', return_url: RETURN_URL, configuration: 'bpc_1' })
  })

  it('gets a configuration in which plans cannot be changed', async () => {
    server.on(`GET ${CONFIGURATIONS}`, listOf([]))
    server.on(`POST ${CONFIGURATIONS}`, aConfiguration({ id: 'bpc_new' }))
    server.on(`POST ${SESSIONS}`, aPortalSession())
    await openTestStripe(server.url).createPortalUrl('cus_1', RETURN_URL)
    expect(sent(CONFIGURATIONS).map(({ form }) => form)).toEqual([
      {
        'features[invoice_history][enabled]': 'true',
        'features[payment_method_update][enabled]': 'true',
        'features[subscription_cancel][enabled]': 'true',
        'features[subscription_cancel][mode]': 'at_period_end',
        'features[subscription_update][enabled]': 'false',
        'metadata[app]': 'earshot',
      },
    ])
    expect(sent(SESSIONS)[0]?.form).toMatchObject({ configuration: 'bpc_new' })
  })

  it('looks the configuration up again after a failure', async () => {
    server.on(
      `GET ${CONFIGURATIONS}`,
      refusal(500, { type: 'api_error', message: 'x' }),
      listOf([aConfiguration()]),
      listOf([aConfiguration({ id: 'bpc_2' })]),
    )
    server.on(
      `POST ${SESSIONS}`,
      refusal(400, { type: 'invalid_request_error', message: 'inactive configuration' }),
      aPortalSession(),
    )
    const stripe = openTestStripe(server.url)
    await expect(stripe.createPortalUrl('cus_1', RETURN_URL)).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(stripe.createPortalUrl('cus_1', RETURN_URL)).rejects.toMatchObject({ failure: 'invalid' })
    expect(await stripe.createPortalUrl('cus_1', RETURN_URL)).toBe(aPortalSession().url)
    expect(sent(SESSIONS).map(({ form }) => form['configuration'])).toEqual(['bpc_1', 'bpc_2'])
  })
})
