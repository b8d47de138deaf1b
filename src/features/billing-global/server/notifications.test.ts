import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { executeSql } from '#platform/db/db.ts'
import { createLog } from '#platform/log/log.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { payCheckout } from '#platform/payments/sandbox/customerActions.ts'
import { minutes, seconds } from '#shared/units.ts'
import { type BillingServer, billingServer } from '#test/server/openBilling.ts'
import { testServer } from '#test/server/testServer.ts'
import { readMembership } from '#features/membership/server.ts'
import { inbox, sweepNotifications } from './sync/notifications.ts'

type Signed = { id?: string; at?: Date; body?: string; secret?: Uint8Array; provider?: string }

/** Sends a notification signed like those of the sandbox. */
async function send(server: BillingServer, { id = 'evt_1', at = server.clock.now(), body = EMPTY, ...rest }: Signed = {}) {
  const { secret = server.gateway.sandbox.secret, provider = 'sandbox' } = rest
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')
  return await fetch(`${server.url}/api/membership/payments/webhook/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac}`,
    },
    body,
  })
}

const EMPTY = '{}'

/** A real notification from the sandbox that was not delivered. */
async function paidCheckout(server: BillingServer) {
  const user = await server.user()
  const { data } = await server.choose(user, '600-month')
  const checkoutId = data.checkout_session?.id ?? ''
  await payCheckout(server.gateway.sandbox, checkoutId, { card: testCard('good') })
  return { user, checkoutId }
}

const handled = async (server: BillingServer) =>
  (
    await executeSql<{ event_id: string }>(
      server.ctx.db,
      'select event_id from payment_notification where handled_at is not null',
    )
  ).rows

describe('notifications of the provider', () => {
  it('are refused without a signature, with another one, with a changed body, and when they are old or from the future', async () => {
    await using server = await billingServer({ runsJobs: false })
    const url = `${server.url}/api/membership/payments/webhook/sandbox`
    const plain = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: EMPTY })
    expect(plain.status).toBe(422)
    const now = server.clock.now().getTime()
    const forged: Signed[] = [
      { secret: Buffer.from('another') },
      { at: new Date(now - seconds(301)) },
      { at: new Date(now + seconds(301)) },
    ]
    for (const signed of forged) expect((await send(server, signed)).status).toBe(422)
    expect((await send(server, { provider: 'stripe' })).status).toBe(404)
    expect((await send(server, { provider: 'other' })).status).toBe(422)
    const { rows } = await executeSql(server.ctx.db, 'select 1 from payment_notification')
    expect(rows).toEqual([])
  })

  it('are refused above 256 KB, and do not exist where nothing is sold', async () => {
    await using server = await billingServer({ runsJobs: false })
    expect((await send(server, { body: JSON.stringify({ text: 'x'.repeat(5_000_000) }) })).status).toBe(413)
    await using free = await testServer()
    const url = `${free.url}/api/membership/payments/webhook/sandbox`
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: EMPTY })
    expect(answer.status).toBe(404)
  })

  it('deliver a purchase once, in any order and fifty times', async () => {
    await using server = await billingServer()
    const { user } = await paidCheckout(server)
    await server.waitForJobs()
    await executeSql(server.ctx.db, 'update payment_notification set handled_at = null')
    for (const { event_id } of (
      await executeSql<{ event_id: string }>(server.ctx.db, 'select event_id from payment_notification')
    ).rows)
      for (let n = 0; n < 50; n++) await server.ctx.jobs.send(inbox.job, { eventId: event_id })
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'pro', left: 72_000 })
    const { rows } = await executeSql(server.ctx.db, `select 1 from membership where source = 'payment'`)
    expect(rows).toHaveLength(1)
  })

  it('that are never delivered are fetched by the sweep', async () => {
    await using server = await billingServer()
    const { user, checkoutId } = await paidCheckout(server)
    await executeSql(server.ctx.db, `delete from pgboss.job where name like 'sandbox%'`)
    expect((await server.gateway.getCheckout(checkoutId)).status).toBe('complete')
    expect(await server.membership(user)).toMatchObject({ type: 'starter' })
    await sweepNotifications(server.ctx)
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
    expect((await handled(server)).length).toBeGreaterThan(0)
  })

  it('whose job was lost are queued again', async () => {
    await using server = await billingServer()
    const { user } = await paidCheckout(server)
    await server.waitForJobs()
    await executeSql(server.ctx.db, `update payment_notification set handled_at = null`)
    await executeSql(
      server.ctx.db,
      `update membership set expire_time = start_time + interval '1 second' where source = 'payment'`,
    )
    server.clock.advance(minutes(11))
    await sweepNotifications({ ...server.ctx, log: createLog({ level: 'silent' }) })
    await server.waitForJobs()
    expect(await server.membership(user)).toMatchObject({ type: 'pro' })
  })
})

describe('a demo server', () => {
  it('has no effect on a live server: rows paid with play money do not count', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await executeSql(
      server.ctx.db,
      `insert into membership (membership_id, user_id, tier, start_time, expire_time, source, source_ref, made_at, livemode)
       values ('m', $1, 'unlimited', now() - interval '10 years', null, 'payment', 'sub_1:x', now(), false)`,
      [id],
    )
    await executeSql(
      server.ctx.db,
      `insert into minute_grant (grant_id, user_id, kind, source, source_ref, is_unlimited, seconds_total, seconds_left, seconds_held,
         seconds_used, seconds_void, valid_from, made_at, livemode)
       values ('g', $1, 'pack', 'checkout', 'cs:1', false, 600, 600, 0, 0, 0, now() - interval '10 years', now(), false)`,
      [id],
    )
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'starter', extra: { left: 0 } })
  })
})
