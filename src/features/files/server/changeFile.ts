import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import type { File, FilePatch } from '../contract.ts'
import { readFullFiles, saveResults } from './results.ts'
import { lockFiles, updateFiles } from './store.ts'

/** Renames, files or writes results back to a recording (B§4, B§7) and answers it as it then is. */
export async function changeFile(ground: Ground, userId: string, fileId: string, patch: FilePatch): Promise<File> {
  const { filetag_id_list, support_mul_summ, ...results } = patch
  await ground.inOneStep(async (step) => {
    const [row] = await lockFiles(step, userId, [fileId])
    if (!row) throw new NotFound()
    const flags = {
      ...(filetag_id_list && { filetag_ids: [...new Set(filetag_id_list)] }),
      ...(support_mul_summ !== undefined && { support_mul_summ }),
    }
    if (Object.keys(flags).length > 0) await updateFiles(step, userId, [fileId], flags)
    await saveResults(step, userId, fileId, results)
  })
  const [file] = await readFullFiles(ground, userId, [fileId])
  if (!file) throw new NotFound()
  return file
}
