import { type AccountProfile, updateAccountProfile, readAccountProfile } from '#features/account/server.ts'
import type { AppContext } from '#platform/context.ts'
import { findLanguageOption } from '#shared/languageOptions.ts'
import { BUNDLED_LANGUAGES } from '#shared/spokenLanguages.ts'
import { DEFAULT_SETTINGS, Settings, settingsTopic } from '../contract.ts'
import { listStoredValues, mergeStoredSettings, readStoredSettings } from './store.ts'
import { meTopic } from '#features/account/contract.ts'

/** The settings stored by this feature. Nickname and avatar are stored with the account. */
export type StoredSettings = Omit<Settings, 'nickname' | 'avatar'>

const defaultSettings = ({ config }: AppContext): StoredSettings => ({ ...DEFAULT_SETTINGS, trash_days: config.trashDays })

/** Returns the user's settings. A setting that is not stored, or whose stored value is no longer valid, has its default. */
export async function readSettings(ctx: AppContext, userId: string): Promise<StoredSettings> {
  const stored = await readStoredSettings(ctx, userId)
  const entries = Object.entries(defaultSettings(ctx)).map(([key, defaultValue]) => {
    const parsed = Settings.shape[key as keyof StoredSettings].safeParse(stored[key])
    return [key, parsed.success ? parsed.data : defaultValue] as const
  })
  return Object.fromEntries(entries) as StoredSettings
}

/** Returns the users who limit how long audio is kept, with the number of days after a successful transcription. */
export async function listAudioRetention(ctx: AppContext): Promise<{ userId: string; days: number }[]> {
  return (await listStoredValues(ctx, 'keep_audio_days')).flatMap(({ user_id, value }) => {
    const { data: days } = Settings.shape.keep_audio_days.safeParse(value)
    return typeof days === 'number' ? [{ userId: user_id, days }] : []
  })
}

/**
 * Returns a function that gives the days a user's recordings stay in the trash before they are deleted permanently. It returns
 * null if they stay until the user empties the trash.
 */
export async function readTrashRetention(ctx: AppContext): Promise<(userId: string) => number | null> {
  const entries = (await listStoredValues(ctx, 'trash_days')).flatMap(({ user_id, value }) => {
    const { success, data } = Settings.shape.trash_days.safeParse(value)
    return success ? [[user_id, data] as const] : []
  })
  const daysByUser = new Map(entries)
  const defaultDays = defaultSettings(ctx).trash_days
  return (userId) => {
    const userDays = daysByUser.get(userId)
    return userDays === undefined ? defaultDays : userDays
  }
}

/** Returns all settings, including nickname and avatar. */
export async function readAllSettings(ctx: AppContext, userId: string): Promise<Settings> {
  const account = await readAccountProfile(ctx, userId)
  const settings = await readSettings(ctx, userId)
  return { nickname: account.nickname, avatar: account.avatar, ...settings, greet_by_name: isGreetedByName(account, settings) }
}

/**
 * Returns whether Home greets by the nickname: the user's choice, otherwise true if the user or a provider has given a name. Null:
 * ask the user.
 */
export const isGreetedByName = (
  { isNicknameDerived }: Pick<AccountProfile, 'isNicknameDerived'>,
  { greet_by_name }: Pick<StoredSettings, 'greet_by_name'>,
): boolean | null => greet_by_name ?? (isNicknameDerived ? null : true)

/**
 * Changes the given settings and notifies the user's other open pages. Refuses, and changes nothing, if a value is not
 * valid.
 */
export async function changeSettings(
  ctx: AppContext,
  userId: string,
  change: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<{ refused: 'noSuchZone' | 'noSuchLanguage' | 'noPicture' } | undefined> {
  const { nickname, avatar, ...rest } = change
  if (rest.timezone && !isTimeZone(rest.timezone)) return { refused: 'noSuchZone' }
  if (!isLanguage(rest.summary_language) || !isSpokenLanguage(rest.trans_language)) return { refused: 'noSuchLanguage' }
  if (avatar && !isImage(avatar)) return { refused: 'noPicture' }
  await ctx.transaction(async (tx) => {
    const accountChange = omitUndefined({ nickname, avatar })
    if (Object.keys(accountChange).length > 0) await updateAccountProfile(tx, userId, accountChange)
    // Entering a name turns the greeting on.
    const settingsChange = omitUndefined({ ...(nickname !== undefined && { greet_by_name: true }), ...omitUndefined(rest) })
    if (Object.keys(settingsChange).length > 0) await mergeStoredSettings(tx, userId, settingsChange)
    if (Object.keys(accountChange).length > 0 || settingsChange.greet_by_name !== undefined)
      await tx.live.publish(meTopic, { userId })
    if (Object.keys({ ...accountChange, ...settingsChange }).length > 0) await tx.live.publish(settingsTopic, { userId })
  })
  return undefined
}

/** Returns the object without its undefined values. Null values stay. */
function omitUndefined<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Checks for an IANA time zone name. Offsets such as +01:00, which DateTimeFormat also accepts, are not valid. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

const isLanguage = (code: string | null | undefined): boolean => !code || BUNDLED_LANGUAGES.includes(code)

const isSpokenLanguage = (id: string | null | undefined): boolean => !id || findLanguageOption(id) !== undefined

const hasTextAt = (bytes: Uint8Array, offset: number, text: string) =>
  Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text

const SIGNATURES: Record<string, (bytes: Uint8Array) => boolean> = {
  png: (bytes) => hasTextAt(bytes, 0, '\x89PNG\r\n\x1A\n'),
  jpeg: (bytes) => hasTextAt(bytes, 0, '\xFF\xD8\xFF'),
  webp: (bytes) => hasTextAt(bytes, 0, 'RIFF') && hasTextAt(bytes, 8, 'WEBP'),
}

/** Checks that the bytes of a data URL start with the signature of the image type it declares. */
function isImage(dataUrl: string): boolean {
  const [, imageType = '', base64 = ''] = /^data:image\/([a-z]+);base64,(.+)$/.exec(dataUrl) ?? []
  return SIGNATURES[imageType]?.(Buffer.from(base64, 'base64')) ?? false
}
