import type { FastifyInstance } from 'fastify'
import { days } from '#shared/units.ts'
import { markup, type SafeHtml } from '#platform/http/html.ts'
import { PaymentError } from '../../payments.ts'
import type { Sandbox } from '../../sandbox/customerTransaction.ts'
import { withQrAgreement, withQrOrder } from '../../sandbox/objects.ts'
import { type PageRequest, readForm, sendPage } from '../../sandbox/pages/pageRequest.ts'
import { renderButton, renderNotice, renderPage, renderRows } from '../../sandbox/pages/renderPage.ts'
import { formatDay, formatMoment, formatMoney } from '../../sandbox/pages/texts.ts'
import type { QrAgreementRow, QrOrderRow } from '../../sandbox/tables.ts'
import {
  advanceAgreement,
  endAgreementInApp,
  payOrder,
  refundOrder,
  type ScanOutcome,
  setDeclines,
  signAgreement,
} from './payerActions.ts'

const APPS = { wechatpay: 'WeChat Pay', alipay: 'Alipay' } as const
const INTERVALS = { 1: 'every month', 12: 'every year' } as const

const orderPath = (id: string): string => `/sandbox/phone/order/${id}`
const agreementPath = (id: string): string => `/sandbox/phone/agreement/${id}`

/** Registers the pages that stand for the app on the customer's phone. QR codes of the sandbox lead to them. */
export function phonePages(app: FastifyInstance, sandbox: Sandbox): void {
  const hidden = { schema: { hide: true } }
  app.get('/sandbox/phone/order/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    return sendPage(reply, await withQrOrder(sandbox, id, async ({ now }, order) => renderOrder(order, now)))
  })
  app.post('/sandbox/phone/order/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    if (readForm(request).action === 'refund') await refundOrder(sandbox, id)
    else refuseClosed(await payOrder(sandbox, id))
    return reply.redirect(orderPath(id), 303)
  })
  app.get('/sandbox/phone/agreement/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    return sendPage(reply, await withQrAgreement(sandbox, id, async ({ now }, agreement) => renderAgreement(agreement, now)))
  })
  app.post('/sandbox/phone/agreement/:id', hidden, async (request, reply) => {
    const { id } = (request as PageRequest).params
    const { action } = readForm(request)
    if (action === 'sign') refuseClosed(await signAgreement(sandbox, id))
    else if (action === 'end') await endAgreementInApp(sandbox, id)
    else if (action === 'advance') await advanceAgreement(sandbox, id, days(31))
    else await setDeclines(sandbox, id, action === 'decline')
    return reply.redirect(agreementPath(id), 303)
  })
}

function refuseClosed(outcome: ScanOutcome): void {
  if (outcome === 'closed') throw new PaymentError('invalid', 'this QR code has expired')
}

function renderOrder({ order_no: id, platform, title, amount, state, refunded, expires_at }: QrOrderRow, now: Date): string {
  if (refunded > 0) return renderNotice('Paid back', `${formatMoney(amount, 'cny')} went back.`)
  if (state === 'paid')
    return renderPage(
      'Paid',
      markup`<p>${formatMoney(amount, 'cny')} for ${title}.</p>
        ${renderButton(orderPath(id), 'Pay back, as the shop', { action: 'refund' })}`,
    )
  if (state !== 'pending' || (expires_at !== null && expires_at <= now))
    return renderNotice('This QR code has expired', 'Nothing was charged.')
  return renderPage(
    `Pay with ${APPS[platform]}`,
    markup`${renderRows([[title, formatMoney(amount, 'cny')]])}
      ${expires_at && renderExpiry(expires_at)}
      ${renderButton(orderPath(id), `Pay ${formatMoney(amount, 'cny')}`, { action: 'pay' }, true)}`,
  )
}

function renderAgreement(agreement: QrAgreementRow, now: Date): string {
  const { agreement_no: id, platform, title, amount, months, state, declines, starts_at, expires_at } = agreement
  if (state === 'ended') return renderNotice('This agreement has ended', 'Nothing more is charged.')
  if (state === 'pending' && expires_at <= now) return renderNotice('This QR code has expired', 'Nothing was charged.')
  const terms = renderRows([
    [title, `up to ${formatMoney(amount, 'cny')} ${INTERVALS[months as 1 | 12]}`],
    ['First charge', starts_at <= now ? 'today' : formatDay(starts_at)],
  ])
  const button = (label: string, action: string, isMain = false) => renderButton(agreementPath(id), label, { action }, isMain)
  if (state === 'pending')
    return renderPage(
      `Agree with ${APPS[platform]}`,
      markup`${terms} ${renderExpiry(expires_at)} ${button('Agree and pay', 'sign', true)}`,
    )
  return renderPage(
    'Your agreement',
    markup`${terms}
      <p class="quiet">${declines ? 'Charges fail.' : 'Charges succeed.'}</p>
      ${declines ? button('Let charges succeed', 'accept') : button('Let charges fail', 'decline')}
      ${button('A month later', 'advance')} ${button('End the agreement', 'end')}`,
  )
}

const renderExpiry = (expiresAt: Date): SafeHtml => markup`<p class="quiet">Until ${formatMoment(expiresAt)}.</p>`
