import { describe, expect, it } from 'vitest'
import { days } from '#shared/units.ts'
import { testServer } from '#test/server/testServer.ts'
import { useMinutes } from '#test/server/useMinutes.ts'
import { give, listGiven, readMembership, revoke } from '../server.ts'

describe('a gift of the operator', () => {
  it('can be a seven-day trial of pro with its minutes', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await give(server.ctx, id, { plan: 'trial' })
    expect(await readMembership(server.ctx, id)).toMatchObject({
      type: 'pro',
      isTrial: true,
      minutes: { left: 72_000, total: 72_000 },
    })
    expect(await useMinutes(server, id, 60, '1')).toBe(true)
    expect((await listGiven(server.ctx, id)).grants).toMatchObject([{ kind: 'trial', seconds_used: 60 }])
    server.clock.advance(days(7))
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'starter', isTrial: false, hasHadTrial: true })
  })

  it('ends when it is revoked: its minutes are void, what was used stays used', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    const plan = await give(server.ctx, id, { plan: 'pro', months: 12 })
    await useMinutes(server, id, 60, '1')
    server.clock.advance(days(1))
    await revoke(server.ctx, plan)
    expect(await readMembership(server.ctx, id)).toMatchObject({ type: 'starter', minutes: { left: 18_000 } })
    const { grants } = await listGiven(server.ctx, id)
    expect(grants.find(({ kind }) => kind === 'plan')).toMatchObject({ seconds_left: 0, seconds_used: 60, seconds_void: 71_940 })
    await revoke(server.ctx, plan)
  })

  it('cannot be the plan of the server, or an unknown one', async () => {
    await using server = await testServer()
    const { id } = await server.user()
    await server.waitForJobs()
    const [plan] = (await listGiven(server.ctx, id)).memberships
    await expect(revoke(server.ctx, plan!.membership_id)).rejects.toThrow('not found')
    await expect(revoke(server.ctx, 'nothing')).rejects.toThrow('not found')
  })
})
