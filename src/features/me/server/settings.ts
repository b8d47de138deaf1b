import { changePerson, readPerson } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { whisperLanguages } from '#platform/speech/languages.ts'
import { Settings } from '../contract.ts'
import { isPicture } from './isPicture.ts'
import { listChosen, mergeChosen, readChosen } from './store.ts'

/** Settings that stand here; name and picture stand with the account. */
export type StoredSettings = Omit<Settings, 'nickname' | 'avatar'>

/** What holds for who chose nothing; how long the trash is kept is for the operator to say. */
const usualOf = ({ config }: Ground): StoredSettings => ({
  language: null,
  timezone: null,
  summary_language: null,
  trans_language: null,
  theme: 'system',
  keep_audio_days: null,
  trash_days: config.trashDays,
})

/** The user's settings, each with its usual value unless chosen; what is not understood any more counts as not chosen. */
export async function readSettings(ground: Ground, userId: string): Promise<StoredSettings> {
  const chosen = await readChosen(ground, userId)
  const understood = Object.entries(usualOf(ground)).map(([key, usual]) => {
    const parsed = Settings.shape[key as keyof StoredSettings].safeParse(chosen[key])
    return [key, parsed.success ? parsed.data : usual] as const
  })
  return Object.fromEntries(understood) as StoredSettings
}

/** Everybody who does not keep the sound for ever, with the days it is kept once its text is safe. */
export async function listSoundRules(ground: Ground): Promise<{ userId: string; days: number }[]> {
  return (await listChosen(ground, 'keep_audio_days')).flatMap(({ user_id, value }) => {
    const { data: days } = Settings.shape.keep_audio_days.safeParse(value)
    return typeof days === 'number' ? [{ userId: user_id, days }] : []
  })
}

/** How many days a user's recordings lie in the trash before they are deleted for good; null: until it is emptied. */
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

/** All settings as the page shows them. */
export async function readAllSettings(ground: Ground, userId: string): Promise<Settings> {
  const { nickname, avatar } = await readPerson(ground, userId)
  return { nickname, avatar, ...(await readSettings(ground, userId)) }
}

/** Changes what is given and tells the user's other pages. The name of a refusal when something does not exist. */
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

/** Without the keys whose value nobody gave; null was given. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** A zone by its name; distances such as +01:00, which the same call takes, are none. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

const isLanguage = (code: string | null | undefined): boolean => !code || whisperLanguages.includes(code)
