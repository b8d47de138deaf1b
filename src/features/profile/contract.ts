import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { liveTopic } from '#shared/liveTopic.ts'
import { LOCALES } from '#shared/locales.ts'
import { cleanName, MAX_TYPED_NAME } from '#shared/normalizeText.ts'
import { type Bytes, KiB } from '#shared/units.ts'

/** Maximum length of an avatar as a data URL. */
export const AVATAR_MAX_LENGTH: Bytes = 64 * KiB

const integer = z.int()

/** The user data of `GET /user/me` (A§3). Times are unix seconds, 0 for none. Quotas are seconds. */
const dataUser = z.object({
  id: z.string(),
  /** SHA-256 of the id in hex. Identifies the user where the id must not be disclosed. */
  id_hash: z.string(),
  email: z.string(),
  nickname: z.string(),
  /** See `Settings`. */
  greet_by_name: z.nullable(z.boolean()),
  avatar: z.nullable(z.string()),
  country: z.string(),
  email_verified: z.boolean(),
  membership_id: integer,
  membership_id_traffic: integer,
  membership_type: z.enum(['starter', 'pro', 'unlimited', 'backer', 'free', 'none']),
  start_time: integer,
  expire_time: integer,
  reset_time: integer,
  seconds_left: integer,
  seconds_total: integer,
  start_time_traffic: integer,
  expire_time_traffic: integer,
  seconds_left_traffic: integer,
  seconds_total_traffic: integer,
  has_transcribed: z.boolean(),
  has_new_privacy: z.boolean(),
  /** Whether the user manages this server: the first account does. */
  is_operator: z.boolean(),
})

/** The account state (A§3). Numeric flags are 0 or 1. */
const dataState = z.object({
  is_bind: z.int(),
  is_membership: z.int(),
  membership_type: z.enum(['starter', 'pro', 'unlimited', 'backer', 'free', 'none']),
  membership_flag: z.enum(['Yearly', 'Monthly', '']),
  has_transcribed: z.boolean(),
  autorenew_status_ios: z.boolean(),
  autorenew_status_android: z.boolean(),
  autorenew_status_web: z.boolean(),
  autorenew_status_stripe: z.boolean(),
  is_free_trial_now: z.int(),
  is_free_trial_history: z.int(),
  /** Whether a payment renews the membership. */
  is_subscribed: z.boolean(),
  /** Whether plans and minutes can be bought on this server. */
  can_buy: z.boolean(),
  /** Seconds of audio ever transcribed, minus refunds (B§5). */
  seconds_transcribed: integer,
  created_at: integer,
})

/** An image small enough to be sent with the user data. The server also checks its signature. */
const avatar = z
  .string()
  .check(
    z.maxLength(AVATAR_MAX_LENGTH),
    z.regex(
      /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
      'This picture cannot be used. Send PNG, JPEG or WebP as a data URL.',
    ),
  )

export const NICKNAME_MAX = 80
export const TRASH_DAYS_MAX = 3650

/** The settings of an account. With `null` the browser or the recording decides. */
export const Settings = z.object({
  nickname: z
    .string()
    .check(
      z.maxLength(MAX_TYPED_NAME, { error: `A name has ${NICKNAME_MAX} characters at most.`, abort: true }),
      z.overwrite(cleanName),
      z.minLength(1, 'A name needs at least one letter.'),
      z.maxLength(NICKNAME_MAX, `A name has ${NICKNAME_MAX} characters at most.`),
    ),
  /** Whether Home greets by the nickname; null while the nickname is derived from the address and the user has not been asked. */
  greet_by_name: z.nullable(z.boolean()),
  avatar: z.nullable(avatar),
  language: z.nullable(z.enum(LOCALES)),
  /** IANA name, for example Europe/Berlin. */
  timezone: z.nullable(z.string().check(z.maxLength(64))),
  /** Language of summaries as an ISO 639 code; null for the spoken language. */
  summary_language: z.nullable(z.string().check(z.regex(/^[a-z]{2,3}$/))),
  /** Spoken language of new recordings: the id of a language option (B§3), or an ISO 639 code; null to detect it. */
  trans_language: z.nullable(z.string().check(z.regex(/^[a-z]{2,4}(-[a-z]{2})?(-\d)?$/))),
  /** Whether new recordings and uploads are transcribed at once, after a question, or only from their own page. */
  transcribe_new: z.enum(['automatic', 'ask', 'off']),
  /** Whether speakers are separated in new transcripts. */
  separate_speakers: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  /** Days the audio is kept after the transcription; null keeps it forever, 0 deletes it within the next hour. */
  keep_audio_days: z.nullable(z.int().check(z.minimum(0), z.maximum(3650))),
  /** Days a recording stays in the trash before it is deleted permanently; null keeps it until the trash is emptied. */
  trash_days: z.nullable(z.int().check(z.minimum(1), z.maximum(TRASH_DAYS_MAX))),
})
export type Settings = z.infer<typeof Settings>

/** The settings of the user have changed. */
export const settingsTopic = liveTopic('settings')

/** The settings that are stored apart from the account, with their defaults. The operator configures that of the trash. */
export const DEFAULT_SETTINGS: Omit<Settings, 'nickname' | 'avatar' | 'trash_days'> = {
  greet_by_name: null,
  language: null,
  timezone: null,
  summary_language: null,
  trans_language: null,
  transcribe_new: 'automatic',
  separate_speakers: true,
  theme: 'system',
  keep_audio_days: null,
}

export const profileContract = {
  me: route({
    method: 'GET',
    path: '/user/me',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Get the caller: user and state (A§3, A§7)',
    reply: z.object({ data_user: dataUser, data_state: dataState }),
  }),
  settings: route({
    method: 'GET',
    path: '/user/me/settings',
    access: 'signed-in',
    mayNotExist: true,
    summary: "Get the caller's settings",
    reply: z.object({ data: Settings }),
  }),
  changeSettings: route({
    method: 'PATCH',
    path: '/user/me/settings',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Change settings; returns all of them',
    body: z.partial(Settings),
    // Enough for the largest avatar and the other settings.
    bodyLimit: 2 * AVATAR_MAX_LENGTH,
    reply: z.object({ data: Settings }),
    refusals: {
      noSuchZone: { status: -4221, message: 'This time zone does not exist. Send a name such as Europe/Berlin.' },
      noSuchLanguage: { status: -4222, message: 'This language is not available.' },
      noPicture: { status: -4223, message: 'This picture cannot be used. Send PNG, JPEG or WebP as a data URL.' },
    },
  }),
  remove: route({
    method: 'DELETE',
    path: '/user/me',
    access: 'signed-in',
    summary: 'Delete the account and everything in it, immediately and permanently; needs a fresh session (A§7)',
    reply: z.object({}),
    refusals: {
      notFresh: { status: -4011, message: 'Confirm your identity with your password or a code, then try again.' },
    },
  }),
} as const
