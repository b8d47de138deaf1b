import type { Answering } from './serveInMemory.ts'
import { Says, on, serveInMemory } from './serveInMemory.ts'
import { integrationsContract } from '#features/integrations/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import type { Reply } from '#kit/contract.ts'

type Person = Reply<typeof meContract.me>['data_user']
type Entry = Reply<typeof membershipContract.transactions>['data']['list'][number]

export type MemberWorld = {
  person?: Partial<Person>
  entries?: readonly Entry[]
  mainSite?: string | null
  /** The next calls fail so many times. */
  failures?: number
}

const NOBODY: Person = {
  id: 'u1',
  id_hash: 'h',
  email: 'lena@example.org',
  nickname: 'Lena',
  avatar: null,
  country: 'DE',
  email_verified: true,
  membership_id: 0,
  membership_id_traffic: 0,
  membership_type: 'starter',
  start_time: 1_700_000_000,
  expire_time: 0,
  reset_time: 4_102_444_800,
  seconds_left: 14_400,
  seconds_total: 18_000,
  start_time_traffic: 0,
  expire_time_traffic: 0,
  seconds_left_traffic: 0,
  seconds_total_traffic: 0,
  has_transcribed: true,
  has_new_privacy: false,
}

/** A server in memory that knows one person, their minutes and what the operator says. Ended by `vi.unstubAllGlobals()`. */
export function memberServer({ person, entries = [], mainSite = null, failures = 0 }: MemberWorld = {}) {
  let left = failures
  const orFail = <Answer>(answer: Answer): Answer => {
    if (left-- > 0) throw new Says(500)
    return answer
  }
  const data_user = { ...NOBODY, ...person }
  const type = data_user.membership_type
  const data_state = {
    is_bind: 0,
    is_membership: type === 'starter' ? 0 : 1,
    membership_type: type,
    membership_flag: '' as const,
    has_transcribed: data_user.has_transcribed,
    autorenew_status_ios: false,
    autorenew_status_android: false,
    autorenew_status_web: false,
    autorenew_status_stripe: false,
    is_free_trial_now: 0,
    is_free_trial_history: 0,
    is_subscribed: false,
    created_at: 1_700_000_000,
  }
  const answers: Answering[] = [
    on(meContract.me, () => orFail({ data_user, data_state })),
    on(membershipContract.transactions, ({ query: { skip, limit } }) =>
      orFail({ data: { total: entries.length, list: entries.slice(skip, skip + limit) } }),
    ),
    on(siteContract.init, () => ({
      data: {
        version: '1.2.3',
        region: 'global' as const,
        privacy_version: '1',
        scripted_speech: false,
        telemetry: false,
        summarises_in_any_language: false,
        operator: { name: null, contact: null, address: null },
        main_domain: null,
        main_site: mainSite,
        help: null,
        downloads: { base: null, app_store: null, google_play: null, apk: null },
        announcement: null,
      },
    })),
    on(integrationsContract.connection, () => ({
      data: { is_available: true, connected: false, scopes: [], connected_at: null, last_used_at: null },
    })),
  ]
  return serveInMemory(answers)
}
