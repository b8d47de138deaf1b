import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SCENES } from '#features/files/contract.ts'
import { type FileRecord, createFile } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { probeSound } from '#platform/sound/probeSound.ts'
import { FIND_OUT, startTask } from './startTask.ts'
import { insertWelcome, nameWelcome, readWelcome } from './storeWelcome.ts'
import { welcomeTitle } from './welcomeTitle.ts'

const SAMPLE = fileURLToPath(new URL('../../../../assets/welcome/two-cities.mp3', import.meta.url))

/**
 * Makes the sample recording of an account and has it transcribed by this server like any other (A§4, B§3 scene 1000); null
 * for an account that has had it, and where there is none. Of calls at the same moment one makes it: the row that says so is
 * written in the step that makes the recording.
 */
export async function addWelcomeFile(ground: Ground, userId: string, lang: string): Promise<FileRecord | null> {
  if (!ground.config.welcome || (await readWelcome(ground, userId))) return null
  const blobKey = `sound/${userId}/welcome`
  const { kind, duration, bytes } = await probeSound(SAMPLE)
  return ground.inOneStep(async (step) => {
    if (!(await insertWelcome(step, { user_id: userId, file_id: null, made_at: step.clock.now() }))) return null
    // After the row, which keeps the account there until the step ends: its end finds the bytes, and none are put after it. They
    // are the same under the same name however often.
    const stored = await step.blobs.put(blobKey, createReadStream(SAMPLE), bytes)
    const file = await createFile(step, {
      userId,
      filename: welcomeTitle(lang),
      sound: { kind, duration, blobKey, bytes, md5: stored.md5 },
      scene: SCENES.welcomeNote,
      startTime: step.clock.now(),
    })
    await nameWelcome(step, userId, file.file_id)
    // Its language is its own, whatever the account's recordings are in.
    await startTask(step, userId, file.file_id, { language: FIND_OUT, restart: 'never' })
    return file
  })
}
