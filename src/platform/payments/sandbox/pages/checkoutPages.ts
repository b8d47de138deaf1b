import type { FastifyInstance, FastifyReply } from 'fastify'
import { days } from '#shared/units.ts'
import { markup, type SafeHtml } from '#platform/http/html.ts'
import { settleTotal } from '../billing/invoices.ts'
import type { Card } from '../cards.ts'
import { findPrice } from '../catalogue.ts'
import { payCheckout, type PayOutcome } from '../customerActions.ts'
import type { Sandbox } from '../customerTransaction.ts'
import { withCheckout } from '../objects.ts'
import type { CheckoutRow, CustomerRow } from '../tables.ts'
import { chosenCard, PROBLEMS, renderCardChoice, renderSecureStep } from './cardForm.ts'
import { contentPolicy, type PageRequest, readForm, readParameter, sendPage } from './pageRequest.ts'
import { renderNotice, renderPage, renderProblem, renderRows } from './renderPage.ts'
import { formatDay, formatMoney, formatPrice } from './texts.ts'

const pathOf = (id: string): string => `/sandbox/checkout/${id}`

/** Registers the pages on which customers pay. */
export function checkoutPages(app: FastifyInstance, sandbox: Sandbox): void {
  const hidden = { schema: { hide: true } }
  app.get('/sandbox/checkout/:id', hidden, (request, reply) => showCheckout(sandbox, request as PageRequest, reply))
  app.post('/sandbox/checkout/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const form = readForm(request)
    if (form['action'] === 'close') return reply.redirect((await readCheckout(sandbox, id)).checkout.cancel_url, 303)
    const card = chosenCard(form)
    if (!card) return reply.redirect(`${pathOf(id)}?problem=number`, 303)
    return goOn(sandbox, reply, { id, card, outcome: await payCheckout(sandbox, id, { card }) })
  })
  app.get('/sandbox/checkout/:id/secure', hidden, (request, reply) => showSecureStep(sandbox, request as PageRequest, reply))
  app.post('/sandbox/checkout/:id/secure', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const form = readForm(request)
    const card = chosenCard(form)
    if (!card || form['outcome'] !== 'pass') return reply.redirect(`${pathOf(id)}?problem=unconfirmed`, 303)
    return goOn(sandbox, reply, { id, card, outcome: await payCheckout(sandbox, id, { card, isConfirmed: true }) })
  })
}

const readCheckout = (sandbox: Sandbox, id: string) =>
  withCheckout(sandbox, id, async ({ customer, now }, checkout) => ({ checkout, customer, now }))

/** Redirects the browser after an attempt to pay. */
async function goOn(
  sandbox: Sandbox,
  reply: FastifyReply,
  { id, card, outcome }: { id: string; card: Card; outcome: PayOutcome },
) {
  const { checkout } = await readCheckout(sandbox, id)
  const targets: Record<PayOutcome, string> = {
    paid: successUrl(checkout),
    declined: `${pathOf(id)}?problem=declined`,
    needs3ds: `${pathOf(id)}/secure?card=${card.number}`,
    closed: pathOf(id),
  }
  return reply.redirect(targets[outcome], 303)
}

const successUrl = ({ success_url, checkout_id }: CheckoutRow): string =>
  success_url.replaceAll('{CHECKOUT_SESSION_ID}', checkout_id)

async function showCheckout(sandbox: Sandbox, request: PageRequest, reply: FastifyReply) {
  const { checkout, customer, now } = await readCheckout(sandbox, request.params.id)
  if (checkout.status === 'complete') {
    const link = { href: successUrl(checkout), label: 'Continue' }
    return sendPage(reply, renderNotice('This is paid', 'Nothing more is charged.', link))
  }
  if (checkout.status === 'expired') {
    const link = { href: checkout.cancel_url, label: 'Back' }
    return sendPage(reply, renderNotice('This page has expired', 'Nothing was charged. Start again to pay.', link))
  }
  const page = renderCheckout(checkout, customer, now, PROBLEMS[readParameter(request, 'problem')])
  // The form redirects to these URLs, which may use another host name of this server.
  void reply.header('content-security-policy', contentPolicy([checkout.success_url, checkout.cancel_url]))
  return sendPage(reply, page)
}

async function showSecureStep(sandbox: Sandbox, request: PageRequest, reply: FastifyReply) {
  const { id } = request.params
  const { checkout, customer } = await readCheckout(sandbox, id)
  const card = chosenCard({ card: readParameter(request, 'card') })
  if (checkout.status !== 'open' || !card) return reply.redirect(pathOf(id), 303)
  const amount = formatMoney(dueToday(checkout, customer), checkout.currency)
  void reply.header('content-security-policy', contentPolicy([checkout.success_url]))
  return sendPage(reply, renderPage('3-D Secure', renderSecureStep(`${pathOf(id)}/secure`, { card, amount })))
}

function renderCheckout(checkout: CheckoutRow, customer: CustomerRow, now: Date, problem: string | undefined): string {
  const { checkout_id: id, price_id, currency, trial_days } = checkout
  const price = findPrice(price_id, currency)
  const due = dueToday(checkout, customer)
  const credit = checkout.amount - due
  const rows: [string, string][] = [
    [price.name, formatPrice(price, currency)],
    ...(trial_days > 0 ? ([['Free trial', `${trial_days} days`]] satisfies [string, string][]) : []),
    ...(credit > 0 ? ([['Your credit', formatMoney(-credit, currency)]] satisfies [string, string][]) : []),
  ]
  const pay = trial_days > 0 ? 'Start the free trial' : `Pay ${formatMoney(due, currency)}`
  return renderPage(
    trial_days > 0 ? `Try ${price.name}` : `Pay for ${price.name}`,
    markup`${renderRows(rows, ['Due today', formatMoney(due, currency)])}
      ${trial_days > 0 && renderTrial(formatPrice(price, currency), new Date(now.getTime() + days(trial_days)))}
      ${renderProblem(problem)}
      <form method="post" action="${pathOf(id)}" ${problem !== undefined && markup` aria-describedby="problem"`}>
        ${renderCardChoice()}
        <div class="actions">
          <button class="main" name="action" value="pay">${pay}</button>
          <button name="action" value="close" formnovalidate>Close</button>
        </div>
      </form>`,
  )
}

const renderTrial = (price: string, end: Date): SafeHtml =>
  markup`<p class="quiet">
    You pay nothing until ${formatDay(end)}. From then on it is ${price}, unless you cancel before.
  </p>`

/** The amount charged now, after using the customer's balance. */
const dueToday = ({ amount, mode, currency }: CheckoutRow, { balance, balance_currency }: CustomerRow): number =>
  settleTotal(amount, mode === 'subscription' && balance_currency === currency ? balance : 0).amountDue
