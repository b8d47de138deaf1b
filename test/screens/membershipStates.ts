import type { PastTask } from '#features/generate/contract.ts'
import type { MembershipState } from './mockMembershipServer.ts'
import type { StateData } from './aUser.ts'

const DAY = 86_400
/** A working day in Unix seconds, for times that are displayed as dates. */
const NOVEMBER_20 = 1_795_161_600

const names = [
  'Interview with Dr. Okafor',
  'Stand-up, Thursday',
  'Contract law, lecture 9',
  'Town hall, part one',
  'Budget review, third quarter, with everybody who was invited and some who were not',
  'Oral history, reel 3',
]

/** A page of used minutes, with a grant between them. */
const ENTRIES: NonNullable<MembershipState['entries']> = [
  ...names.map((file_name, n) => ({
    id: `e${n}`,
    kind: 'use' as const,
    seconds: 600 + n * 1140,
    file_id: n === 3 ? null : `f${n}`,
    file_name,
    at: NOVEMBER_20 - n * 7200,
  })),
  { id: 'g', kind: 'grant', seconds: 72_000, file_id: null, file_name: null, at: NOVEMBER_20 - DAY },
]

const aTask = (change: Partial<PastTask>): PastTask => ({
  task_id: 't1',
  file_id: 'a'.repeat(32),
  filename: 'Budget review, fourth quarter',
  duration: 4_320_000,
  language: 'en',
  stage: 'transcribing',
  uses_minutes: true,
  status: 0,
  made_at: NOVEMBER_20 + 3600,
  finished_at: null,
  ...change,
})

const TRANSCRIPTIONS: readonly PastTask[] = [
  aTask({}),
  aTask({
    task_id: 't2',
    file_id: 'b'.repeat(32),
    filename: 'Call with the landlord',
    duration: 540_000,
    stage: 'failed',
    status: -6,
    made_at: NOVEMBER_20 - 10_000,
    finished_at: NOVEMBER_20 - 9000,
  }),
]

const USE = { entries: ENTRIES, transcriptions: TRANSCRIPTIONS }
const BILLING: Partial<StateData> = { can_buy: true }
const proSince = (now: number) => ({
  membership_type: 'pro' as const,
  start_time: now - 2 * DAY,
  expire_time: now + 363 * DAY,
  reset_time: now + 28 * DAY,
  seconds_left: 812 * 60,
  seconds_total: 72_000,
})
const extraSince = (now: number) => ({
  expire_time_traffic: now + 700 * DAY,
  seconds_left_traffic: 25_200,
  seconds_total_traffic: 36_000,
})

/** The membership centre in its various states, for tests and pictures. `now` is in Unix seconds. */
export const membershipStates = (now: number) => {
  const [pro, extra] = [proSince(now), extraSince(now)]
  return {
    none: { user: { membership_type: 'none', seconds_left: 0, seconds_total: 0, has_transcribed: false } },
    none_with_shop: { user: { membership_type: 'none' }, state: BILLING, mainSite: 'https://example.org/' },
    starter: USE,
    starter_with_billing: { ...USE, state: BILLING },
    unlimited: { ...USE, user: { membership_type: 'unlimited', expire_time: 0, reset_time: 0 } },
    code: { ...USE, user: pro },
    code_with_billing: { ...USE, user: pro, state: BILLING },
    reset_soon: { ...USE, user: { ...pro, reset_time: now + DAY } },
    extra_minutes: { ...USE, user: { ...pro, ...extra } },
    trial: {
      ...USE,
      user: { ...pro, ...extra, start_time: now - 2 * DAY - 60, expire_time: now + 5 * DAY, reset_time: now + 5 * DAY },
      state: { ...BILLING, is_free_trial_now: 1, is_subscribed: true, autorenew_status_stripe: true, membership_flag: 'Yearly' },
    },
    renewing: {
      ...USE,
      user: { ...pro, ...extra },
      state: { ...BILLING, is_subscribed: true, autorenew_status_ios: true, membership_flag: 'Yearly' },
    },
    unlimited_renewing: {
      ...USE,
      user: { ...pro, membership_type: 'unlimited', seconds_left: 2_147_483_647, seconds_total: 2_147_483_647 },
      state: { ...BILLING, is_subscribed: true, autorenew_status_web: true, membership_flag: 'Monthly' },
    },
  } as const satisfies Record<string, MembershipState>
}
