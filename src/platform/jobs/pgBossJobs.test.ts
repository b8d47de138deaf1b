import { expect, it, vi } from 'vitest'
import { testServer } from '#test/server/testServer.ts'
import { deliverEvent } from '../payments/sandbox/notifications/queueDelivery.ts'

it('processes a backlog without waiting between jobs', async () => {
  await using server = await testServer({ settings: { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo' } })
  // One notification for all of them: the worker has to find the others itself.
  await server.ctx.transaction(async (tx) => {
    for (let n = 0; n < 50; n++) await tx.jobs.send(deliverEvent, { eventId: `evt_${n}` })
  })
  await vi.waitUntil(async () => (await server.ctx.jobs.pending()) === 0, { timeout: 10_000, interval: 50 })
  expect(await server.ctx.jobs.listUnfinished(deliverEvent)).toEqual([])
})
