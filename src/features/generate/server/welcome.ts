import { createReadStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SCENES } from '#features/files/contract.ts'
import { accountMade } from '#features/account/server.ts'
import { createFile } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { probeSound } from '#platform/sound/probeSound.ts'
import { startTask } from './startTask.ts'

const SAMPLE = fileURLToPath(new URL('../../../../assets/welcome/two-cities.mp3', import.meta.url))
const TITLE = 'A Tale of Two Cities'

/** A new account finds a sample recording in its list, transcribed by this server like any other (B§3 scene 1000). */
export function installWelcome(ground: Ground): void {
  if (ground.config.welcome) ground.events.on(accountMade, 'welcome', ({ userId }) => addWelcomeFile(ground, userId))
}

async function addWelcomeFile(ground: Ground, userId: string): Promise<void> {
  const blobKey = `sound/${userId}/welcome`
  const stored = await ground.blobs.put(blobKey, createReadStream(SAMPLE))
  const { kind, duration, bytes } = await probeSound(SAMPLE)
  const file = await createFile(ground, {
    userId,
    filename: TITLE,
    sound: { kind, duration, blobKey, bytes, md5: stored.md5 },
    scene: SCENES.welcomeNote,
    startTime: ground.clock.now(),
  })
  await startTask(ground, userId, file.file_id, { language: undefined, again: false })
}
