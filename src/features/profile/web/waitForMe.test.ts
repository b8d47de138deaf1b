import type { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { createQueryClient } from '#browser/http/queryClient.ts'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { wait } from '#browser/timers/time.ts'
import { profileContract } from '../contract.ts'
import { prefetchMe } from '../web.tsx'
import { profileClient } from './profileClient.ts'
import { waitForMe } from './waitForMe.ts'

afterEach(() => vi.unstubAllGlobals())

const quota = { start_time: 0, expire_time: 0, reset_time: 0, seconds_left: 0, seconds_total: 0 }
const traffic = { start_time_traffic: 0, expire_time_traffic: 0, seconds_left_traffic: 0, seconds_total_traffic: 0 }
const reply = {
  data_user: {
    id: '1',
    id_hash: 'h',
    email: 'lena@example.org',
    nickname: 'Lena',
    greet_by_name: true,
    avatar: null,
    country: '',
    email_verified: true,
    membership_id: 0,
    membership_id_traffic: 0,
    membership_type: 'starter' as const,
    ...quota,
    ...traffic,
    has_transcribed: false,
    has_new_privacy: false,
    is_operator: false,
  },
  data_state: {
    is_bind: 0,
    is_membership: 0,
    membership_type: 'starter' as const,
    membership_flag: '' as const,
    has_transcribed: false,
    autorenew_status_ios: false,
    autorenew_status_android: false,
    autorenew_status_web: false,
    autorenew_status_stripe: false,
    is_free_trial_now: 0,
    is_free_trial_history: 0,
    is_subscribed: false,
    can_buy: false,
    seconds_transcribed: 0,
    created_at: 1,
  },
}

const loadMe = (queries: QueryClient) =>
  queries.prefetchQuery({ queryKey: profileClient.me.key({}), queryFn: () => profileClient.me({}) })

const isPending = async (promise: Promise<unknown>) => (await Promise.race([promise, wait(20).then(() => 'waits')])) === 'waits'

describe('waiting for user info (A§4)', () => {
  it('resolves all pending calls once the user is loaded, and later calls immediately', async () => {
    const { requests } = mockServer([handle(profileContract.me, () => reply)])
    const queries = createQueryClient()
    const pendingCalls = [waitForMe(queries), waitForMe(queries)]
    expect(await isPending(pendingCalls[0] ?? Promise.resolve())).toBe(true)
    void loadMe(queries)
    expect((await Promise.all(pendingCalls)).map((person) => person?.nickname)).toEqual(['Lena', 'Lena'])
    expect((await waitForMe(queries))?.email).toBe('lena@example.org')
    expect(requests).toEqual(['GET /user/me'])
  })

  it('uses the response of the request that was sent before the page was loaded (A§7)', async () => {
    const { requests } = mockServer([handle(profileContract.me, () => reply)])
    prefetchMe()
    const { data_user } = await profileClient.me({})
    expect(data_user.nickname).toBe('Lena')
    expect(requests).toEqual(['GET /user/me'])
  })

  it('resolves to undefined when the session ends', async () => {
    mockServer([
      handle(profileContract.me, () => {
        throw new MockError(401)
      }),
    ])
    const queries = createQueryClient()
    const untilCleared = waitForMe(queries)
    void loadMe(queries)
    queries.clear()
    expect(await untilCleared).toBeUndefined()
    const untilSignedOut = waitForMe(queries)
    expect(await isPending(untilSignedOut)).toBe(true)
    notifySignedOut()
    expect(await untilSignedOut).toBeUndefined()
  })
})
