import { changePerson, readPerson } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { whisperLanguages } from '#platform/speech/languages.ts'
import { Settings } from '../contract.ts'
import { listChosen, mergeChosen, readChosen } from './store.ts'

/** The settings stored by this feature. Nickname and avatar are stored with the account. */
export type StoredSettings = Omit<Settings, 'nickname' | 'avatar'>

/** The default of every setting. The operator configures the default for the trash. */
const usualOf = ({ config }: Ground): StoredSettings => ({
  language: null,
  timezone: null,
  summary_language: null,
  trans_language: null,
  theme: 'system',
  keep_audio_days: null,
  trash_days: config.trashDays,
})

/** Returns the user's settings. A setting that is not stored, or whose stored value is no longer valid, has its default. */
export async function readSettings(ground: Ground, userId: string): Promise<StoredSettings> {
  const chosen = await readChosen(ground, userId)
  const understood = Object.entries(usualOf(ground)).map(([key, usual]) => {
    const parsed = Settings.shape[key as keyof StoredSettings].safeParse(chosen[key])
    return [key, parsed.success ? parsed.data : usual] as const
  })
  return Object.fromEntries(understood) as StoredSettings
}

/** Returns the users who limit how long audio is kept, with the number of days after a successful transcription. */
export async function listSoundRules(ground: Ground): Promise<{ userId: string; days: number }[]> {
  return (await listChosen(ground, 'keep_audio_days')).flatMap(({ user_id, value }) => {
    const { data: days } = Settings.shape.keep_audio_days.safeParse(value)
    return typeof days === 'number' ? [{ userId: user_id, days }] : []
  })
}

/**
 * Returns a function that gives the days a user's recordings stay in the trash before they are deleted permanently. It returns
 * null if they stay until the user empties the trash.
 */
export async function trashRules(ground: Ground): Promise<(userId: string) => number | null> {
  const chosen = (await listChosen(ground, 'trash_days')).flatMap(({ user_id, value }) => {
    const { success, data } = Settings.shape.trash_days.safeParse(value)
    return success ? [[user_id, data] as const] : []
  })
  const rules = new Map(chosen)
  const usual = usualOf(ground).trash_days
  return (userId) => {
    const own = rules.get(userId)
    return own === undefined ? usual : own
  }
}

/** Returns all settings, including nickname and avatar. */
export async function readAllSettings(ground: Ground, userId: string): Promise<Settings> {
  const { nickname, avatar } = await readPerson(ground, userId)
  return { nickname, avatar, ...(await readSettings(ground, userId)) }
}

/**
 * Changes the given settings and notifies the user's other open pages. Returns the name of a refusal, and changes nothing, if a
 * value is not valid.
 */
export async function changeSettings(
  ground: Ground,
  userId: string,
  change: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<'changed' | 'noSuchZone' | 'noSuchLanguage' | 'noPicture'> {
  const { nickname, avatar, ...rest } = change
  if (rest.timezone && !isZone(rest.timezone)) return 'noSuchZone'
  if (!isLanguage(rest.summary_language) || !isLanguage(rest.trans_language)) return 'noSuchLanguage'
  if (avatar && !isPicture(avatar)) return 'noPicture'
  await ground.inOneStep(async (step) => {
    const person = given({ nickname, avatar })
    if (Object.keys(person).length > 0) {
      await changePerson(step, userId, person)
      await step.live.tell({ userId, topic: 'me', id: '' })
    }
    const stored = given(rest)
    if (Object.keys(stored).length > 0) await mergeChosen(step, userId, stored)
    if (Object.keys({ ...person, ...stored }).length > 0) await step.live.tell({ userId, topic: 'settings', id: '' })
  })
  return 'changed'
}

/** Returns the object without its undefined values. Null values stay. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Checks for an IANA time zone name. Offsets such as +01:00, which DateTimeFormat also accepts, are not valid. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

const isLanguage = (code: string | null | undefined): boolean => !code || whisperLanguages.includes(code)

const starts = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text

const LOOKS: Record<string, (bytes: Uint8Array) => boolean> = {
  png: (bytes) => starts(bytes, 0, '\x89PNG\r\n\x1A\n'),
  jpeg: (bytes) => starts(bytes, 0, '\xFF\xD8\xFF'),
  webp: (bytes) => starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP'),
}

/** Checks that the bytes of a data URL start with the signature of the image type it declares. */
function isPicture(address: string): boolean {
  const [, kind = '', text = ''] = /^data:image\/([a-z]+);base64,(.+)$/.exec(address) ?? []
  return LOOKS[kind]?.(Buffer.from(text, 'base64')) ?? false
}
