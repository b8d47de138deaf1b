import { afterEach, describe, expect, it, vi } from 'vitest'
import { Says, on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { makeQueryClient } from '#ui/queryClient.ts'
import { tellSignedOut } from '#ui/signedOut.ts'
import { wait } from '#ui/time.ts'
import { meContract } from '../contract.ts'
import { prefetchMe } from './prefetchMe.ts'
import { whenMe } from './whenMe.ts'

afterEach(() => vi.unstubAllGlobals())

const nothing = { start_time: 0, expire_time: 0, reset_time: 0, seconds_left: 0, seconds_total: 0 }
const traffic = { start_time_traffic: 0, expire_time_traffic: 0, seconds_left_traffic: 0, seconds_total_traffic: 0 }
const lena = {
  data_user: {
    ...{ id: '1', id_hash: 'h', email: 'lena@example.org', nickname: 'Lena', avatar: null, country: '', email_verified: true },
    ...{ membership_id: 0, membership_id_traffic: 0, membership_type: 'starter' as const, ...nothing, ...traffic },
    ...{ has_transcribed: false, has_new_privacy: false },
  },
  data_state: {
    ...{
      is_bind: 0,
      is_membership: 0,
      membership_type: 'starter' as const,
      membership_flag: '' as const,
      has_transcribed: false,
    },
    ...{
      autorenew_status_ios: false,
      autorenew_status_android: false,
      autorenew_status_web: false,
      autorenew_status_stripe: false,
    },
    ...{ is_free_trial_now: 0, is_free_trial_history: 0, is_subscribed: false, created_at: 1 },
  },
}

const pending = async (promise: Promise<unknown>) => (await Promise.race([promise, wait(20).then(() => 'waits')])) === 'waits'

describe('waiting for user info (A§4)', () => {
  it('resolves all pending calls once the user is loaded, and later calls immediately', async () => {
    const { asked } = serveInMemory([on(meContract.me, () => lena)])
    const queries = makeQueryClient()
    const early = [whenMe(queries), whenMe(queries)]
    expect(await pending(early[0] ?? Promise.resolve())).toBe(true)
    prefetchMe(queries)
    expect((await Promise.all(early)).map((person) => person?.nickname)).toEqual(['Lena', 'Lena'])
    expect((await whenMe(queries))?.email).toBe('lena@example.org')
    expect(asked).toEqual(['GET /user/me'])
  })

  it('resolves to undefined when the session ends', async () => {
    serveInMemory([
      on(meContract.me, () => {
        throw new Says(401)
      }),
    ])
    const queries = makeQueryClient()
    const untilCleared = whenMe(queries)
    prefetchMe(queries)
    queries.clear()
    expect(await untilCleared).toBeUndefined()
    const untilSignedOut = whenMe(queries)
    expect(await pending(untilSignedOut)).toBe(true)
    tellSignedOut()
    expect(await untilSignedOut).toBeUndefined()
  })
})
