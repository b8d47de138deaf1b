import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { testServer } from '#test/server/testServer.ts'
import { useMinutes } from '#test/server/useMinutes.ts'

describe('GET /user/me (A§3, A§7)', () => {
  it('returns user data and account state in one response', async () => {
    await using server = await testServer()
    const { me, id, email } = await server.user()
    const { data_user, data_state } = await me.me({})
    const createdAt = server.clock.now().getTime() / 1000
    expect(data_user).toMatchObject({
      id,
      id_hash: createHash('sha256').update(id).digest('hex'),
      email,
      avatar: null,
      membership_type: 'starter',
      start_time: createdAt,
      expire_time: 0,
      reset_time: Date.parse('2026-04-02T09:00:00Z') / 1000,
      seconds_left: 18_000,
      seconds_total: 18_000,
      seconds_total_traffic: 0,
      has_transcribed: false,
    })
    expect(data_state).toMatchObject({
      is_bind: 0,
      is_membership: 0,
      membership_type: 'starter',
      membership_flag: '',
      has_transcribed: false,
      is_free_trial_now: 0,
      is_subscribed: false,
      can_buy: false,
      created_at: createdAt,
    })
  })

  it('reflects used minutes and a paid membership', async () => {
    await using server = await testServer()
    const { me, id } = await server.user()
    await useMinutes(server, id, 60, '1')
    expect(await me.me({})).toMatchObject({
      data_user: { has_transcribed: true, seconds_left: 17_940 },
      data_state: { seconds_transcribed: 60 },
    })
    await setMembershipTier(server, id, 'pro')
    const { data_user, data_state } = await me.me({})
    expect(data_user).toMatchObject({ membership_type: 'pro', seconds_total: 72_000 })
    expect(data_state).toMatchObject({
      membership_type: 'pro',
      membership_flag: 'Monthly',
      is_membership: 1,
      seconds_transcribed: 60,
    })
    const other = await server.user('other')
    expect((await other.me.me({})).data_state.seconds_transcribed).toBe(0)
  })

  it('counts the minutes of a transcription once, and once more for each repetition', async () => {
    await using server = await testServer()
    const { me, generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 12 })
    const minutesLeft = async (body: { is_reload?: 0 | 1 }) => {
      await generate.transsumm({ params: { id }, body })
      await server.waitForJobs()
      return (await me.me({})).data_user
    }
    expect(await minutesLeft({})).toMatchObject({ has_transcribed: true, seconds_left: 18_000 - 12 })
    expect(await minutesLeft({})).toMatchObject({ seconds_left: 18_000 - 12 })
    server.clock.advance(1000)
    expect(await minutesLeft({ is_reload: 1 })).toMatchObject({ seconds_left: 18_000 - 24 })
  })

  it('returns the data of the caller only', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    expect((await user.me.me({})).data_user).toMatchObject({ id: user.id, email: user.email })
    expect((await otherUser.me.me({})).data_user).toMatchObject({ id: otherUser.id, email: otherUser.email })
  })

  it('returns 401 without a session, also for the settings and for deleting', async () => {
    await using server = await testServer()
    const { me } = createClients(server.url, {})
    const calls = [me.me({}), me.settings({}), me.changeSettings({ body: { theme: 'dark' } }), me.remove({})]
    for (const error of await Promise.all(calls.map(expectRefusal))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})

describe('DELETE /user/me (A§7)', () => {
  it('deletes the account with its data and keeps the data of other accounts', async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    for (const { id, devices, me } of [user, otherUser]) {
      await devices.add({ body: { sn: 'SN-1', name: 'Desk' } })
      await me.changeSettings({ body: { theme: 'dark' } })
      await useMinutes(server, id, 60, `task of ${id}`)
    }
    await user.me.remove({})
    expect(await expectRefusal(user.me.me({}))).toMatchObject({ httpStatus: 401 })
    for (const table of ['device', 'setting', 'minute_entry', 'minute_grant', 'minute_reservation'])
      expect((await executeSql(server.ctx.db, `select distinct user_id from ${table}`)).rows).toEqual([{ user_id: otherUser.id }])
    expect((await otherUser.me.settings({})).data.theme).toBe('dark')
  })

  it('refuses with notFresh when the session is not fresh', async () => {
    await using server = await testServer()
    const { me, id } = await server.user()
    server.clock.advance(minutes(11))
    const error = await expectRefusal(me.remove({}))
    expect(isRefused(error, me.remove, 'notFresh')).toBe(true)
    expect((await me.me({})).data_user.id).toBe(id)
  })
})
