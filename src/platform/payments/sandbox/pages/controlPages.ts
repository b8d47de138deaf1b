import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { markup, type SafeHtml } from '#platform/http/html.ts'
import { PaymentError } from '../../payments.ts'
import { advance, AdvanceTargets, dispute, refundByOperator, setCard, setSwitches } from '../customerActions.ts'
import type { Sandbox } from '../customerTransaction.ts'
import type { CustomerRow, EventRow, PaymentRow } from '../tables.ts'
import { type PageRequest, readForm, readParameter, sendPage } from './pageRequest.ts'
import { renderList } from './portalPages.ts'
import { type CustomerView, readCustomerView } from './readCustomerView.ts'
import { renderButton, renderPage, renderProblem } from './renderPage.ts'
import { formatMoment, formatMoney } from './texts.ts'

const pathOf = (id: string): string => `/sandbox/control/${id}`

const Form = z.discriminatedUnion('action', [
  z.object({ action: z.literal('advance'), to: z.enum(AdvanceTargets) }),
  z.object({ action: z.literal('refund'), payment: z.string() }),
  z.object({ action: z.literal('dispute'), payment: z.string(), outcome: z.enum(['open', 'won', 'lost']) }),
  z.object({ action: z.literal('removeCard') }),
  z.object({
    action: z.literal('switches'),
    duplicate: z.literal('on').optional(),
    reorder: z.literal('on').optional(),
    lose: z.literal('on').optional(),
    delay: z.coerce.number().int().min(0).max(86_400).catch(0),
  }),
])

/** Registers the page of test controls: time, refunds, disputes and the delivery of notifications. */
export function controlPages(app: FastifyInstance, sandbox: Sandbox): void {
  const hidden = { schema: { hide: true } }
  app.get('/sandbox/control/:id', hidden, async (request, reply) => {
    const { params } = request as PageRequest
    const hasFailed = readParameter(request as PageRequest, 'problem') !== ''
    const problem = hasFailed ? 'This is not possible now.' : undefined
    return sendPage(reply, renderControl(params.id, await readCustomerView(sandbox, params.id), problem))
  })
  app.post('/sandbox/control/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const view = await readCustomerView(sandbox, id)
    const isDone = await control(sandbox, view, readForm(request)).catch((error: unknown) => {
      if (error instanceof PaymentError && error.failure === 'invalid') return false
      throw error
    })
    return reply.redirect(`${pathOf(id)}${isDone ? '' : '?problem=invalid'}`, 303)
  })
}

/** Performs the action of a form. Returns false for an unknown one. */
async function control(sandbox: Sandbox, { customer, payments }: CustomerView, fields: object): Promise<boolean> {
  const form = Form.safeParse(fields)
  if (!form.success) return false
  const { data } = form
  const { customer_id: id } = customer
  if (data.action === 'advance') await advance(sandbox, id, data.to)
  if (data.action === 'removeCard') await setCard(sandbox, id, null)
  if (data.action === 'switches') await setSwitches(sandbox, id, toSwitches(data))
  if (data.action !== 'refund' && data.action !== 'dispute') return true
  if (!payments.some(({ payment_id }) => payment_id === data.payment)) return false
  await (data.action === 'refund' ? refundByOperator(sandbox, data.payment) : dispute(sandbox, data.payment, data.outcome))
  return true
}

const toSwitches = (form: {
  duplicate?: 'on' | undefined
  reorder?: 'on' | undefined
  lose?: 'on' | undefined
  delay: number
}) => ({
  sends_duplicates: form.duplicate === 'on',
  sends_late_first: form.reorder === 'on',
  sends_nothing: form.lose === 'on',
  delay_seconds: form.delay,
})

const ADVANCE_LABELS = { day: 'One day', renewal: 'To the next renewal', trialEnd: 'To the end of the trial' } as const

function renderControl(id: string, { customer, now, subscriptions, payments, events }: CustomerView, problem?: string): string {
  const hasPlan = subscriptions.some(({ status }) => status !== 'canceled')
  const isTrying = subscriptions.some(({ status }) => status === 'trialing')
  const targets = AdvanceTargets.filter((to) => to === 'day' || (to === 'renewal' ? hasPlan : isTrying))
  return renderPage(
    'Test controls',
    markup`<p><a href="/sandbox/portal/${id}">Back to your payments</a></p>
      ${renderProblem(problem)}
      <h2>Time of this customer</h2>
      <p>${formatMoment(now)}</p>
      <div class="actions">${targets.map((to) => renderButton(pathOf(id), ADVANCE_LABELS[to], { action: 'advance', to }))}</div>
      <h2>Payments</h2>
      ${renderList(
        payments.map((payment) => renderPayment(id, payment)),
        'There is none.',
      )}
      <h2>Card</h2>
      ${
        customer.card_kind === null
          ? markup`<p class="quiet">No card is saved.</p>`
          : renderButton(pathOf(id), 'Remove the card', { action: 'removeCard' })
      }
      <h2>Notifications</h2>
      ${renderSwitches(id, customer)}
      ${renderList(events.map(renderEvent), 'There is none.')}`,
  )
}

function renderPayment(
  portalId: string,
  { payment_id: payment, amount, refunded, currency, dispute: state, created_at }: PaymentRow,
) {
  const button = (label: string, fields: Record<string, string>) => renderButton(pathOf(portalId), label, { payment, ...fields })
  const outcome = (label: string, value: string) => button(label, { action: 'dispute', outcome: value })
  const states = [refunded > 0 && `Refunded ${formatMoney(refunded, currency)}.`, state !== 'none' && `Dispute: ${state}.`]
  return markup`${formatMoney(amount, currency)}, ${formatMoment(created_at)}
    <p class="quiet">${states.filter(Boolean).join(' ')}</p>
    <div class="actions">
      ${refunded === 0 && (state === 'none' || state === 'won') && button('Refund', { action: 'refund' })}
      ${state === 'none' && outcome('Open a dispute', 'open')}
      ${state === 'open' && [outcome('Dispute won', 'won'), outcome('Dispute lost', 'lost')]}
    </div>`
}

const renderSwitches = (id: string, customer: CustomerRow): SafeHtml =>
  markup`<form method="post" action="${pathOf(id)}">
    <input type="hidden" name="action" value="switches" />
    <fieldset>
      <legend>How further notifications arrive</legend>
      ${renderSwitch('duplicate', 'Three times each', customer.sends_duplicates)}
      ${renderSwitch('reorder', 'Newest first', customer.sends_late_first)}
      ${renderSwitch('lose', 'Never', customer.sends_nothing)}
      <label class="field">Delay in seconds
        <input name="delay" type="number" min="0" max="86400" value="${customer.delay_seconds}" />
      </label>
    </fieldset>
    <div class="actions"><button>Save</button></div>
  </form>`

const renderSwitch = (name: string, label: string, isOn: boolean): SafeHtml =>
  markup`<label class="choice"><input type="checkbox" name="${name}" ${isOn && markup`checked`} /><span>${label}</span></label>`

const renderEvent = ({ type, delivered_at, attempts }: EventRow): SafeHtml =>
  markup`${type}<p class="quiet">${delivered_at ? 'Delivered' : `Not delivered, attempts: ${attempts}`}</p>`
