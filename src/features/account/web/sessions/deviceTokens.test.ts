import { beforeEach, describe, expect, it } from 'vitest'
import { storeSession, readDeviceTokens, storeDeviceToken } from './authState.ts'

beforeEach(() => localStorage.clear())

const tokenOf = (user: string) => `x.${btoa(JSON.stringify({ sub: user }))}.x`

describe('the device tokens', () => {
  it('are stored with the session, one per account', () => {
    storeSession({ access_token: tokenOf('anna'), login_type: 'password', account: 'anna@example.org', device_token: 'a1' })
    storeSession({ access_token: tokenOf('ben'), login_type: 'password', account: 'ben@example.org', device_token: 'b1' })
    storeSession({ access_token: tokenOf('anna'), login_type: 'code', account: 'anna@example.org', device_token: 'a2' })
    expect(readDeviceTokens()).toEqual(['a2', 'b1'])
  })

  it('are kept for the eight accounts used last', () => {
    for (let n = 0; n < 10; n++) storeDeviceToken(tokenOf(`user ${n}`), `device ${n}`)
    expect(readDeviceTokens()).toHaveLength(8)
    expect(readDeviceTokens()[0]).toBe('device 9')
  })

  it('are empty if the stored value has a wrong shape', () => {
    localStorage.setItem('earshot_known_devices', JSON.stringify({ value: [1, { user: 'a' }, null], expires: null }))
    expect(readDeviceTokens()).toEqual([])
  })
})
