import { DEFAULT_SETTINGS, type Settings, type profileContract } from '#features/profile/contract.ts'
import type { Reply } from '#shared/contract.ts'

type MeReply = Reply<typeof profileContract.me>
export type UserData = MeReply['data_user']
export type StateData = MeReply['data_state']

/** Returns the user Lena, a starter without any usage. */
export function aUser(change: Partial<UserData> = {}): UserData {
  const usage = { membership_id: 0, membership_id_traffic: 0, start_time: 0, expire_time: 0, reset_time: 0, seconds_left: 0 }
  const traffic = { start_time_traffic: 0, expire_time_traffic: 0, seconds_left_traffic: 0, seconds_total_traffic: 0 }
  const identity = { id: 'u1', id_hash: 'h', email: 'lena@example.org', nickname: 'Lena', avatar: null, country: 'DE' }
  const flags = { greet_by_name: true, email_verified: true, has_transcribed: false, has_new_privacy: false, is_operator: false }
  return { ...usage, ...traffic, ...identity, ...flags, seconds_total: 0, membership_type: 'starter', ...change }
}

/** A starter who has used one of the month's five hours. */
export const STARTER_USAGE = {
  start_time: 1_700_000_000,
  reset_time: 4_102_444_800,
  seconds_left: 14_400,
  seconds_total: 18_000,
  has_transcribed: true,
}

/** The settings of that user, as after sign-up. */
export const SETTINGS: Settings = { ...DEFAULT_SETTINGS, nickname: 'Lena', avatar: null, greet_by_name: true, trash_days: 30 }

/** Returns the reply of `GET /user/me` for that user. */
export const meReply = (change: Partial<UserData> = {}, state: Partial<StateData> = {}): MeReply => {
  const user = aUser(change)
  return {
    data_user: user,
    data_state: {
      is_bind: 0,
      is_membership: user.membership_type === 'starter' ? 0 : 1,
      membership_type: user.membership_type,
      membership_flag: '',
      has_transcribed: user.has_transcribed,
      autorenew_status_ios: false,
      autorenew_status_android: false,
      autorenew_status_web: false,
      autorenew_status_stripe: false,
      is_free_trial_now: 0,
      is_free_trial_history: 0,
      is_subscribed: false,
      can_buy: false,
      seconds_transcribed: 0,
      created_at: 1_700_000_000,
      ...state,
    },
  }
}
