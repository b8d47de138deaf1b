import { holdAccount } from '#features/account/server.ts'
import { setFolder } from '#features/files/server.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound } from '#platform/http/failures.ts'
import { holdFolder } from './store.ts'

/** Moves recordings into a folder of the user's, or out of any with an empty id; all or none. Rejects with NotFound. */
export async function moveFiles(ground: Ground, userId: string, fileIds: readonly string[], folderId: string): Promise<void> {
  await ground.inOneStep(async (step) => {
    await holdAccount(step, userId)
    if (folderId !== '' && !(await holdFolder(step, userId, folderId))) throw new NotFound()
    await setFolder(step, userId, fileIds, folderId === '' ? null : folderId)
  })
}
