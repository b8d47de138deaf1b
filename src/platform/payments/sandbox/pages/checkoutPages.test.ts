import { describe, expect, it } from 'vitest'
import { hours } from '#shared/units.ts'
import { testServer } from '#test/server/testServer.ts'
import { openSandboxPages, textOf } from '#test/payments/openSandboxPages.ts'
import { payOnPage, sendForm } from '#test/payments/openSandboxHarness.ts'
import { testCard } from '../cards.ts'

const { number: GOOD } = testCard('good')
const { number: SECURE } = testCard('needs3ds')

describe('the page of a checkout', () => {
  it('shows what is bought under the bar of the sandbox, and runs no script', async () => {
    await using pages = await openSandboxPages()
    const { url } = await pages.startCheckout({ currency: 'jpy' })
    const { status, html, headers } = await pages.open(url)
    expect(status).toBe(200)
    for (const shown of [
      'SANDBOX - no money moves',
      'Pay for Pro',
      '¥1,900 every month',
      'Due today ¥1,900',
      '4242 4242 4242 4242',
    ])
      expect(textOf(html)).toContain(shown)
    expect(html).toMatch(/^<!doctype html><html lang="en">/)
    expect(html).not.toMatch(/<script|<style|style="|onclick/)
    expect(headers.get('x-payments-mode')).toBe('sandbox')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${pages.server.url}`,
    )
    const style = await pages.open('/sandbox/style.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('says when a free trial ends and what it costs then', async () => {
    await using pages = await openSandboxPages()
    const { html } = await pages.open((await pages.startCheckout({ trialDays: 7 })).url)
    expect(textOf(html)).toContain(
      'You pay nothing until 9 March 2026. From then on it is $12.90 every month, unless you cancel before.',
    )
    expect(textOf(html)).toContain('Due today $0.00')
    expect(textOf(html)).toContain('Start the free trial')
  })

  it('charges once and redirects back, also after a double click and in two tabs', async () => {
    await using pages = await openSandboxPages()
    const { id, url, successUrl } = await pages.startCheckout()
    const responses = await Promise.all([1, 2, 3, 4].map(() => sendForm(url, { action: 'pay', card: GOOD })))
    for (const response of responses) expect([response.status, response.headers.get('location')]).toEqual([303, successUrl])
    const { subscriptionId } = await pages.gateway.getCheckout(id)
    expect(await pages.gateway.listInvoices(subscriptionId ?? '')).toHaveLength(1)
    const portal = await pages.openPortal()
    expect((await pages.open(portal.control)).html.match(/value="refund"/g)).toHaveLength(1)
    expect(textOf((await pages.open(url)).html)).toContain('Nothing more is charged')
  })

  it('is either paid or expired when both happen at once', async () => {
    await using pages = await openSandboxPages()
    for (let attempt = 0; attempt < 8; attempt++) {
      const { id, url, successUrl } = await pages.startCheckout({ key: 'hourlypacket' })
      const [paid, expired] = await Promise.all([sendForm(url, { action: 'pay', card: GOOD }), pages.gateway.expireCheckout(id)])
      const { status, paymentId } = await pages.gateway.getCheckout(id)
      expect(expired.status).toBe(status)
      expect(paid.headers.get('location') === successUrl).toBe(status === 'complete')
      expect(paymentId !== null).toBe(status === 'complete')
    }
  })

  it('says that a card was declined, and accepts another one', async () => {
    await using pages = await openSandboxPages()
    const { id, url, successUrl } = await pages.startCheckout()
    const target = await payOnPage(url, 'declined')
    const { html } = await pages.open(target ?? '')
    expect(html).toContain('role="alert"')
    expect(textOf(html)).toContain('The card was declined. Try another one.')
    expect(await pages.gateway.getCheckout(id)).toMatchObject({ status: 'open' })
    expect(await payOnPage(url, 'good')).toBe(successUrl)
  })

  it('charges after 3-D Secure, and nothing when it is refused', async () => {
    await using pages = await openSandboxPages()
    const { id, url, successUrl } = await pages.startCheckout()
    const step = (await sendForm(url, { action: 'pay', card: SECURE })).headers.get('location') ?? ''
    expect(textOf((await pages.open(step)).html)).toContain('whether you want to pay $12.90')
    const refused = await sendForm(`${url}/secure`, { card: SECURE, outcome: 'fail' })
    const { html } = await pages.open(refused.headers.get('location') ?? '')
    expect(textOf(html)).toContain('3-D Secure was not passed')
    expect(await pages.gateway.getCheckout(id)).toMatchObject({ status: 'open', paymentStatus: 'unpaid' })
    const passed = await sendForm(`${url}/secure`, { card: SECURE, outcome: 'pass' })
    expect(passed.headers.get('location')).toBe(successUrl)
    expect(await pages.gateway.getCheckout(id)).toMatchObject({ status: 'complete', paymentStatus: 'paid' })
  })

  it('accepts any valid card number with its own fingerprint, and no other text', async () => {
    await using pages = await openSandboxPages()
    const { id, url, successUrl } = await pages.startCheckout()
    for (const number of ['5555 5555 5555 4445', '', 'x'.repeat(1000), '4242'])
      expect((await sendForm(url, { action: 'pay', card: 'other', number })).headers.get('location')).toContain('?problem=number')
    const paid = await sendForm(url, { action: 'pay', card: 'other', number: '5555 5555 5555 4444' })
    expect(paid.headers.get('location')).toBe(successUrl)
    const { subscriptionId } = await pages.gateway.getCheckout(id)
    const { cardFingerprint } = await pages.gateway.getSubscription(subscriptionId ?? '')
    const { id: other, url: otherUrl } = await pages.startCheckout()
    await payOnPage(otherUrl, 'good')
    const { subscriptionId: otherId } = await pages.gateway.getCheckout(other)
    expect((await pages.gateway.getSubscription(otherId ?? '')).cardFingerprint).not.toBe(cardFingerprint)
  })

  it('redirects back when it is closed, and can be opened again', async () => {
    await using pages = await openSandboxPages()
    const { id, url, cancelUrl } = await pages.startCheckout()
    const closed = await sendForm(url, { action: 'close' })
    expect([closed.status, closed.headers.get('location')]).toEqual([303, cancelUrl])
    expect(await pages.gateway.getCheckout(id)).toMatchObject({ status: 'open' })
  })

  it('charges nothing after it has expired', async () => {
    await using pages = await openSandboxPages()
    const { id, url } = await pages.startCheckout()
    pages.server.clock.advance(hours(1))
    expect(textOf((await pages.open(url)).html)).toContain('This page has expired')
    const late = await sendForm(url, { action: 'pay', card: GOOD })
    expect(late.headers.get('location')).toBe(`/sandbox/checkout/${id}`)
    expect(await pages.gateway.getCheckout(id)).toMatchObject({ status: 'expired', subscriptionId: null })
  })

  it('deducts the credit of the customer', async () => {
    await using pages = await openSandboxPages()
    await pages.sandbox.db
      .withTables<{ sandbox_customer: { balance: number; balance_currency: string } }>()
      .updateTable('sandbox_customer')
      .set({ balance: 290, balance_currency: 'usd' })
      .execute()
    const { id, url } = await pages.startCheckout()
    expect(textOf((await pages.open(url)).html)).toContain('Your credit -$2.90 Due today $10.00')
    await payOnPage(url, 'good')
    const { subscriptionId } = await pages.gateway.getCheckout(id)
    expect(await pages.gateway.listInvoices(subscriptionId ?? '')).toMatchObject([{ amountDue: 1000, amountPaid: 1000 }])
  })
})

describe('a form of the sandbox', () => {
  it('is refused when it comes from another site', async () => {
    await using pages = await openSandboxPages()
    const { id, url } = await pages.startCheckout()
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.test' },
      { origin: 'null' },
    ]
    for (const headers of foreign) expect((await sendForm(url, { action: 'pay', card: GOOD }, headers)).status).toBe(403)
    expect(await pages.gateway.getCheckout(id)).toMatchObject({ status: 'open' })
    const own = { 'sec-fetch-site': 'same-origin', origin: 'null' }
    expect((await sendForm(url, { action: 'pay', card: GOOD }, own)).status).toBe(303)
  })

  it('is accepted from this server and from its public address', async () => {
    await using pages = await openSandboxPages()
    const { url } = await pages.startCheckout()
    expect((await sendForm(url, { action: 'close' }, { origin: pages.server.url })).status).toBe(303)
  })

  it('must be a form, and a short one', async () => {
    await using pages = await openSandboxPages()
    const { url } = await pages.startCheckout()
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"action":"pay"}' }
    expect((await fetch(url, json)).status).toBe(415)
    expect((await sendForm(url, { action: 'pay', card: GOOD, more: 'x'.repeat(10_000) })).status).toBe(413)
  })
})

const ADDRESSES = ['checkout', 'invoice', 'portal', 'control'].map((kind) => `/sandbox/${kind}`)

describe('the pages of the sandbox', () => {
  it.each(ADDRESSES)('%s return 404 for an unknown id', async (path) => {
    await using pages = await openSandboxPages()
    for (const id of ['none', '"><script>alert(1)</script>', `cs_${'0'.repeat(32)}`]) {
      const { status, html } = await pages.open(`${path}/${encodeURIComponent(id)}`)
      expect(status).toBe(404)
      expect(html).not.toContain('<script')
      const sent = await sendForm(`${pages.server.url}${path}/${encodeURIComponent(id)}`, { action: 'pay', card: GOOD })
      expect(sent.status).toBe(404)
    }
  })

  it('do not exist on a server that has another provider, or none', async () => {
    await using server = await testServer()
    expect(server.ctx.payments).toBeNull()
    for (const path of [...ADDRESSES.map((address) => `${address}/none`), '/sandbox/style.css']) {
      const response = await fetch(`${server.url}${path}`)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
      expect((await sendForm(`${server.url}${path}`, {})).status).toBeGreaterThanOrEqual(404)
    }
  })
})
