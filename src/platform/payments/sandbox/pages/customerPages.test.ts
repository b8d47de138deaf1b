import { describe, expect, it } from 'vitest'
import { changeTo } from '#test/payments/buyPlan.ts'
import { openSandboxPages, textOf } from '#test/payments/openSandboxPages.ts'
import { payOnPage, sendForm } from '#test/payments/openSandboxHarness.ts'
import { testCard } from '../cards.ts'

type Pages = Awaited<ReturnType<typeof openSandboxPages>>

/** The customer buys a plan. Returns its subscription. */
async function subscribe(pages: Pages, purchase: Parameters<Pages['startCheckout']>[0] = {}) {
  const { id, url } = await pages.startCheckout(purchase)
  await payOnPage(url, 'good')
  const { subscriptionId } = await pages.gateway.getCheckout(id)
  return pages.gateway.getSubscription(subscriptionId ?? '')
}

describe('the page of an invoice', () => {
  it('shows what was paid, and for which days', async () => {
    await using pages = await openSandboxPages()
    const { id } = await subscribe(pages)
    const [invoice] = await pages.gateway.listInvoices(id)
    const { html } = await pages.open(invoice?.hostedUrl ?? '')
    expect(textOf(html)).toContain('Pro, 2 March 2026 to 2 April 2026 $12.90')
    expect(html).not.toContain('<form')
  })

  it('accepts the payment of a pending change, after 3-D Secure', async () => {
    await using pages = await openSandboxPages()
    const subscription = await subscribe(pages)
    await pages.harness.setCard(pages.customer.customerId, 'needs3ds')
    const change = await changeTo(pages.harness, subscription, 'unlimited-month')
    const invoice = await pages.gateway.applyChange({ ...change, idempotencyKey: 'upgrade' })
    const url = invoice.hostedUrl ?? ''
    const page = textOf((await pages.open(url)).html)
    expect(page).toContain('Unused time of Pro, 2 March 2026 to 2 April 2026 -$12.90')
    expect(page).toContain('Unpaid')
    const { number } = testCard('needs3ds')
    await sendForm(`${url}/secure`, { card: number, outcome: 'fail' })
    expect(await pages.gateway.getInvoice(invoice.id)).toMatchObject({ status: 'open' })
    expect(textOf((await pages.open((await payOnPage(url, 'declined')) ?? '')).html)).toContain('The card was declined')
    await payOnPage(url, 'needs3ds')
    expect(await pages.gateway.getInvoice(invoice.id)).toMatchObject({ status: 'paid', amountPaid: 2900 - 1290 })
    expect(await pages.gateway.getSubscription(subscription.id)).toMatchObject({ priceId: change.priceId })
  })

  it('is paid once, however often the form is sent', async () => {
    await using pages = await openSandboxPages()
    const subscription = await subscribe(pages)
    await pages.harness.setCard(pages.customer.customerId, 'failsLater')
    await pages.harness.advance(pages.customer.customerId, 'renewal')
    const [invoice] = await pages.gateway.listInvoices(subscription.id)
    const { number } = testCard('good')
    await Promise.all([1, 2, 3].map(() => sendForm(invoice?.hostedUrl ?? '', { card: number })))
    const { control } = await pages.openPortal()
    expect((await pages.open(control)).html.match(/value="refund"/g)).toHaveLength(2)
  })

  it('charges nothing for a void invoice', async () => {
    await using pages = await openSandboxPages()
    const subscription = await subscribe(pages)
    await pages.harness.setCard(pages.customer.customerId, 'failsLater')
    const change = await changeTo(pages.harness, subscription, 'unlimited-month')
    const invoice = await pages.gateway.applyChange({ ...change, idempotencyKey: 'upgrade' })
    await pages.gateway.cancelSubscription(subscription.id)
    expect((await pages.open(invoice.hostedUrl ?? '')).html).not.toContain('<form')
    await payOnPage(invoice.hostedUrl ?? '', 'good')
    expect(await pages.gateway.getInvoice(invoice.id)).toMatchObject({ status: 'void', paymentId: null })
  })
})

describe('the portal', () => {
  it('cancels a subscription at the end of its period, and undoes that', async () => {
    await using pages = await openSandboxPages()
    const { id } = await subscribe(pages)
    const { url } = await pages.openPortal()
    expect(textOf((await pages.open(url)).html)).toContain('The next payment is on 2 April 2026.')
    await sendForm(url, { action: 'cancel', subscription: id })
    expect(await pages.gateway.getSubscription(id)).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' })
    expect(textOf((await pages.open(url)).html)).toContain('Ends on 2 April 2026.')
    await sendForm(url, { action: 'resume', subscription: id })
    expect(await pages.gateway.getSubscription(id)).toMatchObject({ cancelAtPeriodEnd: false })
  })

  it('saves another card, unless it is declined', async () => {
    await using pages = await openSandboxPages()
    const { id, cardFingerprint } = await subscribe(pages)
    const { url } = await pages.openPortal()
    const declined = await sendForm(url, { action: 'card', card: testCard('declined').number })
    expect(declined.headers.get('location')).toContain('?problem=number')
    expect(await pages.gateway.getSubscription(id)).toMatchObject({ cardFingerprint })
    await sendForm(url, { action: 'card', card: testCard('failsLater').number })
    expect((await pages.gateway.getSubscription(id)).cardFingerprint).not.toBe(cardFingerprint)
    expect(textOf((await pages.open(url)).html)).toContain('The card that ends with 0341 pays.')
  })

  it('lists invoices and leads back', async () => {
    await using pages = await openSandboxPages()
    await subscribe(pages)
    const { url } = await pages.openPortal()
    const { html } = await pages.open(url)
    expect(html).toContain(`href="${pages.server.url}/member"`)
    expect(textOf(html)).toContain('2 March 2026, $12.90 Paid')
  })

  it('changes nothing of another customer', async () => {
    await using pages = await openSandboxPages()
    const { url } = await pages.openPortal()
    const { customerId } = await pages.harness.createCustomer()
    const request = { customerId, userId: 'other' }
    const { id, url: checkout } = await pages.startCheckout({}, request)
    await payOnPage(checkout, 'good')
    const { subscriptionId } = await pages.gateway.getCheckout(id)
    expect((await sendForm(url, { action: 'cancel', subscription: subscriptionId ?? '' })).status).toBe(404)
    expect(await pages.gateway.getSubscription(subscriptionId ?? '')).toMatchObject({ cancelAtPeriodEnd: false })
  })
})

describe('the test controls', () => {
  it('advance the time of the customer', async () => {
    await using pages = await openSandboxPages()
    const { id, periodEnd } = await subscribe(pages, { trialDays: 7 })
    const { control } = await pages.openPortal()
    expect(textOf((await pages.open(control)).html)).toContain('2 March 2026, 09:00:00 UTC')
    await sendForm(control, { action: 'advance', to: 'day' })
    expect(textOf((await pages.open(control)).html)).toContain('3 March 2026, 09:00:00 UTC')
    await sendForm(control, { action: 'advance', to: 'trialEnd' })
    expect(await pages.gateway.getSubscription(id)).toMatchObject({ status: 'active', periodStart: periodEnd })
    await sendForm(control, { action: 'advance', to: 'renewal' })
    expect(await pages.gateway.listInvoices(id)).toHaveLength(3)
    const impossible = await sendForm(control, { action: 'advance', to: 'trialEnd' })
    expect(textOf((await pages.open(impossible.headers.get('location') ?? '')).html)).toContain('This is not possible now.')
  })

  it('refund a payment, and open and decide its dispute', async () => {
    await using pages = await openSandboxPages()
    const { id, url } = await pages.startCheckout({ key: 'hourlypacket' })
    await payOnPage(url, 'good')
    const payment = (await pages.gateway.getCheckout(id)).paymentId ?? ''
    const { control } = await pages.openPortal()
    await sendForm(control, { action: 'dispute', payment, outcome: 'open' })
    expect(await pages.gateway.getPayment(payment)).toMatchObject({ dispute: 'open' })
    expect((await sendForm(control, { action: 'refund', payment })).headers.get('location')).toContain('?problem=')
    await sendForm(control, { action: 'dispute', payment, outcome: 'won' })
    await sendForm(control, { action: 'refund', payment })
    expect(await pages.gateway.getPayment(payment)).toMatchObject({ dispute: 'won', refunded: 480 })
    expect(textOf((await pages.open(control)).html)).toContain('Refunded $4.80. Dispute: won.')
  })

  it('keep the switches of notifications', async () => {
    await using pages = await openSandboxPages()
    const { control } = await pages.openPortal()
    await sendForm(control, { action: 'switches', duplicate: 'on', lose: 'on', delay: '30' })
    const { html } = await pages.open(control)
    expect(html).toMatch(/name="duplicate"\s+checked/)
    expect(html).toMatch(/name="lose"\s+checked/)
    expect(html).not.toMatch(/name="reorder"\s+checked/)
    expect(html).toContain('value="30"')
  })

  it('refuse a payment of another customer and an unknown form', async () => {
    await using pages = await openSandboxPages()
    const { control } = await pages.openPortal()
    const forms: Record<string, string>[] = [{ action: 'refund', payment: 'pay_1' }, { action: 'launch' }, {}]
    for (const form of forms) expect((await sendForm(control, form)).headers.get('location')).toContain('?problem=')
  })
})
