import type { FastifyInstance } from 'fastify'
import { markup, type SafeHtml } from '#platform/http/html.ts'
import { PaymentError } from '../../payments.ts'
import { type Card, TEST_CARDS } from '../cards.ts'
import { findPrice } from '../catalogue.ts'
import { setCancelAtPeriodEnd, setCard } from '../customerActions.ts'
import type { Sandbox } from '../customerTransaction.ts'
import type { CustomerRow, InvoiceRow, SubscriptionRow } from '../tables.ts'
import { chosenCard, PROBLEMS, renderCardChoice } from './cardForm.ts'
import { INVOICE_STATES } from './invoicePages.ts'
import { type PageRequest, readForm, readParameter, sendPage } from './pageRequest.ts'
import { type CustomerView, readCustomerView } from './readCustomerView.ts'
import { renderButton, renderPage, renderProblem } from './renderPage.ts'
import { formatDay, formatMoney, formatPrice } from './texts.ts'

const pathOf = (id: string): string => `/sandbox/portal/${id}`

/** Registers the page on which customers change their card, read invoices and end a subscription. */
export function portalPages(app: FastifyInstance, sandbox: Sandbox): void {
  const hidden = { schema: { hide: true } }
  app.get('/sandbox/portal/:id', hidden, async (request, reply) => {
    const { params } = request as PageRequest
    const view = await readCustomerView(sandbox, params.id)
    return sendPage(reply, renderPortal(params.id, view, PROBLEMS[readParameter(request as PageRequest, 'problem')]))
  })
  app.post('/sandbox/portal/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const isDone = await changeCustomer(sandbox, await readCustomerView(sandbox, id), readForm(request))
    return reply.redirect(`${pathOf(id)}${isDone ? '' : '?problem=number'}`, 303)
  })
}

/** Performs the action of a form. Returns false for an invalid card number. */
async function changeCustomer(sandbox: Sandbox, view: CustomerView, form: Readonly<Record<string, string>>): Promise<boolean> {
  const { customer, subscriptions } = view
  if (form['action'] === 'card') {
    const card = chosenCard(form)
    if (card && isAccepted(card)) await setCard(sandbox, customer.customer_id, card)
    return card !== null && isAccepted(card)
  }
  const { subscription_id: id } = subscriptions.find(({ subscription_id }) => subscription_id === form['subscription']) ?? {}
  if (id === undefined) throw new PaymentError('notFound', 'this customer has no such subscription')
  await setCancelAtPeriodEnd(sandbox, id, form['action'] === 'cancel')
  return true
}

/** A bank does not let a declined card be saved. */
const isAccepted = ({ kind }: Card): boolean => kind !== 'declined'

function renderPortal(id: string, view: CustomerView, problem: string | undefined): string {
  const { customer, subscriptions, invoices, returnUrl } = view
  return renderPage(
    'Your payments',
    markup`<p><a href="${returnUrl}">Back to Earshot</a> · <a href="/sandbox/control/${id}">Test controls</a></p>
      <h2>Subscriptions</h2>
      ${renderList(
        subscriptions.map((each) => renderSubscription(id, each)),
        'There is none.',
      )}
      <h2>Card</h2>
      <p>${describeCard(customer)}</p>
      ${renderProblem(problem)}
      <form method="post" action="${pathOf(id)}">
        <input type="hidden" name="action" value="card" />
        ${renderCardChoice('Another card', TEST_CARDS.filter(isAccepted))}
        <div class="actions"><button>Save this card</button></div>
      </form>
      <h2>Invoices</h2>
      ${customer.balance > 0 && markup`<p>Your credit: ${formatMoney(customer.balance, customer.balance_currency ?? 'usd')}</p>`}
      ${renderList(invoices.map(renderInvoiceLink), 'There is none.')}`,
  )
}

export const renderList = (items: readonly SafeHtml[], none: string): SafeHtml =>
  items.length === 0 ? markup`<p class="quiet">${none}</p>` : markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`

const describeCard = ({ card_kind, card_last_digits }: CustomerRow): string =>
  card_kind === null ? 'No card is saved.' : `The card that ends with ${card_last_digits ?? ''} pays.`

const renderInvoiceLink = ({ invoice_id, amount_due, currency, created_at, status }: InvoiceRow): SafeHtml =>
  markup`<a href="/sandbox/invoice/${invoice_id}">${formatDay(created_at)}, ${formatMoney(amount_due, currency)}</a>
    <p class="quiet">${INVOICE_STATES[status]}</p>`

function renderSubscription(portalId: string, subscription: SubscriptionRow): SafeHtml {
  const { subscription_id, price_id, currency, status, cancel_at_period_end: isCanceled } = subscription
  const price = findPrice(price_id, currency)
  const [action, label] = isCanceled ? ['resume', 'Resume'] : ['cancel', 'Cancel at the end of the period']
  return markup`<strong>${price.name}</strong>, ${formatPrice(price, currency)}
    <p class="quiet">${describeState(subscription)}</p>
    ${status !== 'canceled' && renderButton(pathOf(portalId), label, { action, subscription: subscription_id })}`
}

function describeState(subscription: SubscriptionRow): string {
  const { status, period_end, ended_at, cancel_at_period_end: isCanceled, scheduled_price_id, pending_price_id } = subscription
  const { currency } = subscription
  if (status === 'canceled') return `Ended on ${formatDay(ended_at ?? period_end)}.`
  const end = formatDay(period_end)
  const texts = [
    status === 'past_due' && 'The last payment was declined.',
    isCanceled ? `Ends on ${end}.` : status === 'trialing' ? `Free trial until ${end}.` : `The next payment is on ${end}.`,
    scheduled_price_id && `Changes to ${findPrice(scheduled_price_id, currency).name} on ${end}.`,
    pending_price_id && `The change to ${findPrice(pending_price_id, currency).name} waits for its payment.`,
  ]
  return texts.filter(Boolean).join(' ')
}
