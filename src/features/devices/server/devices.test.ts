import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'
import { MAX_DEVICES } from '../contract.ts'

describe('devices (A§3, A§7)', () => {
  it('are listed in the order they were added', async () => {
    await using server = await testServer()
    const { devices } = await server.user()
    expect((await devices.list({})).data_devices).toEqual([])
    const { data_device } = await devices.add({ body: { sn: ' SN-1 ', name: ' Desk ', model: 'Note', version_number: 131 } })
    expect(data_device).toEqual({ sn: 'SN-1', name: 'Desk', model: 'Note', version_number: 131 })
    server.clock.advance(1000)
    await devices.add({ body: { sn: 'A-2', name: 'Pocket' } })
    expect((await devices.list({})).data_devices).toEqual([
      data_device,
      { sn: 'A-2', name: 'Pocket', model: '', version_number: 0 },
    ])
  })

  it('that are added again take the new name and keep values that are not sent', async () => {
    await using server = await testServer()
    const { devices } = await server.user()
    await devices.add({ body: { sn: 'SN-1', name: 'Desk', model: 'Note', version_number: 131 } })
    const { data_device } = await devices.add({ body: { sn: 'SN-1', name: 'Kitchen' } })
    expect(data_device).toEqual({ sn: 'SN-1', name: 'Kitchen', model: 'Note', version_number: 131 })
    expect((await devices.list({})).data_devices).toEqual([data_device])
  })

  it('are removed, and removing them again returns 404', async () => {
    await using server = await testServer()
    const { devices } = await server.user()
    await devices.add({ body: { sn: 'SN-1', name: 'Desk' } })
    await devices.remove({ params: { sn: 'SN-1' } })
    expect((await devices.list({})).data_devices).toEqual([])
    expect(await expectRefusal(devices.remove({ params: { sn: 'SN-1' } }))).toMatchObject({ httpStatus: 404 })
  })

  it('have the sync status 1 (B§7)', async () => {
    await using server = await testServer()
    const { devices } = await server.user()
    await devices.add({ body: { sn: 'SN-1', name: 'Desk' } })
    expect((await devices.syncStatus({})).data).toEqual([{ sn: 'SN-1', status: 1 }])
  })

  it('are at most fifty, also when they are added concurrently', async () => {
    await using server = await testServer()
    const { devices } = await server.user()
    const add = (n: number) => devices.add({ body: { sn: `SN-${n}`, name: `Recorder ${n}` } })
    const results = await Promise.allSettled(Array.from({ length: MAX_DEVICES + 5 }, (_, n) => add(n)))
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(refusals).toHaveLength(5)
    expect(refusals.every((error) => isRefused(error, devices.add, 'tooMany'))).toBe(true)
    const { data_devices } = await devices.list({})
    expect(data_devices).toHaveLength(MAX_DEVICES)
    const { data_device } = await devices.add({ body: { sn: data_devices[0]?.sn ?? '', name: 'Another name' } })
    expect(data_device.name).toBe('Another name')
  })

  it.each([
    [{ sn: '', name: 'Desk' }, 'A recorder needs a serial number.'],
    [{ sn: '../etc', name: 'Desk' }, 'A serial number has letters, digits and . _ : - only.'],
    [{ sn: '..', name: 'Desk' }, 'A serial number has letters, digits and . _ : - only.'],
    [{ sn: 'SN-1', name: '\u202e\u0007' }, 'A recorder needs a name.'],
    [{ sn: 'SN-1', name: '  ' }, 'A recorder needs a name.'],
  ])('refuse %j with %s', async (body, says) => {
    await using server = await testServer()
    const { devices } = await server.user()
    expect(await expectRefusal(devices.add({ body }))).toMatchObject({ httpStatus: 422, message: says })
  })

  it('have names without line breaks and direction marks', async () => {
    await using server = await testServer()
    const { devices } = await server.user()
    await devices.add({ body: { sn: 'SN-1', name: ' De\u202esk\r\nSet-Cookie: x ', model: 'M\u202d1' } })
    expect((await devices.list({})).data_devices).toMatchObject([{ name: 'Desk Set-Cookie: x', model: 'M1' }])
  })

  it("are the caller's own: removing another user's returns 404, and two accounts can have the same serial number", async () => {
    await using server = await testServer()
    const [user, otherUser] = [await server.user('anna'), await server.user('ben')]
    await user.devices.add({ body: { sn: 'SN-1', name: 'Hers' } })
    expect(await expectRefusal(otherUser.devices.remove({ params: { sn: 'SN-1' } }))).toMatchObject({ httpStatus: 404 })
    expect((await otherUser.devices.list({})).data_devices).toEqual([])
    expect((await otherUser.devices.syncStatus({})).data).toEqual([])
    const foreignKeys = { sn: 'SN-1', name: 'His', user_id: user.id }
    await otherUser.devices.add({ body: foreignKeys })
    expect((await user.devices.list({})).data_devices).toMatchObject([{ name: 'Hers' }])
    expect((await otherUser.devices.list({})).data_devices).toMatchObject([{ name: 'His' }])
  })

  it('return 401 without a session', async () => {
    await using server = await testServer()
    const { devices } = createClients(server.url, {})
    const body = { sn: 'SN-1', name: 'Desk' }
    const params = { sn: 'SN-1' }
    const calls = [devices.list({}), devices.add({ body }), devices.remove({ params }), devices.syncStatus({})]
    for (const error of await Promise.all(calls.map(expectRefusal))) expect(error).toMatchObject({ httpStatus: 401 })
  })
})
