import { describe, expect, it } from 'vitest'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { testServer } from '#test/server/testServer.ts'
import { countTriesLeft, returnTry, admitFeatureUse } from './tries.ts'

describe('the trial of professional templates (B§7)', () => {
  it('offers three uses to a plan without them, and a retry of the same use counts once', async () => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    const fetchTrial = async () => (await membership.featureTrial({ params: { id: 'templates_pro' } })).data
    const use = (ref: string) => server.ctx.transaction((tx) => admitFeatureUse(tx, id, 'templates_pro', ref))
    expect(await fetchTrial()).toEqual({ feature_code: 'templates_pro', is_included: false, can_try: true, tries_left: 3 })
    expect(await Promise.all(['a', 'a', 'b', 'c', 'd'].map(use))).toSatisfy(
      (results: boolean[]) => results.filter(Boolean).length === 4,
    )
    expect(await fetchTrial()).toMatchObject({ can_try: false, tries_left: 0 })
    expect(await use('a')).toBe(true)
    expect(await use('e')).toBe(false)
  })

  it('is returned when the use fails', async () => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    const use = (ref: string) => server.ctx.transaction((tx) => admitFeatureUse(tx, id, 'templates_pro', ref))
    for (const ref of ['a', 'b', 'c']) await use(ref)
    await server.ctx.transaction((tx) => returnTry(tx, id, 'templates_pro', 'b'))
    expect((await membership.featureTrial({ params: { id: 'templates_pro' } })).data.can_try).toBe(true)
    expect(await use('d')).toBe(true)
    expect(await use('e')).toBe(false)
  })

  it('does not count for a plan that includes them, and is offered for no other feature', async () => {
    await using server = await testServer()
    const { id, membership } = await server.user()
    const fetchTrial = async (code: string) => (await membership.featureTrial({ params: { id: code } })).data
    expect(await fetchTrial('ask_ai')).toEqual({ feature_code: 'ask_ai', is_included: false, can_try: false, tries_left: 0 })
    await setMembershipTier(server, id, 'pro')
    for (let n = 0; n < 5; n++)
      expect(await server.ctx.transaction((tx) => admitFeatureUse(tx, id, 'templates_pro', String(n)))).toBe(true)
    expect(await fetchTrial('templates_pro')).toEqual({
      feature_code: 'templates_pro',
      is_included: true,
      can_try: false,
      tries_left: 0,
    })
    expect(await countTriesLeft(server.ctx, id, 'templates_pro')).toBe(3)
  })

  it('is counted per account', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    for (const ref of ['a', 'b', 'c']) await server.ctx.transaction((tx) => admitFeatureUse(tx, user.id, 'templates_pro', ref))
    expect((await otherUser.membership.featureTrial({ params: { id: 'templates_pro' } })).data.can_try).toBe(true)
  })
})
