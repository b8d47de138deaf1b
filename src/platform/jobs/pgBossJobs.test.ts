import { expect, it, vi } from 'vitest'
import { testServer } from '#test/server/testServer.ts'
import { deliverEvent } from '../payments/sandbox/notifications/queueDelivery.ts'

it('works off a backlog without waiting between its jobs', async () => {
  await using server = await testServer({ settings: { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo' } })
  // One announcement for all of them: the worker finds the others by itself.
  await server.ctx.transaction(async (tx) => {
    for (let n = 0; n < 50; n++) await tx.jobs.send(deliverEvent, { eventId: `evt_${n}` })
  })
  await vi.waitUntil(async () => (await server.ctx.jobs.pending()) === 0, { timeout: 10_000, interval: 50 })
  expect(await server.ctx.jobs.listUnfinished(deliverEvent)).toEqual([])
})
