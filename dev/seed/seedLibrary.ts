import type { Server } from '#app/server/createAppServer.ts'
import type { SeedFile } from '#features/files/server.ts'
import { seedFiles } from '#features/files/server.ts'
import { FOLDER_COLORS } from '#features/folders/contract.ts'
import { FOLDER_ICONS, NAMED_COLORS } from '#features/folders/rules.ts'
import { isRefused } from '#shared/client.ts'
import { type SeedClient, signInOrSignUp } from './SeedClient.ts'
import { type RecordingDraft, draftRecordings } from './draftRecordings.ts'
import { sampleTexts } from './sampleTexts.ts'
import { FOLDER_NAMES } from './titleParts.ts'
import { uploadSample } from './uploadSample.ts'

/** Number of the newest recordings that have audio. */
const SOUND_COUNT = 12

export type SeedOptions = { email: string; password: string; files: number; folders: number; trashPercent: number }
export type SeedResult = {
  userId: string
  token: string
  isNewAccount: boolean
  folders: number
  files: number
  withSound: number
  inTrash: number
  transcribed: number
}

/**
 * Adds recordings and folders to an account, which is created if needed. The same options always give the same recordings and
 * folders.
 */
export async function seedLibrary(server: Server, options: SeedOptions): Promise<SeedResult> {
  const { email, password, files, folders, trashPercent } = options
  const seedClient = await signInOrSignUp(server, { email, password })
  const folderIds = await createFolders(seedClient, folders)
  const drafts = draftRecordings({ files, folderIds, trashPercent, now: server.ctx.clock.now() })
  const withSound = drafts.slice(0, SOUND_COUNT)
  const withoutSound = drafts.slice(SOUND_COUNT)
  for (const draft of withSound) await uploadSample(seedClient, draft)
  await seedFiles(server.ctx, seedClient.userId, withoutSound.map(toSeedFile))
  return {
    userId: seedClient.userId,
    token: seedClient.token,
    isNewAccount: seedClient.isNew,
    folders: folderIds.length,
    files,
    withSound: withSound.length,
    inTrash: withoutSound.filter(({ trashedAt }) => trashedAt !== null).length,
    transcribed: withSound.length + withoutSound.filter(({ isTranscribed }) => isTranscribed).length,
  }
}

/** Creates folders and returns their ids. Existing folders of the same names are reused. */
async function createFolders({ folders }: SeedClient, maxFolders: number): Promise<string[]> {
  const { data_filetag_list: existingFolders } = await folders.list({})
  const colors = [...FOLDER_COLORS, ...NAMED_COLORS.map(({ color }) => color)]
  const ids: string[] = []
  for (let index = 0; index < maxFolders; index++) {
    const round = Math.floor(index / FOLDER_NAMES.length)
    const name = `${FOLDER_NAMES[index % FOLDER_NAMES.length]}${round > 0 ? ` ${round + 1}` : ''}`
    const draft = { name, color: colors[index % colors.length], icon: FOLDER_ICONS[index % FOLDER_ICONS.length] }
    const id = await folders.create({ body: draft }).then(
      ({ data_filetag }) => data_filetag.id,
      (error: unknown) => {
        if (!isRefused(error, folders.create, 'nameTaken')) throw error
        return existingFolders.find((folder) => folder.name === name)?.id
      },
    )
    if (id !== undefined) ids.push(id)
  }
  return ids
}

function toSeedFile(draft: RecordingDraft): SeedFile {
  const { transcript, summary } = sampleTexts(draft.language)
  return {
    filename: draft.filename,
    scene: draft.scene,
    startTime: draft.startTime,
    editTime: draft.editTime,
    duration: draft.duration,
    filetagIds: draft.folderIds,
    trashedAt: draft.trashedAt,
    transcript: draft.isTranscribed ? transcript : null,
    summary: draft.isSummarised ? summary : null,
  }
}
