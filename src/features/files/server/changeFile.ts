import { holdAccount } from '#features/account/server.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import type { File, FilePatch } from '../contract.ts'
import type { OwnsFolders } from './setFolderCheck.ts'
import { readFullFiles, saveResults } from './results.ts'
import { lockFiles, updateFiles } from './store.ts'

type Which = { userId: string; fileId: string; ownsFolders: OwnsFolders }

/**
 * Renames, files or writes results back to a recording (B§4, B§7) and answers it as it then is. Rejects with NotFound for a
 * recording or a folder that is not the user's.
 */
export async function changeFile(ground: Ground, { userId, fileId, ownsFolders }: Which, patch: FilePatch): Promise<File> {
  const { filetag_id_list, support_mul_summ, ...results } = patch
  await ground.inOneStep(async (step) => {
    // @NOTE Account, folders, recordings, as everywhere: whoever removes one of the first takes them in this order, too.
    await holdAccount(step, userId)
    if (filetag_id_list && !(await ownsFolders(step, userId, filetag_id_list))) throw new NotFound()
    const [row] = await lockFiles(step, userId, [fileId])
    if (!row) throw new NotFound()
    const flags = {
      ...(filetag_id_list && { filetag_ids: [...new Set(filetag_id_list)] }),
      ...(typeof support_mul_summ === 'boolean' && { support_mul_summ }),
    }
    if (Object.keys(flags).length > 0) await updateFiles(step, userId, [fileId], flags)
    await saveResults(step, userId, fileId, results)
  })
  const [file] = await readFullFiles(ground, userId, [fileId])
  if (!file) throw new NotFound()
  return file
}
