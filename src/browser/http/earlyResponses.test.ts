import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { seconds } from '#shared/units.ts'
import { saveToken } from '../session/token.ts'
import { keepEarlyResponse, takeEarlyResponse } from './earlyResponses.ts'

const request = { method: 'GET', address: '/user/me' }
const keep = () => keepEarlyResponse('/user/me', Promise.resolve({ httpStatus: 200, body: 'me' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('the response to an early request', () => {
  it('is returned to the first call with the same method and address, once', async () => {
    keep()
    expect(takeEarlyResponse({ ...request, address: '/user/me/settings' })).toBeUndefined()
    expect(takeEarlyResponse({ ...request, method: 'PATCH' })).toBeUndefined()
    expect(await takeEarlyResponse(request)).toEqual({ httpStatus: 200, body: 'me' })
    expect(takeEarlyResponse(request)).toBeUndefined()
  })

  it('is not used after ten seconds', () => {
    keep()
    vi.advanceTimersByTime(seconds(11))
    expect(takeEarlyResponse(request)).toBeUndefined()
  })

  it('is not used in another session', () => {
    saveToken('first')
    keep()
    saveToken('second')
    expect(takeEarlyResponse(request)).toBeUndefined()
  })

  it('is not used when the request failed, so that the call is sent again', async () => {
    keepEarlyResponse('/user/me', Promise.reject(new Error('no network')))
    await Promise.resolve()
    expect(takeEarlyResponse(request)).toBeUndefined()
  })
})
