import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SCENES } from '#features/files/contract.ts'
import { type FileRecord, createFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { probeAudio } from '#platform/audio/probeAudio.ts'
import { startTask } from './startTask.ts'
import { AUTO_DETECT } from './taskInfo.ts'
import { insertWelcome, setWelcomeFile, readWelcome } from './store.ts'

const SAMPLE_PATH = fileURLToPath(new URL('../../../../assets/welcome/two-cities.mp3', import.meta.url))

/** The title of the novel that the sample is read from, by language. */
const TITLES: Readonly<Record<string, string>> = {
  en: 'A Tale of Two Cities',
  es: 'Historia de dos ciudades',
  fr: 'Le Conte de deux cités',
  de: 'Eine Geschichte aus zwei Städten',
  it: 'Racconto di due città',
  ja: '二都物語',
  ko: '두 도시 이야기',
  pt: 'História de Duas Cidades',
  zh: '双城记',
  'zh-hant': '雙城記',
}
const TRADITIONAL_CHINESE_TAGS = new Set(['tw', 'hk', 'mo', 'hant'])

/**
 * Creates the sample recording of an account and starts its transcription (A§4, B§3 scene 1000). Refuses when the account has
 * already received it or when it is disabled. Simultaneous calls create it once, because the row that records it is
 * inserted in the same transaction.
 */
export async function addWelcomeFile(
  ctx: AppContext,
  userId: string,
  lang: string,
): Promise<FileRecord | { refused: 'oldUser' }> {
  if (!ctx.config.welcome || (await readWelcome(ctx, userId))) return { refused: 'oldUser' }
  const blobKey = `sound/${userId}/welcome`
  const { kind, duration, bytes } = await probeAudio(SAMPLE_PATH)
  return ctx.transaction(async (tx) => {
    if (!(await insertWelcome(tx, { user_id: userId, file_id: null, made_at: tx.clock.now() }))) return { refused: 'oldUser' }
    // The inserted row locks the account until the transaction ends, so that deleting the account also finds this blob. Its key
    // and content are always the same.
    const stored = await tx.blobs.put(blobKey, createReadStream(SAMPLE_PATH), bytes)
    const file = await createFile(tx, {
      userId,
      filename: welcomeTitle(lang),
      sound: { kind, duration, blobKey, bytes, md5: stored.md5 },
      scene: SCENES.welcomeNote,
      startTime: tx.clock.now(),
    })
    await setWelcomeFile(tx, userId, file.file_id)
    // The language of the sample is independent of the account's settings.
    await startTask(tx, userId, file.file_id, { language: AUTO_DETECT, restart: 'never' })
    return file
  })
}

/** Returns the title in a language given as `de`, `de_DE` or `zh-Hant-HK`. Falls back to English. */
export function welcomeTitle(lang: string): string {
  const [language = '', ...rest] = lang.toLowerCase().replaceAll('_', '-').split('-')
  const key = language === 'zh' && rest.some((tag) => TRADITIONAL_CHINESE_TAGS.has(tag)) ? 'zh-hant' : language
  return (Object.hasOwn(TITLES, key) ? TITLES[key] : undefined) ?? TITLES['en']!
}
