import type { Server } from '#app/server/openServer.ts'
import type { SeedFile } from '#features/files/server.ts'
import { seedFiles } from '#features/files/server.ts'
import { FOLDER_COLORS } from '#features/folders/contract.ts'
import { FOLDER_ICONS, NAMED_COLORS } from '#features/folders/rules.ts'
import { wasRefused } from '#kit/client.ts'
import { type Caller, signInTo } from './callsInto.ts'
import { type Draft, draftRecordings } from './draftRecordings.ts'
import { madeUpWords } from './madeUpWords.ts'
import { FOLDER_NAMES } from './titleWords.ts'
import { uploadSample } from './uploadSample.ts'

/** Number of the newest recordings that have sound. */
const WITH_SOUND = 12

export type SeedOptions = { email: string; password: string; files: number; folders: number; trashPercent: number }
export type Seeded = {
  userId: string
  token: string
  isNewAccount: boolean
  folders: number
  files: number
  withSound: number
  inTrash: number
  transcribed: number
}

/** Adds recordings and folders to an account, which is created if needed. The same options add the same ones. */
export async function seedLibrary(server: Server, options: SeedOptions): Promise<Seeded> {
  const { email, password, files, folders, trashPercent } = options
  const caller = await signInTo(server, { email, password })
  const folderIds = await makeFolders(caller, folders)
  const drafts = draftRecordings({ files, folderIds, trashPercent, now: server.ground.clock.now() })
  const withSound = drafts.slice(0, WITH_SOUND)
  const without = drafts.slice(WITH_SOUND)
  for (const draft of withSound) await uploadSample(caller, draft)
  await seedFiles(server.ground, caller.userId, without.map(toSeedFile))
  return {
    userId: caller.userId,
    token: caller.token,
    isNewAccount: caller.isNew,
    folders: folderIds.length,
    files,
    withSound: withSound.length,
    inTrash: without.filter(({ trashedAt }) => trashedAt !== null).length,
    transcribed: withSound.length + without.filter(({ isTranscribed }) => isTranscribed).length,
  }
}

/** Creates folders and returns their ids. Existing folders of the same names are reused. */
async function makeFolders({ folders }: Caller, most: number): Promise<string[]> {
  const { data_filetag_list: there } = await folders.list({})
  const colors = [...FOLDER_COLORS, ...NAMED_COLORS.map(({ color }) => color)]
  const ids: string[] = []
  for (let at = 0; at < most; at++) {
    const round = Math.floor(at / FOLDER_NAMES.length)
    const name = `${FOLDER_NAMES[at % FOLDER_NAMES.length]}${round > 0 ? ` ${round + 1}` : ''}`
    const draft = { name, color: colors[at % colors.length], icon: FOLDER_ICONS[at % FOLDER_ICONS.length] }
    const id = await folders.create({ body: draft }).then(
      ({ data_filetag }) => data_filetag.id,
      (error: unknown) => {
        if (!wasRefused(error, folders.create, 'nameTaken')) throw error
        return there.find((folder) => folder.name === name)?.id
      },
    )
    if (id !== undefined) ids.push(id)
  }
  return ids
}

function toSeedFile(draft: Draft): SeedFile {
  const { transcript, summary } = madeUpWords(draft.language)
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
