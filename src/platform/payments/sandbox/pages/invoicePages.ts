import type { FastifyInstance, FastifyReply } from 'fastify'
import { markup } from '#platform/http/html.ts'
import type { Card } from '../cards.ts'
import { findPrice } from '../catalogue.ts'
import { payInvoice, type PayOutcome } from '../customerActions.ts'
import type { Sandbox } from '../customerTransaction.ts'
import { withInvoice } from '../objects.ts'
import type { InvoiceLineRow, InvoiceRow } from '../tables.ts'
import { chosenCard, PROBLEMS, renderCardChoice, renderSecureStep } from './cardForm.ts'
import { type PageRequest, readForm, readParameter, sendPage } from './pageRequest.ts'
import { renderPage, renderProblem, renderRows } from './renderPage.ts'
import { formatDay, formatMoney } from './texts.ts'

const pathOf = (id: string): string => `/sandbox/invoice/${id}`

/** Registers the pages of invoices, where open ones can be paid. */
export function invoicePages(app: FastifyInstance, sandbox: Sandbox): void {
  const hidden = { schema: { hide: true } }
  app.get('/sandbox/invoice/:id', hidden, async (request, reply) => {
    const { params, query } = request as PageRequest
    const { invoice, lines } = await readInvoice(sandbox, params.id)
    const problem = PROBLEMS[readParameter({ query } as PageRequest, 'problem')]
    return sendPage(reply, renderInvoice(invoice, lines, { problem, publicUrl: sandbox.publicUrl }))
  })
  app.post('/sandbox/invoice/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const card = chosenCard(readForm(request))
    if (!card) return reply.redirect(`${pathOf(id)}?problem=number`, 303)
    return goOn(reply, { id, card, outcome: await payInvoice(sandbox, id, { card }) })
  })
  app.get('/sandbox/invoice/:id/secure', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const { invoice } = await readInvoice(sandbox, id)
    const card = chosenCard({ card: readParameter(request as PageRequest, 'card') })
    if (invoice.status !== 'open' || !card) return reply.redirect(pathOf(id), 303)
    const amount = formatMoney(invoice.amount_due, invoice.currency)
    return sendPage(reply, renderPage('3-D Secure', renderSecureStep(`${pathOf(id)}/secure`, { card, amount })))
  })
  app.post('/sandbox/invoice/:id/secure', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const form = readForm(request)
    const card = chosenCard(form)
    if (!card || form['outcome'] !== 'pass') return reply.redirect(`${pathOf(id)}?problem=unconfirmed`, 303)
    return goOn(reply, { id, card, outcome: await payInvoice(sandbox, id, { card, isConfirmed: true }) })
  })
}

function goOn(reply: FastifyReply, { id, card, outcome }: { id: string; card: Card; outcome: PayOutcome }) {
  const targets: Partial<Record<PayOutcome, string>> = { declined: '?problem=declined', needs3ds: `/secure?card=${card.number}` }
  return reply.redirect(`${pathOf(id)}${targets[outcome] ?? ''}`, 303)
}

const readInvoice = (sandbox: Sandbox, id: string) =>
  withInvoice(sandbox, id, async ({ tx }, invoice) => ({
    invoice,
    lines: await tx.selectFrom('sandbox_invoice_line').selectAll().where('invoice_id', '=', id).orderBy('n').execute(),
  }))

export const INVOICE_STATES: Readonly<Record<InvoiceRow['status'], string>> = {
  open: 'Unpaid',
  paid: 'Paid',
  uncollectible: 'Written off',
  void: 'Void',
}

const TOTALS: Partial<Record<InvoiceRow['status'], string>> = { open: 'To pay', paid: 'Paid' }

type Frame = { readonly problem: string | undefined; readonly publicUrl: string }

function renderInvoice(invoice: InvoiceRow, lines: readonly InvoiceLineRow[], { problem, publicUrl }: Frame): string {
  const { invoice_id: id, currency, amount_due: due, balance_used: used } = invoice
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const rows = lines.map(({ price_id, amount, start_at, end_at }): [string, string] => {
    const name = `${amount < 0 ? 'Unused time of ' : ''}${findPrice(price_id, currency).name}`
    return [`${name}, ${formatDay(start_at)} to ${formatDay(end_at)}`, formatMoney(amount, currency)]
  })
  if (used > 0) rows.push(['Your credit', formatMoney(-used, currency)])
  if (total < 0) rows.push(['Kept as credit for later invoices', formatMoney(-total, currency)])
  return renderPage(
    `Invoice of ${formatDay(invoice.created_at)}`,
    markup`<p>${INVOICE_STATES[invoice.status]}</p>
      ${renderRows(rows, [TOTALS[invoice.status] ?? 'Total', formatMoney(due, currency)])}
      ${renderProblem(problem)}
      ${
        invoice.status === 'open' &&
        markup`<form method="post" action="${pathOf(id)}" ${problem !== undefined && markup` aria-describedby="problem"`}>
          ${renderCardChoice()}
          <div class="actions"><button class="main">Pay ${formatMoney(due, currency)}</button></div>
        </form>`
      }
      <p><a class="button" href="${publicUrl}/">Back to Earshot</a></p>`,
  )
}
